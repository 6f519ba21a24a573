#pragma once

// Characters of several kinds in a world with wind, colliders, platforms and teleports, whose input
// is a function of the frame's number alone: any run can be repeated from any frame.

#include "support/random_rigs.hpp"
#include "support/stable_block.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/stable/tick_system.hpp>

#include <taskflow/taskflow.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace jounce::test {

inline std::shared_ptr<const character_kind> hairy_kind() {
    spring_tuning tuning;
    tuning.gravity = 0.3;
    tuning.radius = 0.01;
    collider head;
    head.radius = 0.05F;
    return std::make_shared<const character_kind>(
        chain_kind<float>({.along = {0.6, -0.8, 0}}, tuning, {{"root", head}, {"link1", head}}));
}

/// Two strands that keep apart, one of which stretches.
inline std::shared_ptr<const character_kind> stranded_kind() {
    rig_builder bones;
    stable_builder springs;
    springs.chains_collide();
    bones.add(rig_builder::segment{"root", -1, {0, 0, 0}, {0, 0.2, 0}, false});
    spring_tuning tuning;
    tuning.radius = 0.03;
    tuning.drag = 1.5;
    for (int strand = 0; strand < 2; ++strand) {
        for (int i = 0; i < 3; ++i) {
            const std::string name =
                std::string(strand == 0 ? "left" : "right") + std::to_string(i);
            const double x = strand * 0.07;
            bones.add(rig_builder::segment{name,
                                           i == 0 ? 0 : strand * 3 + i,
                                           {x, -0.1 * i, 0},
                                           {x, -0.1 * (i + 1), 0},
                                           false});
            springs.add(name, tuning);
        }
        tuning.fixed_length = false;
    }
    character_kind kind;
    kind.rig = *bones.build<float>();
    kind.springs = *springs.build(kind.rig);
    kind.bind = make_rest_bind(kind.rig);
    return std::make_shared<const character_kind>(std::move(kind));
}

struct spring_crowd {
    entt::registry registry;
    std::vector<entt::entity> all;
    entt::entity ball;

    explicit spring_crowd(int characters = 34) {
        rig_recipe sheared;
        sheared.stretch = true;
        const std::vector<std::shared_ptr<const character_kind>> kinds = {
            hairy_kind(), stranded_kind(),
            std::make_shared<const character_kind>(random_kind<float>(1, sheared))};
        for (int i = 0; i < characters; ++i) {
            all.push_back(spawn(registry, kinds[static_cast<std::size_t>(i) % kinds.size()]));
        }
        // Holes, so that a compaction has something to do.
        for (const std::size_t gone : {1U, 4U, 6U, 9U, 12U}) {
            if (gone < all.size()) {
                despawn(registry, all[gone]);
            }
        }
        std::erase_if(all, [&](entt::entity who) { return !is_character(registry, who); });
        ball = registry.create();
        registry.emplace<world_collider>(ball).body.radius = 0.3F;
        context<world_forces>(registry).wind = {3, 0, 1};
        input(0);
    }

    /// All that a host does before a frame.
    void input(int frame) {
        const double t = frame * 0.02;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double phase = 0.7 * static_cast<double>(i);
            placement at;
            at.position = {std::cos(t + phase), 0.1 * std::sin(5 * t), std::sin(t + phase)};
            at.rotation = cast<float>(axis_angle<double>({0, 1, 0}, t + phase));
            spring_control control;
            control.teleport = frame % 17 == static_cast<int>(i) % 17;
            control.reset = frame % 31 == static_cast<int>(i) + 3;
            control.paused = frame % 40 > 30 && i == 2;
            if (control.teleport) {
                at.position.x += 50;
            }
            registry.emplace_or_replace<placement>(all[i], at);
            registry.emplace_or_replace<spring_control>(all[i], control);
            if (i % 4 == 0) {
                centre_space train;
                train.at.position = {10 * t, 0, 0};
                registry.emplace_or_replace<centre_space>(all[i], train);
            }
            dice roll(static_cast<std::uint32_t>(frame) * 131U + static_cast<std::uint32_t>(i));
            const character& home = registry.get<character>(all[i]);
            sway_lane(registry.get<local_pose>(home.block), *registry.get<block>(home.block).kind,
                      home.lane, roll);
        }
        registry.get<world_collider>(ball).at.position = {std::sin(9 * t), -0.1, std::cos(9 * t)};
    }
};

/// Frame rates: 30, 60, 144, and 0 for one that is never the same.
inline float dt_of(int rate, int frame) {
    if (rate > 0) {
        return 1.0F / static_cast<float>(rate);
    }
    dice roll(static_cast<std::uint32_t>(frame) + 7U);
    return static_cast<float>(roll.number(0.001, 0.06));
}

/// Runs frames on so many workers; 0: on the calling thread.
class runner {
public:
    runner(entt::registry& registry, int workers, schedule order = schedule::by_block)
        : systems_(registry, {.order = order, .measure = false, .workers = worker_use::always}) {
        if (workers > 0) {
            executor_ = std::make_unique<tf::Executor>(static_cast<std::size_t>(workers));
        }
    }
    frame_status run(float dt) {
        return executor_ != nullptr ? systems_.run(*executor_, dt) : systems_.run(dt);
    }

private:
    pipeline systems_;
    std::unique_ptr<tf::Executor> executor_;
};

/// Runs the frames from first to last and returns the state's hash after each.
inline std::vector<std::uint64_t> hashes_of(spring_crowd& crowd, runner& systems, int first,
                                            int last, int rate) {
    std::vector<std::uint64_t> hashes;
    for (int frame = first; frame < last; ++frame) {
        crowd.input(frame);
        systems.run(dt_of(rate, frame));
        hashes.push_back(state_hash(crowd.registry));
    }
    return hashes;
}

} // namespace jounce::test
