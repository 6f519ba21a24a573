#pragma once

#include <jounce/modules/bake/write_weights.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/weights/bind_surface.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Automatic weights for files: skins and weights written into glTF.
namespace jounce::binding {

/// What to bind, to which bones, and how.
struct bind_file_options {
    std::filesystem::path in;
    std::filesystem::path out;
    std::filesystem::path
        bones;               ///< a skeleton for a model without skins: .json or glTF; may be empty
    std::string root;        ///< name of the node where the bones begin; may be empty
    bool all_bones = false;  ///< bones that are usually left out get weight too (`choose_bones`)
    bool all_meshes = false; ///< meshes without a skin beside meshes with one get a skin too
    std::vector<std::string> without; ///< bones that get no weight
    weights::bind_options bind;       ///< its progress is not used, the argument of `bind_file` is
    int smooth = 0;                   ///< passes of smoothing after it
    bool keeps_weights = false;       ///< skins stay as they are; for helpers only
    std::string helpers; ///< a settings file, or `propose`, for helper bones; empty: none
    bake::weight_format format = bake::weight_format::u16;
};

/// A connected part of a mesh.
struct bound_part {
    std::string mesh;           ///< its name in the file, or where it is
    weights::part_report found; ///< its first vertex counts in the mesh's primitive
};

/// What was bound.
struct bind_file_report {
    std::size_t primitives = 0; ///< that got weights
    std::size_t vertices = 0;
    std::size_t joints = 0;             ///< of all skins that were used
    std::size_t bones_used = 0;         ///< those of them that may have got weight
    std::vector<std::string> idle;      ///< left out: moved no vertex before
    std::vector<std::string> far_roots; ///< left out: roots outside of the mesh
    std::size_t nodes_added = 0;        ///< of a given skeleton
    std::size_t skins_added = 0;
    std::size_t most_influences = 0; ///< of one vertex
    double rounding = 0; ///< largest difference of a stored weight from the computed one
    std::vector<std::string> helpers; ///< bones that were added for flesh and cloth
    std::vector<std::string> reasons; ///< of those that were proposed
    std::vector<bound_part> parts;
    weights::bind_report totals; ///< sums of all; no parts
    std::vector<std::string> warnings;
};

/// Called with a step and the share done of all steps, 0..1. Returns false to cancel.
using bind_progress = std::function<bool(std::string_view step, double share)>;

/// Reads a model, gives its meshes weights by `weights::bind_surface` and writes it as a .glb, as a whole or
/// not at all. Meshes with a skin get new weights for its joints; its inverse bind matrices stay. Other meshes
/// get a skin (`plan_binding`). Vertices keep their order, and all else in the file stays as it was.
///
/// Error names: `wrong_suffix`, `cannot_write` (also if `out` is the model itself), those of
/// `gltf::read_model`, `add_skeleton`, `plan_binding`, `weights::bind_surface` and `glb_document`;
/// `inconsistent` (bones are given to a model whose meshes have skins), `unknown_bone` (in `without`), `no_bone`
/// (all are left out); those of `bind_helpers`.
result<bind_file_report> bind_file(const bind_file_options& options,
                                   const bind_progress& tell = {});

} // namespace jounce::binding
