#include <jounce/modules/weights/mesh_weights.hpp>

#include <map>
#include <vector>

namespace jounce::weights {

weight_table table_of(const skinned_mesh& vertices) {
    weight_table out;
    for (std::size_t v = 0; v + 1 < vertices.first_influence.size(); ++v) {
        std::map<std::int32_t, double> row;
        for (std::uint32_t i = vertices.first_influence[v]; i < vertices.first_influence[v + 1];
             ++i) {
            row[vertices.influences[i].joint] += static_cast<double>(vertices.influences[i].weight);
        }
        std::vector<bone_weight> sorted;
        sorted.reserve(row.size());
        for (const auto& [joint, weight] : row) {
            sorted.push_back({joint, weight});
        }
        out.add(sorted);
    }
    return out;
}

void take_table(const weight_table& from, skinned_mesh& to) {
    to.influences.clear();
    to.first_influence = {0};
    for (std::size_t v = 0; v < from.vertex_count(); ++v) {
        for (const bone_weight& one : from.of(v)) {
            to.influences.push_back(
                {static_cast<std::uint16_t>(one.bone), static_cast<float>(one.weight)});
        }
        to.first_influence.push_back(static_cast<std::uint32_t>(to.influences.size()));
    }
}

} // namespace jounce::weights
