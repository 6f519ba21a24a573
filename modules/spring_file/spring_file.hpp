#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>
#include <jounce/modules/tuning/tuning_curve.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

// Spring settings of a character as a JSON file; docs/springs.md describes the format. Files are not
// trusted: sizes are bounded, numbers finite and in range, names known.

inline constexpr int spring_file_version = 1; ///< that is written; later ones are refused
inline constexpr std::uint64_t max_spring_file_bytes = 1ULL
                                                       << 20U; ///< larger files are refused unread
/// @{
/// Files with more than this are refused: the memory that a file asks for is bounded.
inline constexpr std::size_t max_spring_entries = 4096;
inline constexpr std::size_t max_file_colliders = 256;
inline constexpr std::size_t max_file_helpers = 256;
/// @}

/// Bones that share settings: a preset or the defaults, then overrides, then curves.
struct spring_entry {
    std::vector<std::string> bones;  ///< in the order of the chain, or patterns (`hair_*`); or
    std::string chain;               ///< this bone and all below it; or all that match a pattern
    std::vector<std::string> except; ///< names or patterns that are left out of these
    std::string preset;              ///< empty: the defaults of `spring_tuning`
    spring_tuning tuning;            ///< only the fields in `overridden` count
    std::vector<std::string> overridden; ///< names of fields, in the order of `tuning_fields`
    std::vector<tuning_curve> curves;    ///< each replaces the preset's curve of the same field
};

/// A collider of the file, by the name of its bone.
struct collider_entry {
    std::string bone;
    collider shape; ///< along the bone's axes, m; `rotation` has unit length
};

/// A bone that the model does not have, for flesh or cloth without bones of its own. Model space at rest, m.
struct helper_entry {
    std::string name;
    std::string parent; ///< a bone of the model, or a helper before this one
    vec3<double> head;
    vec3<double> tail; ///< may be the head: `is_point`
    double reach = 0;  ///< m, vertices nearer than this follow it; 0: its own length
    double share = 1;  ///< 0..1, of the parent's weight that the nearest vertices give to it
    /// Reaches along the surface, to where it is visible, instead of straight through the air: the arm
    /// beside a belly does not follow the belly.
    bool along_surface = false;
    bool from_all = false; ///< takes weight from all bones there, not from its parent alone
};
/// A point handle: its head is its tail. It moves what is near without turning it, and needs a reach.
bool is_point(const helper_entry& of);

/// Flesh of the character: which bake, and how it runs.
struct tissue_entry {
    std::string file; ///< what `jounce tissue bake` wrote, relative to the file of settings
    tissue_run_options run;
    double weight = 1; ///< of `tissue_control`, which `spawn` gives to characters
};

/// All lengths are in metres, whatever unit the model is in.
struct spring_file {
    std::filesystem::path file; ///< where it came from, for messages
    std::string text;           ///< as it was read, for lines in messages; may be empty
    std::string name;
    std::optional<double> metres_per_unit; ///< of the model; none: as its size makes likely
    std::optional<double> tick_rate; ///< per second, `least_tick_rate` on; none: the builder's own
    bool chains_collide = false;     ///< chains of the character push each other apart
    std::vector<spring_entry> springs;
    std::vector<collider_entry> colliders;
    std::vector<helper_entry> helpers;
    std::optional<tissue_entry> tissue; ///< none: no flesh
};

/// Reads a file of settings. Error messages name the file, the place in it (JSON pointer), the cause and a remedy. Error names:
/// `missing_file`, `not_a_file`, `too_large`, `unreadable`, `bad_json`, `too_deep`, `duplicate_key`,
/// `newer_version`, `wrong_type`, `missing_member`, `out_of_range`, `unknown_key`, `unknown_field`,
/// `unknown_preset`, `unknown_value`, `bad_setting`, `bad_curve`, `bad_bones`, `bad_collider`, `bad_helper`.
result<spring_file> read_spring_file(const std::filesystem::path& file);

/// The same for text; `name` stands for the file in messages.
result<spring_file> parse_spring_file(std::string_view text, const std::filesystem::path& name);

/// The text of a file. Reading it gives the same numbers to the last bit, and writing that the same
/// text. Bytes of names that are not UTF-8 are replaced.
std::string write_spring_file(const spring_file& springs);

/// Writes the file as a whole or not at all: to a new file that is then renamed. Settings that
/// could not be read back are not written. Error names: `cannot_write`, and those of
/// `parse_spring_file`.
result<void> save_spring_file(const spring_file& springs, const std::filesystem::path& file);

/// The settings of one bone after presets, overrides and curves.
struct bone_tuning {
    std::string bone;
    spring_tuning tuning;
};

/// The settings of every spring bone, in the order of the file; bones of a `chain` and those found by
/// patterns in the order of the rig. For curves the position runs evenly from 0 at the first bone of a
/// list to 1 at the last; for the others from the topmost bone of the entry to each end, counting the
/// entry's bones, and for a bone that several ends share, to the one with most bones on the way.
/// Error names: `unknown_bone`, `duplicate_spring`, `unknown_preset`, `unknown_field`,
/// `bad_setting`, `bad_curve`, `bad_bones`.
result<std::vector<bone_tuning>> tunings_of(const spring_file& springs, const rig& bones);

/// A collider with its bone looked up.
struct placed_collider {
    std::int32_t bone = 0; ///< index into the rig
    collider shape;
};

/// The colliders with their bones looked up, in the frames of those: in units of the rig, and smaller
/// by as much as a bone's rest pose scales what is in it. Error name: `unknown_bone`.
result<std::vector<placed_collider>> colliders_of(const spring_file& springs, const rig& bones);

} // namespace jounce
