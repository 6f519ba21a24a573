#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce::procedural {
namespace {

/// A smooth curve through the strands at one share of their length.
vec3<double> across_strands(const sheet& of, double along, int from, double t) {
    const auto at = [&](int strand) {
        const bone_chain& chain = of.strands[static_cast<std::size_t>(strand)];
        return chain.point(along * chain.length());
    };
    const int last = static_cast<int>(of.strands.size()) - 1;
    const vec3<double> a = at(from);
    const vec3<double> b = at(from + 1);
    const vec3<double> before = from > 0 ? at(from - 1) : 2.0 * a - b;
    const vec3<double> after = from + 1 < last ? at(from + 2) : 2.0 * b - a;
    return a + (t * t * (3 - 2 * t)) * (b - a) + (0.5 * t * (1 - t) * (1 - t)) * (b - before) -
           (0.5 * t * t * (1 - t)) * (after - a);
}

} // namespace

void add_sheet(surface_builder& to, const sheet& of) {
    const bool fits =
        of.strands.size() >= 2 && of.rows >= 2 && of.columns_between >= 1 && of.front && of.back;
    JOUNCE_ASSERT(fits, "a sheet needs two strands, two rows and colours for both faces");
    if (!fits) {
        return;
    }
    const int gaps = static_cast<int>(of.strands.size()) - 1;
    thin_grid cloth;
    cloth.rows = of.rows;
    cloth.columns = gaps * of.columns_between + 1;
    cloth.thickness = of.thickness;
    for (int r = 0; r < cloth.rows; ++r) {
        const double along = static_cast<double>(r) / (cloth.rows - 1);
        for (int c = 0; c < cloth.columns; ++c) {
            const int from = std::min(c / of.columns_between, gaps - 1);
            const double t = static_cast<double>(c) / of.columns_between - from;
            const auto weights = [&](int strand) {
                const bone_chain& chain = of.strands[static_cast<std::size_t>(strand)];
                return chain.weights(along * chain.length());
            };
            thin_grid::node node;
            node.at = across_strands(of, along, from, t);
            node.by = blend(weights(from), weights(from + 1), t);
            node.front = of.front(node.at);
            node.back = of.back(node.at);
            cloth.nodes.push_back(node);
        }
    }
    add_thin_grid(to, cloth);
}

} // namespace jounce::procedural
