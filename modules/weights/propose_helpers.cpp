#include <jounce/modules/weights/propose.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::weights {

std::vector<std::vector<std::uint32_t>> neighbours_of(const clean_surface& mesh) {
    std::vector<std::vector<std::uint32_t>> out(mesh.positions.size());
    for (const triangle& t : mesh.triangles) {
        for (std::size_t s = 0; s < 3; ++s) {
            out[t[s]].push_back(t[(s + 1) % 3]);
            out[t[s]].push_back(t[(s + 2) % 3]);
        }
    }
    for (std::vector<std::uint32_t>& list : out) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return out;
}

std::vector<double> areas_of(const clean_surface& mesh) {
    std::vector<double> out(mesh.positions.size(), 0);
    for (const triangle& t : mesh.triangles) {
        const double third = length(cross(mesh.positions[t[1]] - mesh.positions[t[0]],
                                          mesh.positions[t[2]] - mesh.positions[t[0]])) /
                             6;
        for (const std::uint32_t v : t) {
            out[v] += third;
        }
    }
    return out;
}

std::int32_t heaviest(std::span<const bone_weight> row) {
    const auto most =
        std::max_element(row.begin(), row.end(), [](const bone_weight& a, const bone_weight& b) {
            return a.weight < b.weight;
        });
    return most == row.end() ? -1 : most->bone;
}

std::vector<proposed_chain> propose_helpers(const surface& mesh, const weight_table& weights,
                                            std::span<const bone_segment> bones,
                                            const propose_options& options) {
    const bool fits = weights.vertex_count() == mesh.positions.size() && options.chain_bones > 0 &&
                      std::all_of(mesh.triangles.begin(), mesh.triangles.end(),
                                  [&](std::uint32_t v) { return v < mesh.positions.size(); });
    if (!fits) {
        return {};
    }
    const clean_surface cleaned = clean(mesh);
    std::vector<std::uint32_t> given(cleaned.positions.size(), 0);
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        if (cleaned.vertex_of[v] != no_vertex) {
            given[cleaned.vertex_of[v]] = v;
        }
    }
    weight_table rows;
    for (const std::uint32_t v : given) {
        rows.add(weights.of(v));
    }
    std::vector<proposed_chain> out = propose_flesh(cleaned, rows, bones, options);
    for (proposed_chain& chain : propose_cloth(cleaned, rows, options)) {
        out.push_back(std::move(chain));
    }
    return out;
}

} // namespace jounce::weights
