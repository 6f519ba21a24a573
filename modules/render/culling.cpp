#include <jounce/modules/render/culling.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::render {
namespace {

/// Of the distances involved: more than their rounding in float.
constexpr float slack = 1e-5F;

vec3<float> placed(const instance& at, const vec3<float>& p) {
    const palette_row<float>* r = at.rows;
    return {r[0].v[0] * p.x + r[0].v[1] * p.y + r[0].v[2] * p.z + r[0].v[3],
            r[1].v[0] * p.x + r[1].v[1] * p.y + r[1].v[2] * p.z + r[1].v[3],
            r[2].v[0] * p.x + r[2].v[1] * p.y + r[2].v[2] * p.z + r[2].v[3]};
}

/// How far a box reaches from its centre along a direction of the world.
float reach_along(const vec3<float>& n, const instance& at, const vec3<float>& half) {
    const palette_row<float>* r = at.rows;
    const auto axis = [&](int c) {
        return std::abs(n.x * r[0].v[c] + n.y * r[1].v[c] + n.z * r[2].v[c]);
    };
    return axis(0) * half.x + axis(1) * half.y + axis(2) * half.z;
}

} // namespace

void culling::aim(std::span<const frustum> frusta, const vec3<double>& origin) {
    frusta_.resize(frusta.size());
    for (std::size_t i = 0; i < frusta.size(); ++i) {
        frusta_[i] = frusta[i].planes;
        for (frustum_plane& plane : frusta_[i]) {
            plane.offset =
                static_cast<float>(static_cast<double>(plane.offset) +
                                   dot(cast<double>(plane.normal), origin - frusta[i].origin));
        }
    }
}

bool culling::sees(const instance& at, const vec3<float>& point) const noexcept {
    const vec3<float> p = placed(at, point);
    return std::any_of(frusta_.begin(), frusta_.end(), [&](const auto& planes) {
        return std::all_of(planes.begin(), planes.end(), [&](const frustum_plane& plane) {
            return dot(plane.normal, p) + plane.offset >= 0;
        });
    });
}

bool culling::hides(const instance& at, float scale, const model_box& box) const noexcept {
    const vec3<float> centre = placed(at, box.centre);
    const float rounding =
        slack *
        (std::abs(centre.x) + std::abs(centre.y) + std::abs(centre.z) +
         scale * (std::abs(box.centre.x) + std::abs(box.centre.y) + std::abs(box.centre.z)));
    const float radius = std::abs(scale) * box.radius * (1 + slack) + rounding;
    // NaN is not below anything, so what is not known is never hidden.
    return std::all_of(frusta_.begin(), frusta_.end(), [&](const auto& planes) {
        return std::any_of(planes.begin(), planes.end(), [&](const frustum_plane& plane) {
            const float inside = dot(plane.normal, centre) + plane.offset;
            if (!(inside < 0)) {
                return false;
            }
            const float doubt = slack * std::abs(plane.offset);
            return inside + radius + doubt < 0 ||
                   inside + reach_along(plane.normal, at, box.half) * (1 + slack) + rounding +
                           doubt <
                       0;
        });
    });
}

} // namespace jounce::render
