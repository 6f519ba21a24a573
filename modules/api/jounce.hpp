#pragma once

// All that a program of jounce::core needs: kinds, characters, clips, the pipeline, results to draw. Models
// from files, renderers and tools have headers of their own; docs/integration.md lists them.

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/version.hpp>
#include <jounce/components/base/warning.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/components/world/force_hook.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/host_input_report.hpp>
#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/snapshot_bytes.hpp>
#include <jounce/modules/crowd/socket.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/crowd/tick_hashes.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/pipeline/single_step.hpp>
#include <jounce/modules/profiling/cost_table.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/rig/constraint_builder.hpp>
#include <jounce/modules/rig/find_bone.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>
