#pragma once

#include <jounce/modules/bake/make_tracks.hpp>
#include <jounce/modules/bake/record_motion.hpp>
#include <jounce/modules/bake/spring_source.hpp>
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

/// What is written.
enum class bake_format : std::uint8_t {
    glb, ///< the model with its motion, for any viewer
    csv, ///< where bones are in every frame, a line each
    npy, ///< the same as an array for numpy
};

struct bake_options {
    std::filesystem::path in;
    std::filesystem::path out;
    std::filesystem::path springs;     ///< may be empty: those in the model
    std::string clip;                  ///< a name, or empty: all of them
    std::optional<solver_kind> solver; ///< none: vrm for VRM springs, else stable
    /// Of springs under the vrm solver: 1 to the letter of the specification, more to keep tails outside
    /// of colliders (`vrm_description::contact_rounds`). None: as the springs have it.
    std::optional<std::int32_t> contact_rounds;
    /// Of the same: what the scale of nodes does to radii. None: as the springs have it.
    std::optional<vrm_radius_scale> radius_scale;
    record_options record;
    std::optional<double> tolerance; ///< m; none: `default_tolerance` of the model's size
    bake_format format = bake_format::glb;
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
    double max_swing = 0; ///< m, farthest that a bone's end is from where the clip has it
    loop_report loop;
};

struct bake_report {
    spring_origin origin = spring_origin::none;
    std::string springs_from; ///< for people
    solver_kind solver = solver_kind::stable;
    std::size_t spring_bones = 0;
    double extent = 0; ///< m, of the rig at rest
    std::vector<baked_clip> clips;
    std::vector<std::string> table_bones; ///< csv and npy: in the order of the columns
    std::vector<std::string> warnings;
};

/// Told what is being done: `clip`, frame `done` of `of`.
using bake_progress = std::function<void(std::string_view clip, std::size_t done, std::size_t of)>;

/// Reads a model, simulates its springs through its clips and writes what comes out, whole or not at
/// all. Error names: those of `gltf::read_model`, `find_springs`, `build_springs`, `record_motion` and
/// `glb_document`; `unknown_clip`, `one_clip_only`, `wrong_solver` also for rounds of colliders without
/// the vrm solver.
result<bake_report> bake_file(const bake_options& options, const bake_progress& tell = {});

} // namespace jounce::bake
