#include <jounce/modules/inspection/find_hidden_parts.hpp>

#include <jounce/modules/authoring/skin_surface.hpp>
#include <jounce/modules/weights/bind_surface.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace jounce::inspection {
namespace {

/// Bones that move nothing are handles of controls and ends of chains: seeing one does not count.
std::vector<weights::bone_segment> moving_bones(const std::vector<weights::bone_segment>& all,
                                                const weights::weight_table& of) {
    std::set<std::int32_t> moving;
    for (const weights::bone_weight& one : of.entries) {
        moving.insert(one.bone);
    }
    std::vector<weights::bone_segment> out;
    std::copy_if(
        all.begin(), all.end(), std::back_inserter(out),
        [&](const weights::bone_segment& segment) { return moving.count(segment.bone) > 0; });
    return out;
}

hidden_part described(const gltf::model& in, const authoring::skin_surface& whole,
                      const weights::part_report& part) {
    const auto after = std::upper_bound(whole.first_vertex.begin(), whole.first_vertex.end() - 1,
                                        part.first_vertex);
    const auto mesh = static_cast<std::size_t>(after - whole.first_vertex.begin()) - 1;
    const gltf::mesh& of = in.meshes[whole.meshes[mesh]];
    return {of.name.empty() ? "/meshes/" + std::to_string(of.source_mesh) : of.name,
            part.first_vertex - whole.first_vertex[mesh], part.vertices,
            part.rule == weights::part_rule::borrowed};
}

} // namespace

std::vector<hidden_part> find_hidden_parts(const gltf::model& in) {
    std::vector<hidden_part> out;
    const std::vector<weights::bone_segment> bones = authoring::segments_of(in.bones);
    for (std::size_t s = 0; s < in.skins.size(); ++s) {
        const authoring::skin_surface whole =
            authoring::surface_of(in, static_cast<std::int32_t>(s));
        const result<weights::bind_report> report = weights::parts_of(
            {whole.positions, whole.triangles}, moving_bones(bones, whole.weights));
        if (!report) {
            continue;
        }
        for (const weights::part_report& part : report->parts) {
            if (part.rule != weights::part_rule::visible) {
                out.push_back(described(in, whole, part));
            }
        }
    }
    return out;
}

} // namespace jounce::inspection
