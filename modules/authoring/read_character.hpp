#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// From a file to a character that can be spawned, its springs included.
namespace jounce::authoring {

/// A chain of springs that was only guessed: its bones look as if they should swing.
struct suggested_springs {
    std::vector<std::string> bones = {}; ///< parents first
    std::string preset = {};
    std::string why = {}; ///< in words
};

/// A model with everything that moves it.
struct ready_character {
    gltf::model model = {}; ///< with the helper bones of its settings; for its meshes
    gltf::ready_kind kind = {};
    std::string springs_from = {}; ///< for people: the file, the place in the model, or "suggested"
    std::vector<suggested_springs> suggested =
        {}; ///< all springs there are, if they were suggested
    std::size_t spring_count = 0;
    /// Of the model: what its settings say, else what its size makes likely. `spawn` places
    /// characters at this scale, and their springs, settings and colliders use it.
    float metres_per_unit = 1;
    /// Of `model::skins`, whose vertices the flesh of `kind.kind->tissue` moves, in the order of `tissue::skin_of`;
    /// -1: there is no flesh.
    std::int32_t tissue_skin = -1;
    std::vector<std::string> warnings = {}; ///< what was repaired, left out or guessed
};

/// Options of `read_character`.
struct character_options {
    std::filesystem::path settings = {}; ///< a file of spring settings; may be empty
    bool suggest = true;                 ///< false: a model without springs of its own has none
    /// Of the file's lengths, 1e-4 to 1e4. None: as its settings say, else as its size makes likely.
    std::optional<double> metres_per_unit = {};
    /// Ticks per second of the stable solver, 1 to 10000. None: as its settings say, else 120.
    std::optional<double> tick_rate = {};
    /// Whether its chains push each other apart, as the stable solver can. None: as its settings say.
    std::optional<bool> chains_collide = {};
    /// A file of baked tissue. Empty: the one that the settings name, if they name one.
    std::filesystem::path tissue = {};
    /// How its flesh runs. None: as the settings say.
    std::optional<tissue_run_options> tissue_run = {};
    /// Images and tangents, for programs that draw.
    gltf::surface_options surfaces = {};
};

/// Reads a .gltf, .glb or .vrm file and makes it ready for `gltf::spawn`: clips, morph targets,
/// helper bones, constraints of VRM, and springs. Those come from the settings file if one is
/// given, else from the model (its extras, then VRM), else they are what `jounce suggest` would
/// propose: `suggested` lists them, with a warning. Options that the vrm solver does not support
/// (ticks of another length, chains that collide) are ignored with a warning.
///
/// Flesh that was baked for the model (`jounce tissue bake`) is read too, if the options or the settings name its file.
///
/// A decomposed file with flexible bones plays exactly: the palette of its kind has mode `matrix` (draw it with
/// `skin_method::linear`). Springs hang on such bones by helpers.
///
/// Error names: `bad_unit`, `bad_setting` (a tick rate out of range), `unsupported` (a spring on a flexible bone), those of `gltf::read_model`, `read_spring_file`, `find_tissue`, `make_tissue_set`, `read_vrm`, of the builders
/// of springs and constraints, and of `make_kind`. Messages name the file.
result<ready_character> read_character(const std::filesystem::path& file,
                                       const character_options& options = {});

} // namespace jounce::authoring
