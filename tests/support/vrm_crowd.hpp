#pragma once

// A small crowd under the vrm solver.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace jounce::vrm_test {

/// A hip with a chain of four joints that hangs down beside a sphere.
inline std::shared_ptr<const character_kind> make_kind(bool centred = false) {
    rig_builder bones;
    bones.add(rig_builder::joint{.name = "hip", .tail = {0, 0.1, 0}});
    vrm_chain chain;
    chain.groups = {0};
    chain.centre = centred ? 0 : -1;
    for (int b = 1; b <= 5; ++b) {
        bones.add(rig_builder::joint{.name = "b" + std::to_string(b),
                                     .parent = b - 1,
                                     .translation = {0, b == 1 ? 0.0 : -0.1, 0},
                                     .tail = {0, -0.1, 0}});
        if (b < 5) {
            chain.joints.push_back({.bone = b,
                                    .tail_bone = b + 1,
                                    .hit_radius = 0.02,
                                    .stiffness = 0.8,
                                    .gravity_power = 0.4,
                                    .gravity_dir = {0, -1, 0.2},
                                    .drag_force = 0.2});
        }
    }
    vrm_description springs;
    springs.bodies = {{.bone = 0, .offset = {0.1, -0.3, 0}, .radius = 0.06}};
    springs.groups = {{"body", {0}}};
    springs.chains = {chain};
    const rig made = *bones.build<float>();
    auto kind = std::make_shared<character_kind>();
    kind->rig = made;
    kind->springs = *vrm_builder(springs).build(made);
    kind->bind = make_rest_bind(made);
    return kind;
}

/// From standing on: a motion starts with the second frame.
inline placement path(double t) {
    placement out;
    out.position = {0.4 * std::sin(3 * t), 0.1 * std::sin(5 * t), 0.3 * (1 - std::cos(2 * t))};
    out.rotation = cast<float>(axis_angle<double>({0, 1, 0}, 0.9 * std::sin(2 * t)));
    return out;
}

inline vec3<float> tail_of(entt::registry& registry, entt::entity who, std::int32_t bone) {
    const transform<float> t = bone_of(registry, who, bone);
    return t.translation + t.scale * rotate(t.rotation, vec3<float>{0, -0.1F, 0});
}

inline vrm_spring_state<float>& state_of(entt::registry& registry, entt::entity who,
                                         std::size_t s) {
    return registry.get<vrm_state>(registry.get<character>(who).block).springs[s];
}

struct crowd {
    std::shared_ptr<const character_kind> kind = make_kind();
    entt::registry registry;
    pipeline systems;
    std::vector<entt::entity> all;
    int frame = 0;

    explicit crowd(int count, schedule order = schedule::by_block)
        : systems(registry, {.order = order, .workers = worker_use::always}) {
        for (int i = 0; i < count; ++i) {
            all.push_back(spawn(registry, kind));
        }
    }
    void move() {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (is_character(registry, all[i])) {
                registry.get<placement>(all[i]) = path(frame / 50.0 + 0.1 * static_cast<double>(i));
            }
        }
        ++frame;
    }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            move();
            systems.run(1.0F / 50);
        }
    }
};

} // namespace jounce::vrm_test
