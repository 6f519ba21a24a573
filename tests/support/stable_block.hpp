#pragma once

// A block under the stable solver, without ECS or Taskflow.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/stable/stable_frame.hpp>
#include <jounce/systems/stable/stable_pose.hpp>
#include <jounce/systems/stable/stable_view_of.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace jounce::test {

template <class Real> class stable_block {
public:
    explicit stable_block(basic_character_kind<Real> of)
        : kind(std::move(of)), data(make_block_data(kind)),
          grid(make_separation_grid<Real>(kind.springs.stable.springs.size())) {}

    stable_view<Real> view() { return stable_view_of(kind, data); }

    void frame(double dt) {
        clock.dt = static_cast<float>(dt);
        clock.time += static_cast<double>(clock.dt);
        ++clock.frame;
        fk(kind.rig, kind.springs, data.local, data.rigid);
        options.grid = &grid;
        const Real progress = run_ticks(view(), clock, options);
        stable_pose(pose_view_of(view()), progress, data.transforms);
    }
    void frames(int count, double dt) {
        for (int i = 0; i < count; ++i) {
            frame(dt);
        }
    }

    transform<Real> bone(std::size_t b, int lane = 0) const {
        return get_lane(data.transforms.bones[b], lane);
    }
    vec3<Real> tail(std::size_t b, int lane = 0) const {
        const transform<Real> t = bone(b, lane);
        return t.translation + t.scale * rotate(t.rotation, kind.rig.tail_local[b]);
    }
    vec3<Real> rigid_tail(std::size_t b, int lane = 0) const {
        const transform<Real> t = get_lane(data.rigid.bones[b], lane);
        return t.translation + t.scale * rotate(t.rotation, kind.rig.tail_local[b]);
    }
    /// How far the farthest tail is from where the animation has it.
    Real deviation(int lane = 0) const {
        Real most = 0;
        for (const stable_spring<Real>& s : kind.springs.stable.springs) {
            const std::size_t b = static_cast<std::size_t>(s.bone);
            most = std::max(most, length(tail(b, lane) - rigid_tail(b, lane)));
        }
        return most;
    }
    vec3<Real> deflection(std::size_t spring, int lane = 0) const {
        return get_lane(data.stable.springs[spring].deflection, lane);
    }
    void pose_all(std::size_t b, const transform<Real>& local) {
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(data.local.bones[b], lane, local);
        }
    }

    basic_character_kind<Real> kind;
    basic_block_data<Real> data;
    frame_clock clock;
    separation_grid<Real> grid;
    tick_options<Real> options;
};

/// A root of one bone and below it a chain of spring bones, all along a direction.
struct chain_recipe {
    int links = 4;
    double link_length = 0.1;
    vec3<double> along = {0, -1, 0};
    double tick_hertz = 120;
    double offset = 0; ///< of every link from its parent's tail, sideways: unconnected children
};

template <class Real>
basic_character_kind<Real>
chain_kind(const chain_recipe& recipe, const spring_tuning& tuning,
           const std::vector<std::pair<std::string, collider>>& bodies = {}) {
    rig_builder bones;
    bones.add(rig_builder::segment{"root", -1, {0, 0, 0}, {0, 0.2, 0}, false});
    vec3<double> head = {0, 0, 0};
    stable_builder springs;
    springs.tick_rate(recipe.tick_hertz);
    for (int i = 0; i < recipe.links; ++i) {
        const vec3<double> tail = head + recipe.link_length * recipe.along;
        const std::string name = "link" + std::to_string(i);
        bones.add(rig_builder::segment{name, i, head, tail, false});
        springs.add(name, tuning);
        head = tail + vec3<double>{recipe.offset, 0, 0};
    }
    for (const auto& [bone, body] : bodies) {
        springs.add(bone, body);
    }
    basic_character_kind<Real> kind;
    kind.rig = *bones.build<Real>();
    kind.springs = *springs.build(kind.rig);
    kind.bind = make_rest_bind(kind.rig);
    return kind;
}

} // namespace jounce::test
