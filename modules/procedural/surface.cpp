#include <jounce/modules/procedural/surface.hpp>

#include <algorithm>

namespace jounce::procedural {

box_bounds rest_bounds(const surface& of) {
    if (of.vertices.positions.empty()) {
        return {};
    }
    const vec3<float>& first = of.vertices.positions.front();
    box_bounds out = {first, first};
    for (const vec3<float>& p : of.vertices.positions) {
        out.low = {std::min(out.low.x, p.x), std::min(out.low.y, p.y), std::min(out.low.z, p.z)};
        out.high = {std::max(out.high.x, p.x), std::max(out.high.y, p.y),
                    std::max(out.high.z, p.z)};
    }
    return out;
}

} // namespace jounce::procedural
