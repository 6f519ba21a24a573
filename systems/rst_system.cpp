#include <jounce/systems/rst_system.hpp>

#include <jounce/systems/block_system.hpp>
#include <jounce/systems/deflect.hpp>
#include <jounce/systems/rst.hpp>
#include <jounce/systems/tick_range.hpp>
#include <jounce/systems/vrm_pose.hpp>

namespace jounce {

rst_system::rst_system(entt::registry& registry)
    : block_system(registry), clock_(&context<frame_clock>(registry)) {}

void rst_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const archetype& kind = kind_of(entity);
    bone_transforms& kept = get<bone_transforms>(entity);
    bone_transforms& out = shown_bones(kind, kept, scratch);
    if (kind.springs.solver == solver_kind::reference) {
        rst(kind.rig, kind.springs, scratch.rigid, get<const dynamic_pose>(entity), out);
        return;
    }
    if (kind.springs.solver == solver_kind::vrm) {
        const basic_vrm_set<float>& set = kind.springs.vrm;
        const tick_range range = ticks_of(static_cast<double>(set.tick_seconds), 0, *clock_, 1);
        const vrm_view<float> view = {kind.rig,
                                      set,
                                      get<const local_pose>(entity),
                                      scratch.rigid,
                                      get<conditions>(entity),
                                      get<vrm_state>(entity),
                                      get<vrm_walk>(entity)};
        vrm_pose(view, static_cast<float>(range.shown), out);
        return;
    }
    const basic_stable_set<float>& set = kind.springs.stable;
    const int level = get<const block>(entity).level;
    if (level >= detail_levels) {
        static const spring_set none; // frozen: the animated pose
        rst(kind.rig, none, scratch.rigid, get<const dynamic_pose>(entity), out);
        return;
    }
    const tick_range range = ticks_of(static_cast<double>(set.tick_seconds), level, *clock_, 1);
    const stable_view<float> view = {kind.rig,
                                     set,
                                     get<const local_pose>(entity),
                                     scratch.rigid,
                                     get<pose_history>(entity),
                                     get<conditions>(entity),
                                     get<block_colliders>(entity),
                                     get<swing>(entity),
                                     scratch.walk,
                                     kept};
    deflect(view, static_cast<float>(range.shown), out);
}

} // namespace jounce
