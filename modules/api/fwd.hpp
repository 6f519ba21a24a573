#pragma once

// Forward declarations of jounce::core, for your headers that only name its types.

#include <cstdint>

/// Secondary motion of skinned characters: bones become springs, eight characters at a time. A program
/// makes a kind (`make_kind`), spawns characters of it (`spawn`) and calls `pipeline::run` once per frame.
/// Metres, seconds, kilograms and radians unless a comment says otherwise.
namespace jounce {

template <class Real> struct vec3;
template <class Real> struct quat;
template <class Real> struct transform;
template <class Real> struct basic_rig;
template <class Real> struct basic_spring_set;
template <class Real> struct basic_skin_binding;
template <class Real> struct basic_character_kind;
template <class Real> struct basic_local_pose;
template <class Real> struct basic_bone_transforms;
template <class Real> struct basic_palette;
template <class Real> struct palette_row;
using rig = basic_rig<float>;
using spring_set = basic_spring_set<float>;
using skin_binding = basic_skin_binding<float>;
using character_kind = basic_character_kind<float>;
using local_pose = basic_local_pose<float>;
using bone_transforms = basic_bone_transforms<float>;
using palette = basic_palette<float>;

struct block;
struct centre_space;
struct character;
struct clip;
struct clip_player;
struct clip_set;
struct collider;
struct detail_budget;
struct detail_control;
struct detail_report;
struct error;
struct force_hook;
struct frame_clock;
struct morph_weights;
struct pipeline_options;
struct placement;
struct snapshot;
struct spring_control;
struct spring_tuning;
struct time_control;
struct tissue_control;
struct world_collider;
struct world_forces;

class pipeline;
class profiler;
class reference_builder;
class rig_builder;
class stable_builder;
class system_stats;
class vrm_builder;
template <class Value> class result;

enum class frame_status : std::uint8_t;
enum class palette_mode : std::uint8_t;
enum class schedule : std::uint8_t;
enum class worker_use : std::uint8_t;

} // namespace jounce
