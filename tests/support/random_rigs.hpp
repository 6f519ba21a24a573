#pragma once

// Rigs, poses and springs made from a seed: properties must hold for any of them.

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <cstdint>
#include <random>
#include <string>

namespace jounce::test {

class dice {
public:
    explicit dice(std::uint32_t seed) : engine_(seed) {}

    double number(double least, double most) {
        // std::uniform_real_distribution differs between standard libraries; this does not.
        return least + (most - least) * (static_cast<double>(engine_()) / 4294967296.0);
    }
    int whole(int least, int most) {
        return least + static_cast<int>(engine_() % static_cast<std::uint32_t>(most - least + 1));
    }
    vec3<double> vector(double size) {
        return {number(-size, size), number(-size, size), number(-size, size)};
    }
    quat<double> rotation() {
        for (;;) {
            const quat<double> q = {number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)};
            const double norm2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
            if (norm2 > 0.01 && norm2 < 1) {
                return normalised(q);
            }
        }
    }

private:
    std::mt19937 engine_;
};

struct rig_recipe {
    int bones = 12;
    bool stretch = false; ///< rest scale differs by axis
    bool mirror = false;  ///< some of it negative
    double spring_fraction = 0.5;
    palette_mode mode = palette_mode::diagonal;
};

inline rig_builder random_bones(dice& roll, const rig_recipe& recipe) {
    rig_builder bones;
    for (int b = 0; b < recipe.bones; ++b) {
        rig_builder::joint joint;
        joint.name = "bone" + std::to_string(b);
        joint.parent = b == 0 ? -1 : roll.whole(0, b - 1);
        joint.rotation = roll.rotation();
        joint.translation = roll.vector(0.5);
        const double scale = roll.number(0.7, 1.4);
        joint.scale = {scale, scale, scale};
        if (recipe.stretch) {
            joint.scale = {roll.number(0.6, 1.5), roll.number(0.6, 1.5), roll.number(0.6, 1.5)};
        }
        if (recipe.mirror && b % 3 == 1) {
            joint.scale.x = -joint.scale.x;
        }
        joint.tail = {roll.number(0.1, 0.5), roll.number(-0.3, 0.3), roll.number(-0.3, 0.3)};
        bones.add(joint);
    }
    return bones;
}

inline spring_settings random_settings(dice& roll) {
    spring_settings s;
    s.mass = roll.number(1, 3);
    s.stiffness = roll.number(50, 150);
    s.damping = roll.number(5, 25);
    s.velocity_scale = roll.number(0.4, 0.6);
    s.hook = roll.whole(0, 2) * 0.5;
    s.fixed_length = roll.whole(0, 1) == 1;
    s.edge_constraint = roll.whole(0, 1) == 1;
    s.compliance = roll.number(0, 0.01);
    return s;
}

template <class Real>
basic_character_kind<Real> random_kind(std::uint32_t seed, const rig_recipe& recipe) {
    dice roll(seed);
    basic_character_kind<Real> kind;
    kind.rig = *random_bones(roll, recipe).build<Real>();
    reference_builder springs;
    for (const std::string& name : kind.rig.names) {
        if (roll.number(0, 1) < recipe.spring_fraction) {
            springs.add(name, random_settings(roll));
        }
    }
    kind.springs = *springs.build(kind.rig);
    kind.bind = make_rest_bind(kind.rig, recipe.mode);
    return kind;
}

/// Turns every bone of one lane a little away from rest.
template <class Real>
void sway_lane(basic_local_pose<Real>& pose, const basic_character_kind<Real>& kind, int lane,
               dice& roll) {
    rest_lane(pose, kind, lane);
    for (std::size_t b = 0; b < pose.bones.size(); ++b) {
        transform<Real> local = get_lane(pose.bones[b], lane);
        const vec3<double> w = roll.vector(0.2);
        const quat<double> turn = normalised(quat<double>{w.x, w.y, w.z, 1});
        local.rotation = normalised(local.rotation * cast<Real>(turn));
        local.translation = local.translation + cast<Real>(roll.vector(0.05));
        local.scale *= static_cast<Real>(roll.number(0.9, 1.1));
        set_lane(pose.bones[b], lane, local);
    }
    for (std::size_t b = 0; b < pose.stretch.size(); ++b) {
        const vec3<Real> rest = get_lane(pose.stretch[b], lane);
        const vec3<Real> by = cast<Real>(roll.vector(0.2));
        set_lane(pose.stretch[b], lane,
                 {rest.x * (1 + by.x), rest.y * (1 + by.y), rest.z * (1 + by.z)});
    }
}

template <class Real>
void sway_all(basic_local_pose<Real>& pose, const basic_character_kind<Real>& kind, dice& roll) {
    for (int lane = 0; lane < lane_count; ++lane) {
        sway_lane(pose, kind, lane, roll);
    }
}

} // namespace jounce::test
