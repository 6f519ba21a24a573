#pragma once

// Decomposed characters made by hand: a box of three parts that bends, stretches and shears.

#include "support/random_rigs.hpp"

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/modules/rig/make_affine_kind.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace jounce::test {

inline void append_rows(const affine<double>& map, std::vector<float>& to) {
    const mat3<double> rows = transposed(map.linear);
    const double last[] = {map.translation.x, map.translation.y, map.translation.z};
    for (int r = 0; r < 3; ++r) {
        const vec3<float> row = cast<float>(rows.column[r]);
        to.insert(to.end(), {row.x, row.y, row.z, static_cast<float>(last[r])});
    }
}

/// A clip of maps, [frame][joint]. Its rate is a power of two, so that times of frames are exact.
inline clip clip_of_maps(std::string name, std::span<const affine<double>> maps,
                         std::uint32_t joints, float rate = 32) {
    clip out;
    out.name = std::move(name);
    out.affine.frames_per_second = rate;
    out.affine.joint_count = joints;
    out.affine.frame_count = static_cast<std::uint32_t>(maps.size()) / joints;
    for (const affine<double>& map : maps) {
        append_rows(map, out.affine.rows);
    }
    out.duration = static_cast<float>(out.affine.frame_count - 1) / rate;
    return out;
}

/// Any maps, not far from the identity.
inline clip random_affine_clip(std::string name, std::uint32_t seed, std::uint32_t joints,
                               std::uint32_t frames) {
    dice roll(seed);
    std::vector<affine<double>> maps(std::size_t{joints} * frames);
    for (affine<double>& map : maps) {
        for (vec3<double>& column : map.linear.column) {
            column = column + roll.vector(0.4);
        }
        map.translation = roll.vector(1);
    }
    return clip_of_maps(std::move(name), maps, joints);
}

inline constexpr std::uint32_t box_joints = 3;

/// Where the parts turn.
inline std::vector<vec3<double>> box_centres() { return {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}; }

/// Parts 1 and 2 bend upwards about z at their centres, part 2 also becomes long and slanted. `most`: radians.
inline clip bending(std::string name, double most, std::uint32_t frames) {
    std::vector<affine<double>> maps;
    for (std::uint32_t f = 0; f < frames; ++f) {
        const double share = static_cast<double>(f) / (frames - 1);
        const mat3<double> turn = to_matrix(axis_angle<double>({0, 0, 1}, most * share));
        const mat3<double> slant = {{{1 + share, 0, 0}, {0.3 * share, 1, 0}, {0, 0, 1}}};
        const affine<double> first;
        const affine<double> second = {turn, vec3<double>{1, 0, 0} - turn * vec3<double>{1, 0, 0}};
        const mat3<double> linear = turn * turn * slant;
        const affine<double> third = {linear, second * vec3<double>{2, 0, 0} -
                                                  linear * vec3<double>{2, 0, 0}};
        maps.insert(maps.end(), {first, second, third});
    }
    return clip_of_maps(std::move(name), maps, box_joints);
}

inline clip_set box_clips() { return {{bending("bend", 0.9, 17), bending("back", -0.6, 9)}}; }

inline affine_character box_character() {
    return *make_affine_kind(*make_affine_rig(box_centres()), {}, box_clips());
}

/// The box with a tail of three springs on its last part.
inline affine_character tailed_box() {
    std::vector<rig_builder::segment> tail;
    stable_builder springs;
    spring_tuning tuning;
    tuning.gravity = 0.2;
    for (int i = 0; i < 3; ++i) {
        const std::string name = "tail" + std::to_string(i);
        tail.push_back({name, 2 + i, {2 + 0.2 * i, 0, 0}, {2.2 + 0.2 * i, 0, 0}, false});
        springs.add(name, tuning);
    }
    rig bones = *make_affine_rig(box_centres(), tail);
    spring_set set = *springs.build(bones);
    return *make_affine_kind(std::move(bones), std::move(set), box_clips());
}

/// A bar along x from 0 to 3, its vertices on rings of four, its weights going over between parts.
inline skinned_mesh box_mesh() {
    skinned_mesh out;
    out.first_influence.push_back(0);
    for (int ring = 0; ring <= 12; ++ring) {
        const double x = 0.25 * ring;
        for (int corner = 0; corner < 4; ++corner) {
            const double y = corner == 0 || corner == 3 ? -0.2 : 0.2;
            const double z = corner < 2 ? -0.2 : 0.2;
            out.positions.push_back(cast<float>(vec3<double>{x, y, z}));
            const double size = std::sqrt(2) * 0.2;
            out.normals.push_back(cast<float>(vec3<double>{0, y / size, z / size}));
            for (std::uint16_t j = 0; j < box_joints; ++j) {
                const double weight = std::max(0.0, 1 - std::abs(x - 0.5 - j));
                if (weight > 0 || (j == 0 && x < 0.5) || (j == 2 && x > 2.5)) {
                    const bool is_end = (j == 0 && x < 0.5) || (j == 2 && x > 2.5);
                    out.influences.push_back({j, static_cast<float>(is_end ? 1 : weight)});
                }
            }
            out.first_influence.push_back(static_cast<std::uint32_t>(out.influences.size()));
        }
    }
    return out;
}

inline std::vector<std::uint32_t> box_triangles() {
    std::vector<std::uint32_t> out;
    for (std::uint32_t ring = 0; ring < 12; ++ring) {
        for (std::uint32_t corner = 0; corner < 4; ++corner) {
            const std::uint32_t a = 4 * ring + corner;
            const std::uint32_t b = 4 * ring + (corner + 1) % 4;
            out.insert(out.end(), {a, a + 4, b, b, a + 4, b + 4});
        }
    }
    return out;
}

/// The rows of a clip at a place between frames, by the definition, in double.
inline std::vector<double> rows_at(const clip& source, double frame) {
    const affine_frames& frames = source.affine;
    const std::size_t count = std::size_t{frames.joint_count} * 12;
    const double last = static_cast<double>(frames.frame_count - 1);
    const double place = std::fmin(std::fmax(frame, 0), last);
    const std::size_t before = static_cast<std::size_t>(place);
    const std::size_t after = std::min(before + 1, std::size_t{frames.frame_count} - 1);
    std::vector<double> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double a = static_cast<double>(frames.rows[before * count + i]);
        const double b = static_cast<double>(frames.rows[after * count + i]);
        out[i] = a + (place - static_cast<double>(before)) * (b - a);
    }
    return out;
}

inline std::vector<double> identity_rows(std::size_t joints) {
    std::vector<double> out;
    for (std::size_t j = 0; j < joints; ++j) {
        out.insert(out.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
    }
    return out;
}

/// The farthest that the numbers of some rows are from those expected.
inline double farthest(std::span<const palette_row<float>> rows, std::span<const double> expected) {
    double most = rows.size() * 4 < expected.size() ? 1e9 : 0;
    for (std::size_t i = 0; i < expected.size() && i / 4 < rows.size(); ++i) {
        most = std::fmax(most, std::abs(static_cast<double>(rows[i / 4].v[i % 4]) - expected[i]));
    }
    return most;
}

} // namespace jounce::test
