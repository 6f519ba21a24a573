#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <vector>

namespace jounce::bench {

/// A skin of tubes around the bones at rest, about `vertices` of them, each moved by the four nearest
/// bones (or as many as there are).
skinned_mesh make_tubes(const rig& bones, std::int64_t vertices);

/// Kernels beside the ordinary way, on this thread: fk of everyone and of the few that fit in cache,
/// fk and palette at once, palette, springs and what follows from them (see `race_springs`), skinning
/// by matrices and by dual quaternions. Both sides take turns, and the best turn of each counts.
/// Poses are those that the registry has; they and what follows from them are written again.
std::vector<kernel_cost> race_kernels(entt::registry& registry, const procedural::model& of,
                                      const bench_options& options);

} // namespace jounce::bench
