#include <jounce/modules/binding/report_parts.hpp>

#include <algorithm>
#include <string_view>

namespace jounce::binding {
namespace {

std::string name_of(const gltf::mesh& mesh) {
    return mesh.name.empty() ? "/meshes/" + std::to_string(mesh.source_mesh) : mesh.name;
}

/// Puts a part into the mesh of its first vertex.
bound_part placed(const gltf::model& of, const bind_group& group, weights::part_report part) {
    const auto after = std::upper_bound(
        group.blocks.begin(), group.blocks.end(), std::size_t{part.first_vertex},
        [](std::size_t vertex, const vertex_block& block) { return vertex < block.first; });
    const vertex_block& block = *(after - 1);
    part.first_vertex -= static_cast<std::uint32_t>(block.first);
    return {name_of(of.meshes[block.meshes.front()]), part};
}

void add_sums(const weights::bind_report& from, weights::bind_report& to) {
    to.welded += from.welded;
    to.degenerate += from.degenerate;
    to.duplicate += from.duplicate;
    to.flipped += from.flipped;
    to.non_manifold += from.non_manifold;
    to.not_finite += from.not_finite;
    to.isolated += from.isolated;
    to.solved += from.solved;
    to.bytes = std::max(to.bytes, from.bytes);
}

} // namespace

void add_to_report(const gltf::model& of, const bind_group& group, const chosen_bones& chosen,
                   const weights::bound_surface& bound, bind_file_report& to) {
    to.vertices += group.positions.size();
    to.joints += group.bones.size();
    to.bones_used += static_cast<std::size_t>(
        std::count(chosen.used.begin(), chosen.used.end(), std::uint8_t{1}));
    to.idle.insert(to.idle.end(), chosen.idle.begin(), chosen.idle.end());
    to.far_roots.insert(to.far_roots.end(), chosen.far_roots.begin(), chosen.far_roots.end());
    for (std::size_t v = 0; v < bound.weights.vertex_count(); ++v) {
        to.most_influences = std::max(to.most_influences, bound.weights.of(v).size());
    }
    for (const weights::part_report& part : bound.report.parts) {
        to.parts.push_back(placed(of, group, part));
    }
    add_sums(bound.report, to.totals);
}

void add_reader_warnings(const gltf::model& of, std::vector<std::string>& to) {
    for (const std::string& warning : of.warnings) {
        const bool of_weights = warning.find("weight") != std::string::npos ||
                                warning.find("JOINTS_0") != std::string::npos;
        if (!of_weights && std::find(to.begin(), to.end(), warning) == to.end()) {
            to.push_back(warning);
        }
    }
}

void add_repair_warnings(bind_file_report& to) {
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count > 0) {
            to.warnings.push_back(std::to_string(count) + " " + std::string(what));
        }
    };
    add(to.totals.degenerate, "triangles without area did not count; they stay in the file");
    add(to.totals.duplicate, "triangles that are there twice counted once; they stay in the file");
    add(to.totals.not_finite, "vertices are no numbers; they got the first bone");
    add(to.totals.isolated, "vertices without triangles got the nearest bone");
}

} // namespace jounce::binding
