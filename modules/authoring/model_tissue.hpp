#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace jounce::authoring {

/// Baked flesh, and the skin of a model that it was baked for.
struct model_tissue {
    tissue::baked_tissue baked;
    std::int32_t skin = 0;      ///< of `model::skins`
    std::filesystem::path file; ///< for messages
    tissue_run_options run;
    float weight = 1; ///< of `tissue_control`
};

/// Reads the flesh of a model: the chosen file, else the one that the settings name, relative to the settings file or,
/// for settings inside the model, to the model. Nothing if there is neither.
/// @param chosen  may be empty
/// @pre helpers are not in the model yet: they change the weights that the flesh was baked for
///
/// Error names: those of `read_tissue`; `other_mesh` if it was not baked for a skin of this model; `bad_uri` for a
/// path in a model that leads out of the model's folder.
result<std::optional<model_tissue>> find_tissue(const gltf::model& in, const spring_source& source,
                                                const std::filesystem::path& chosen = {});

/// Makes it ready to run for a kind of that model, with helpers or without. Error names: those of `make_tissue_set`.
result<std::shared_ptr<const tissue_set>> make_flesh(const model_tissue& of, const gltf::model& in,
                                                     const character_kind& kind);

} // namespace jounce::authoring
