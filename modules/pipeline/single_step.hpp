#pragma once

#include <jounce/modules/pipeline/pipeline.hpp>

#include <entt/entt.hpp>

namespace jounce {

/// Runs one frame though `time_control::paused` is set, and leaves it as it was.
frame_status single_step(entt::registry& registry, pipeline& systems, float dt = 1.0F / 60);

} // namespace jounce
