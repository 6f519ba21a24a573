#include <jounce/modules/pipeline/single_step.hpp>

#include <jounce/components/world/clocks.hpp>
#include <jounce/systems/block_system.hpp>

namespace jounce {

frame_status single_step(entt::registry& registry, pipeline& systems, float dt) {
    time_control& control = context<time_control>(registry);
    const bool paused = control.paused;
    control.paused = false;
    const frame_status status = systems.run(dt);
    control.paused = paused;
    return status;
}

} // namespace jounce
