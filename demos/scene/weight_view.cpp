#include "weight_view.hpp"

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace demo {

using namespace jounce;

namespace {

using colour = std::array<double, 3>;

/// Neighbouring bones have hues far apart: steps of the golden angle.
colour colour_of(std::size_t bone) {
    const double hue = std::fmod(0.618034 * static_cast<double>(bone), 1.0) * 6;
    const auto wave = [hue](double shift) {
        const double at = std::fmod(hue + shift, 6.0);
        return 0.25 + 0.7 * std::clamp(std::abs(at - 3) - 1, 0.0, 1.0);
    };
    return {wave(0), wave(4), wave(2)};
}

/// Bones that move some vertex, as segments at rest.
std::vector<weights::bone_segment> segments_of(const procedural::model& of) {
    const rig& bones = of.kind->rig;
    std::vector<std::uint8_t> is_used(bones.names.size(), 0);
    for (const influence& one : of.shape->vertices.influences) {
        is_used[one.joint] |= one.weight > 0 ? 1 : 0;
    }
    std::vector<weights::bone_segment> out;
    for (std::size_t b = 0; b < is_used.size(); ++b) {
        if (is_used[b] != 0) {
            const affine<double> rest = to_affine(cast<double>(bones.rest_model[b]));
            out.push_back({static_cast<std::int32_t>(b), rest.translation,
                           rest * cast<double>(bones.tail_local[b])});
        }
    }
    return out;
}

void bind_again(const procedural::model& of, weights::bind_method method,
                procedural::surface& shape) {
    std::vector<vec3<double>> places;
    for (const vec3<float>& p : shape.vertices.positions) {
        places.push_back(cast<double>(p));
    }
    weights::bind_options options;
    options.method = method;
    const auto bound = weights::bind_surface({places, shape.triangles}, segments_of(of), options);
    JOUNCE_ASSERT(bound, "a procedural mesh must be bindable");
    shape.vertices.influences.clear();
    shape.vertices.first_influence = {0};
    for (std::size_t v = 0; v < places.size(); ++v) {
        for (const weights::bone_weight& one : bound->weights.of(v)) {
            shape.vertices.influences.push_back(
                {static_cast<std::uint16_t>(one.bone), static_cast<float>(one.weight)});
        }
        shape.vertices.first_influence.push_back(
            static_cast<std::uint32_t>(shape.vertices.influences.size()));
    }
}

} // namespace

procedural::surface by_weights(const procedural::model& of,
                               std::optional<weights::bind_method> method) {
    procedural::surface out = *of.shape;
    if (method) {
        bind_again(of, *method, out);
    }
    for (std::size_t v = 0; v < out.colours.size(); ++v) {
        colour mixed{};
        for (std::uint32_t i = out.vertices.first_influence[v];
             i < out.vertices.first_influence[v + 1]; ++i) {
            const influence& one = out.vertices.influences[i];
            const colour own = colour_of(one.joint);
            for (std::size_t c = 0; c < 3; ++c) {
                mixed[c] += static_cast<double>(one.weight) * own[c];
            }
        }
        out.colours[v] = 0xff000000U;
        for (std::size_t c = 0; c < 3; ++c) {
            const auto byte =
                static_cast<std::uint32_t>(std::lround(255 * std::clamp(mixed[c], 0.0, 1.0)));
            out.colours[v] |= byte << (8 * c);
        }
    }
    return out;
}

} // namespace demo
