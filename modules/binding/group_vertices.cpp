#include <jounce/modules/binding/plan_builder.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>

namespace jounce::binding {
namespace {} // namespace

plan_builder::block_key plan_builder::key_of(std::size_t mesh, std::int32_t binding) const {
    const gltf::mesh& from = of_.meshes[mesh];
    const nlohmann::ordered_json& primitive =
        json_["meshes"][at(from.source_mesh)]["primitives"][at(from.primitive)];
    // Compressed primitives may share an accessor and still have positions of their own.
    if (primitive.contains("extensions") &&
        primitive["extensions"].contains("KHR_draco_mesh_compression")) {
        const std::int64_t own = (std::int64_t{from.source_mesh} << 32) + from.primitive;
        return {binding, -1 - own};
    }
    return {binding, primitive["attributes"]["POSITION"].get<std::int64_t>()};
}

void plan_builder::add_vertices(std::size_t mesh, const node_binding& binding,
                                const block_key& key) {
    bind_group& to = plan_.groups[binding.group];
    const auto [known, is_new] = block_of_.emplace(key, to.blocks.size());
    if (is_new) {
        to.blocks.push_back({{}, to.positions.size(), of_.meshes[mesh].vertices.positions.size()});
        for (const vec3<float>& p : of_.meshes[mesh].vertices.positions) {
            to.positions.push_back(binding.place * cast<double>(p));
        }
    }
    vertex_block& block = to.blocks[known->second];
    // A mesh that is drawn at several nodes has its triangles once.
    const gltf::mesh& from = of_.meshes[mesh];
    bool is_there = false;
    for (const std::size_t other : block.meshes) {
        is_there = is_there || (of_.meshes[other].source_mesh == from.source_mesh &&
                                of_.meshes[other].primitive == from.primitive);
    }
    block.meshes.push_back(mesh);
    for (std::size_t i = 0; i < from.triangles.size() && !is_there; ++i) {
        to.triangles.push_back(static_cast<std::uint32_t>(block.first) + from.triangles[i]);
    }
}

void plan_builder::count_weights(std::size_t mesh, bind_group& to) const {
    const gltf::mesh& from = of_.meshes[mesh];
    if (from.skin < 0) {
        return; // drawn with a skin, but it has no weights
    }
    to.owned.resize(to.bones.size(), 0);
    for (const influence& one : from.vertices.influences) {
        to.owned[one.joint - at(of_.skins[at(from.skin)].first_joint)] +=
            static_cast<double>(one.weight);
    }
}

void plan_builder::gather() {
    for (std::size_t m = 0; m < of_.meshes.size(); ++m) {
        const std::int32_t binding = plan_.binding_of[at(of_.meshes[m].node)];
        if (binding >= 0) {
            const node_binding& bound = plan_.bindings[at(binding)];
            add_vertices(m, bound, key_of(m, binding));
            count_weights(m, plan_.groups[bound.group]);
        }
    }
}

} // namespace jounce::binding
