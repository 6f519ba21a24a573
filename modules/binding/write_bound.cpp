#include <jounce/modules/binding/write_bound.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace jounce::binding {
namespace {

using ordered = nlohmann::ordered_json;

/// Mesh by mesh; skins come first, as nodes name them.
class binding_writer {
public:
    binding_writer(bake::glb_document& document, const gltf::model& of, const bind_plan& plan)
        : document_(document), of_(of), plan_(plan) {}

    void write_skins() {
        for (const std::size_t skin : plan_.skins_without_matrices) {
            const bind_group& group = plan_.groups[group_of_skin(skin)];
            const std::int32_t matrices = bake::add_matrices(document_, group.inverse_binds);
            document_.json()["skins"][skin]["inverseBindMatrices"] = matrices;
        }
        for (const node_binding& binding : plan_.bindings) {
            skins_.push_back(binding.skin < 0 ? add_skin(binding) : binding.skin);
        }
    }

    /// Puts weights into every primitive of the block and its skin at the nodes that draw it.
    bool write_block(const vertex_block& block, const bake::stored_weights& stored) {
        for (const std::size_t m : block.meshes) {
            const gltf::mesh& mesh = of_.meshes[m];
            const std::int32_t binding = plan_.binding_of[at(mesh.node)];
            const std::size_t target = mesh_for(at(mesh.source_mesh), binding);
            if (!bake::set_weights(document_, target, at(mesh.primitive), stored)) {
                return false;
            }
            ordered& node = document_.json()["nodes"][at(mesh.node)];
            node["mesh"] = target;
            node["skin"] = skins_[at(binding)];
            done_.primitives += written_.emplace(target, mesh.primitive).second ? 1U : 0U;
            for (const gltf::detail_level& level : mesh.levels) {
                if (level.primitive >= 0 && mesh.skin >= 0) { // they share vertices and skin
                    bake::set_weights(document_, at(level.source_mesh), at(level.primitive),
                                      stored);
                }
            }
        }
        done_.rounding = std::max(done_.rounding, stored.rounding);
        return true;
    }

    /// Meshes keep their index for the first node that draws them.
    void claim_meshes() {
        for (const gltf::mesh& mesh : of_.meshes) {
            mesh_for(at(mesh.source_mesh), plan_.binding_of[at(mesh.node)]);
        }
    }

    const written_binding& done() const { return done_; }

private:
    std::size_t group_of_skin(std::size_t skin) const {
        const auto found =
            std::find_if(plan_.bindings.begin(), plan_.bindings.end(),
                         [&](const node_binding& b) { return b.skin == static_cast<int>(skin); });
        return found->group;
    }

    std::int32_t add_skin(const node_binding& binding) {
        const bind_group& group = plan_.groups[binding.group];
        std::vector<affine<double>> matrices;
        for (const affine<double>& one : group.inverse_binds) {
            // The transform of a node does not move a mesh with a skin: it goes in here.
            matrices.push_back(one * binding.place);
        }
        ++done_.skins;
        const std::int32_t accessor = bake::add_matrices(document_, matrices);
        return document_.add("skins",
                             {{"inverseBindMatrices", accessor}, {"joints", group.bones.nodes}});
    }

    std::size_t mesh_for(std::size_t source, std::int32_t binding) {
        const auto known = target_of_.find({source, binding});
        if (known != target_of_.end()) {
            return known->second;
        }
        std::size_t target = source;
        if (!claimed_.emplace(source, binding).second) {
            ordered copy = document_.json()["meshes"][source];
            target = at(document_.add("meshes", std::move(copy)));
        }
        target_of_.emplace(std::pair(source, binding), target);
        return target;
    }

    bake::glb_document& document_;
    const gltf::model& of_;
    const bind_plan& plan_;
    std::vector<std::int32_t> skins_; ///< [binding], of the document
    std::map<std::size_t, std::int32_t> claimed_;
    std::map<std::pair<std::size_t, std::int32_t>, std::size_t> target_of_;
    std::set<std::pair<std::size_t, std::int32_t>> written_;
    written_binding done_;
};

/// The rows of a block as the shared writer takes them.
bake::stored_weights store(bake::glb_document& document, const weights::weight_table& table,
                           const vertex_block& block, bake::weight_format format) {
    std::vector<std::uint32_t> first = {0};
    std::vector<influence> influences;
    for (std::size_t v = block.first; v < block.first + block.count; ++v) {
        for (const weights::bone_weight& one : table.of(v)) {
            influences.push_back(
                {static_cast<std::uint16_t>(one.bone), static_cast<float>(one.weight)});
        }
        first.push_back(static_cast<std::uint32_t>(influences.size()));
    }
    return bake::add_weights(document, {first, influences, 0}, format);
}

} // namespace

result<written_binding> write_bound(bake::glb_document& document, const gltf::model& of,
                                    const bind_plan& plan,
                                    std::span<const weights::weight_table> tables,
                                    bake::weight_format format) {
    binding_writer writer(document, of, plan);
    writer.write_skins();
    writer.claim_meshes();
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
        for (const vertex_block& block : plan.groups[g].blocks) {
            if (!writer.write_block(block, store(document, tables[g], block, format))) {
                const gltf::mesh& mesh = of.meshes[block.meshes.front()];
                return error{errors::bad_mesh, of.file.string() + ": /meshes/" +
                                                   std::to_string(mesh.source_mesh) +
                                                   "/primitives/" + std::to_string(mesh.primitive) +
                                                   ": has no attributes; export the file again"};
            }
        }
    }
    return writer.done();
}

} // namespace jounce::binding
