#include "modules/decompose/made_animations.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>

namespace jounce::test {
namespace {

using decompose::mesh_animation;

/// A box whose six faces are grids with vertices of their own, as files have them.
void add_box(mesh_animation& to, const vec3<double>& centre, const vec3<double>& size,
             std::size_t cells) {
    for (std::size_t face = 0; face < 6; ++face) {
        const auto first = static_cast<std::uint32_t>(to.rest.size());
        const std::size_t axis = face % 3;
        for (std::size_t i = 0; i <= cells; ++i) {
            for (std::size_t j = 0; j <= cells; ++j) {
                double p[3];
                p[axis] = face < 3 ? 1 : -1;
                p[(axis + 1) % 3] = 2.0 * static_cast<double>(i) / static_cast<double>(cells) - 1;
                p[(axis + 2) % 3] = 2.0 * static_cast<double>(j) / static_cast<double>(cells) - 1;
                to.rest.push_back(centre +
                                  vec3<double>{size.x * p[0], size.y * p[1], size.z * p[2]});
            }
        }
        const auto row = static_cast<std::uint32_t>(cells + 1);
        for (std::uint32_t i = 0; i < cells; ++i) {
            for (std::uint32_t j = 0; j < cells; ++j) {
                const std::uint32_t a = first + i * row + j;
                to.triangles.insert(to.triangles.end(),
                                    {a, a + row, a + 1, a + 1, a + row, a + row + 1});
            }
        }
    }
}

} // namespace

mesh_animation moving_boxes(std::size_t boxes, std::size_t frames, std::size_t cells) {
    mesh_animation out;
    std::vector<vec3<double>> centres;
    std::vector<std::size_t> box_of;
    for (std::size_t b = 0; b < boxes; ++b) {
        centres.push_back({3 * static_cast<double>(b), 0.3 * static_cast<double>(b % 3), 0});
        add_box(out, centres.back(), {1, 0.6, 0.8}, cells);
        box_of.resize(out.rest.size(), b);
    }
    for (std::size_t t = 0; t < frames; ++t) {
        const double time = static_cast<double>(t + 1) / static_cast<double>(frames);
        for (std::size_t v = 0; v < out.rest.size(); ++v) {
            const std::size_t b = box_of[v];
            const double way = static_cast<double>(b) - static_cast<double>(boxes - 1) / 2;
            const vec3<double> axis =
                b % 2 == 0 ? vec3<double>{0, 0, 1} : vec3<double>{0, 0.6, 0.8};
            const quat<double> turn = axis_angle(axis, 1.1 * way * std::sin(3 * time));
            out.frames.push_back(centres[b] + rotate(turn, out.rest[v] - centres[b]) +
                                 vec3<double>{0.2 * way * time, time * time, 0.4 * way * time});
        }
    }
    out.takes = {{"boxes", 0, frames, 24}};
    return out;
}

mesh_animation stretched_box(std::size_t frames) {
    mesh_animation out;
    add_box(out, {0.5, 2, -1}, {1, 0.6, 0.8}, 3);
    for (std::size_t t = 0; t < frames; ++t) {
        const double time = static_cast<double>(t + 1) / static_cast<double>(frames);
        for (const vec3<double>& p : out.rest) {
            out.frames.push_back({(1 + 0.3 * time) * p.x + 0.2 * time * p.y + time,
                                  (1 - 0.25 * time) * p.y - 0.1 * time * p.z,
                                  p.z + 0.15 * time * p.x - 2 * time * time});
        }
    }
    out.takes = {{"stretch", 0, frames, 24}};
    return out;
}

mesh_animation bending_bar(std::size_t frames, std::size_t rings) {
    constexpr std::uint32_t sides = 8;
    mesh_animation out;
    for (std::size_t i = 0; i < rings; ++i) {
        for (std::size_t k = 0; k < sides; ++k) {
            const double angle = 2 * 3.14159265358979 * static_cast<double>(k) / sides;
            out.rest.push_back(
                {0.1 * static_cast<double>(i), 0.3 * std::cos(angle), 0.3 * std::sin(angle)});
            if (i + 1 < rings) {
                const auto a = static_cast<std::uint32_t>(i * sides + k);
                const auto b = static_cast<std::uint32_t>(i * sides + (k + 1) % sides);
                out.triangles.insert(out.triangles.end(),
                                     {a, b, a + sides, b, b + sides, a + sides});
            }
        }
    }
    const double length = 0.1 * static_cast<double>(rings - 1);
    for (std::size_t t = 0; t < frames; ++t) {
        const double time = static_cast<double>(t) / static_cast<double>(frames);
        for (const vec3<double>& p : out.rest) {
            const double along = p.x / length;
            const double bend = 1.4 * along * along * std::sin(6.2 * time);
            const quat<double> twist = axis_angle({1, 0, 0}, 1.2 * along * std::cos(6.2 * time));
            const vec3<double> round = rotate(twist, vec3<double>{0, p.y, p.z});
            out.frames.push_back({p.x * std::cos(bend / 2) - round.y * std::sin(bend),
                                  p.x * std::sin(bend / 2) + round.y * std::cos(bend), round.z});
        }
    }
    out.takes = {{"bend", 0, frames, 24}};
    return out;
}

mesh_animation keyed_box(std::size_t frames) {
    mesh_animation out;
    add_box(out, {0, 0, 0}, {1, 1, 1}, 1);
    for (std::size_t t = 0; t < frames; ++t) {
        const double time = static_cast<double>(t) / static_cast<double>(frames);
        const double stretch = std::sin(6.28 * time), lift = std::sin(3.14 * time);
        const double pull = time * time;
        for (const vec3<double>& p : out.rest) {
            const bool is_edge = p.x > 0 && p.y > 0, is_corner = p.x < 0 && p.y < 0 && p.z < 0;
            out.frames.push_back({p.x * (1 + 0.4 * stretch), p.y + (is_edge ? 0.7 * lift : 0),
                                  p.z - (is_corner ? 0.6 * pull : 0)});
        }
    }
    out.takes = {{"keys", 0, frames, 24}};
    return out;
}

mesh_animation waving_cloth(std::size_t frames, std::size_t cells) {
    mesh_animation out;
    const auto row = static_cast<std::uint32_t>(cells + 1);
    for (std::uint32_t i = 0; i < row; ++i) {
        for (std::uint32_t j = 0; j < row; ++j) {
            out.rest.push_back({static_cast<double>(i) / static_cast<double>(cells),
                                static_cast<double>(j) / static_cast<double>(cells), 0});
            if (i < cells && j < cells) {
                const std::uint32_t a = i * row + j;
                out.triangles.insert(out.triangles.end(),
                                     {a, a + row, a + 1, a + 1, a + row, a + row + 1});
            }
        }
    }
    for (std::size_t t = 0; t < frames; ++t) {
        const double time = 6.28 * static_cast<double>(t) / static_cast<double>(frames);
        for (const vec3<double>& p : out.rest) {
            const double high = 0.15 * p.x * std::sin(9 * p.x - time) +
                                0.1 * p.x * std::sin(5 * p.y + 7 * p.x + 2 * time);
            out.frames.push_back(
                {p.x - 0.5 * high * high, p.y + 0.05 * p.x * std::sin(time), high});
        }
    }
    out.takes = {{"wind", 0, frames, 24}};
    return out;
}

mesh_animation walking(mesh_animation from, double way) {
    const std::size_t frames = from.frame_count();
    for (std::size_t i = 0; i < from.frames.size(); ++i) {
        from.frames[i].x +=
            way * static_cast<double>(i / from.rest.size()) / static_cast<double>(frames);
    }
    return from;
}

vec3<double> played(const decompose::decomposition& made, const mesh_animation& from,
                    std::size_t frame, std::size_t vertex) {
    vec3<double> rest = from.rest[vertex];
    for (std::size_t k = 0; k < made.corrected.rank; ++k) {
        rest = rest + made.corrected.coefficients[frame * made.corrected.rank + k] *
                          made.corrected.basis[k * from.rest.size() + vertex];
    }
    vec3<double> place = {};
    for (const weights::bone_weight& one : made.weights.of(vertex)) {
        const affine<double>& bone = made.bone(frame, static_cast<std::size_t>(one.bone));
        place = place + one.weight * (bone.linear * rest + bone.translation);
    }
    return place;
}

double error_of(const decompose::decomposition& made, const mesh_animation& from) {
    double off = 0, motion = 0;
    const std::size_t frames = from.frame_count();
    for (std::size_t v = 0; v < from.rest.size(); ++v) {
        vec3<double> mean = {};
        for (std::size_t t = 0; t < frames; ++t) {
            mean = mean + (1 / static_cast<double>(frames)) * from.frame(t)[v];
        }
        for (std::size_t t = 0; t < frames; ++t) {
            const vec3<double> wrong = played(made, from, t, v) - from.frame(t)[v];
            const vec3<double> moved = from.frame(t)[v] - mean;
            off += dot(wrong, wrong);
            motion += dot(moved, moved);
        }
    }
    return 100 * std::sqrt(off / motion);
}

} // namespace jounce::test
