#pragma once

// A solver from outside: bones that bob up and down behind the animation. All that a solver needs is here;
// no file of jounce knows of it.

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/show_pose.hpp>
#include <jounce/systems/solver.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace toy {

inline constexpr jounce::solver_id bob_solver{"bob"};

/// What the solver needs of a kind.
struct bob_set {
    std::vector<std::int32_t> bones;
    float stiffness = 60; ///< 1/s^2
    float damping = 1.5F; ///< 1/s
};

inline const bob_set& set_of(const jounce::character_kind& kind) {
    return *static_cast<const bob_set*>(kind.springs.own.get());
}

/// A kind whose bones bob instead of what its springs did.
inline std::shared_ptr<const jounce::character_kind> bobbing(jounce::character_kind kind,
                                                             bob_set set) {
    kind.springs = {};
    kind.springs.solver = bob_solver;
    kind.springs.own = std::make_shared<const bob_set>(std::move(set));
    return std::make_shared<const jounce::character_kind>(std::move(kind));
}

struct bob {
    jounce::lane<float> height;   ///< model space
    jounce::lane<float> velocity; ///< per second
};
/// Written by bob.
struct bob_state {
    jounce::lane_vector<bob> bobs; ///< [bone of the set]
};
template <class Fit> void fit_lanes(bob_state& c, const jounce::character_kind& kind, Fit&& fit) {
    fit(c.bobs, set_of(kind).bones.size());
}
template <class Visit> void visit_lanes(bob_state& c, Visit&& visit) {
    jounce::visit_array<float>(c.bobs, visit);
}
inline void rest_lane(bob_state& c, const jounce::character_kind& kind, int lane) {
    for (std::size_t i = 0; i < c.bobs.size(); ++i) {
        const std::size_t bone = static_cast<std::size_t>(set_of(kind).bones[i]);
        c.bobs[i].height.v[lane] = kind.rig.rest_model[bone].translation.y;
        c.bobs[i].velocity.v[lane] = 0;
    }
}

/// Lets heights follow the animated ones. Reads  rigid_pose, frame_clock.  Writes  bob_state.
class bob_system : jounce::block_system<bob_state> {
public:
    static constexpr std::string_view name = "bob";
    static constexpr std::string_view element = "bobs";

    explicit bob_system(entt::registry& registry)
        : block_system(registry), clock_(&jounce::context<jounce::frame_clock>(registry)) {}
    void operator()(entt::entity entity, jounce::frame_scratch& scratch) const {
        const bob_set& set = set_of(kind_of(entity));
        const std::int32_t level = get<const jounce::block>(entity).level;
        // A coarser level steps less often, by more; frozen ones do not.
        const std::uint64_t every = std::uint64_t{1} << level;
        if (level >= jounce::frozen_level || clock_->frame % every != 0) {
            return;
        }
        const float dt = clock_->dt * static_cast<float>(every);
        for (std::size_t i = 0; i < set.bones.size(); ++i) {
            bob& to = get<bob_state>(entity).bobs[i];
            const auto& bone = scratch.rigid.bones[static_cast<std::size_t>(set.bones[i])];
            for (int l = 0; l < jounce::lane_count; ++l) {
                const float pull = bone.translation.y.v[l] - to.height.v[l];
                to.velocity.v[l] += dt * (set.stiffness * pull - set.damping * to.velocity.v[l]);
                to.height.v[l] += dt * to.velocity.v[l];
            }
        }
    }
    static std::size_t elements(const jounce::character_kind& kind) {
        return set_of(kind).bones.size();
    }

private:
    const jounce::frame_clock* clock_;
};

/// Reads  rigid_pose, bob_state.  Writes  bone_transforms.
class bob_pose_system : jounce::block_system<const bob_state, jounce::bone_transforms> {
public:
    static constexpr std::string_view name = "pose";
    static constexpr std::string_view element = "bones";

    using block_system::block_system;
    void operator()(entt::entity entity, jounce::frame_scratch& scratch) const {
        const jounce::character_kind& kind = kind_of(entity);
        jounce::bone_transforms& kept = get<jounce::bone_transforms>(entity);
        jounce::bone_transforms& out = shown_bones(kind, kept, scratch);
        jounce::show_animated(kind.rig, scratch.rigid, out);
        if (get<const jounce::block>(entity).level < jounce::frozen_level) {
            const bob_set& set = set_of(kind);
            for (std::size_t i = 0; i < set.bones.size(); ++i) {
                out.bones[static_cast<std::size_t>(set.bones[i])].translation.y =
                    get<const bob_state>(entity).bobs[i].height;
            }
        }
        jounce::keep_named(kind, out, kept);
    }
    static std::size_t elements(const jounce::character_kind& kind) {
        return kind.rig.parents.size();
    }
};

inline constexpr jounce::level_hooks levels{};
inline constexpr std::array components = {jounce::component_of<bob_state>()};
inline constexpr std::array systems = {jounce::system_of<bob_system>()};
inline constexpr jounce::solver solver = {
    .id = bob_solver,
    .components = components,
    .systems = systems,
    .pose = jounce::system_of<bob_pose_system>(),
    .springs = [](const jounce::character_kind& kind) { return set_of(kind).bones.size(); },
    .levels = &levels,
};

} // namespace toy
