#include <jounce/modules/weights/weight_table.hpp>

#include <algorithm>

namespace jounce::weights {

double weight_table::of(std::size_t vertex, std::int32_t bone) const {
    const std::span<const bone_weight> row = of(vertex);
    const auto found =
        std::lower_bound(row.begin(), row.end(), bone,
                         [](const bone_weight& w, std::int32_t b) { return w.bone < b; });
    return found != row.end() && found->bone == bone ? found->weight : 0.0;
}

} // namespace jounce::weights
