#pragma once

#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/bake/bake_output.hpp>
#include <jounce/modules/bake/make_tracks.hpp>
#include <jounce/modules/bake/record_motion.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::bake {

/// Which bones a table has.
enum class table_choice : std::uint8_t {
    every_bone,
    springs, ///< those that springs may move: spring bones and all below them
};

struct bake_options {
    std::filesystem::path in;
    std::filesystem::path out;
    std::filesystem::path springs;   ///< may be empty: those in the model
    std::filesystem::path tissue;    ///< baked flesh; may be empty: that of the settings
    std::string clip;                ///< a name, or empty: all of them
    std::optional<solver_id> solver; ///< none: vrm for VRM springs, else stable
    /// Of springs under the vrm solver: 1 to the letter of the specification, more to keep tails outside
    /// of colliders (`vrm_description::contact_rounds`). None: as the springs have it.
    std::optional<std::int32_t> contact_rounds;
    /// Of the same: what the scale of nodes does to radii. None: as the springs have it.
    std::optional<vrm_radius_scale> radius_scale;
    record_options record;
    /// m; none: `default_tolerance` of the model's size for bones, `default_flesh_tolerance` for flesh
    std::optional<double> tolerance;
    /// Of a unit of the file. None: what the settings say, else what is likely (`likely_metres_per_unit`).
    /// Springs, tolerance and report are in metres by it.
    std::optional<double> metres_per_unit;
    std::optional<bake_format> format; ///< none: as the suffix of `out` says
    table_choice table = table_choice::every_bone;
    /// Clips that were baked before are used as they are. Otherwise the earlier bake is undone.
    bool keep_baked = false;
};

/// What became of one clip.
struct baked_clip {
    std::string name;
    double seconds = 0;
    std::size_t frames = 0;
    std::size_t tracks = 0;
    std::vector<std::string> moved; ///< bones that got a track
    std::size_t keys_before = 0;
    std::size_t keys_after = 0;
    double max_error = 0; ///< m
    double max_swing = 0; ///< m, largest distance of a bone's end from its place in the clip
    loop_report loop;
};

/// What became of flesh.
struct flesh_report {
    std::string from; ///< the file of baked flesh; empty: there is none
    std::size_t handles = 0;
    std::size_t targets = 0; ///< morph targets that each mesh of the skin got
    std::size_t bytes = 0;   ///< of targets and their tracks
    double max_error = 0;    ///< m, of a vertex in a frame, against what was simulated
    double max_swing = 0;    ///< m, the largest displacement of a vertex
};

struct bake_report {
    authoring::spring_origin origin = authoring::spring_origin::none;
    std::string springs_from; ///< for people
    solver_id solver = stable_solver;
    std::size_t spring_bones = 0;
    double extent = 0; ///< m, of the rig at rest
    double metres_per_unit = 1;
    std::vector<baked_clip> clips;
    flesh_report flesh;
    std::vector<std::string> table_bones; ///< csv and npy: in the order of the columns
    std::vector<std::string> warnings;
};

/// Called with the progress: `done` of `of`, frames of all clips, or steps of writing them. With
/// loops the number of periods is unknown: then each step is smaller than the one before.
using bake_progress = std::function<void(std::string_view what, std::size_t done, std::size_t of)>;

/// Reads a model, simulates its springs through its clips and writes the result, as a whole or not
/// at all. Error names: those of `choose_output`, `gltf::read_model`, `find_springs`,
/// `build_springs`, `find_tissue`, `make_flesh`, `write_flesh`, `record_motion` and `glb_document`; `unknown_clip`, `one_clip_only`,
/// `wrong_solver` also for rounds of colliders without the vrm solver; `no_springs` for a table of
/// springs without any; `baked_already` for an earlier bake that cannot be undone, or with
/// `keep_baked` has the same bones.
result<bake_report> bake_file(const bake_options& options, const bake_progress& tell = {});

} // namespace jounce::bake
