#pragma once

#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>

namespace jounce::authoring {

/// Makes a model ready that is in memory, with springs from where they were found: the second half of
/// `read_character`, for programs that try many settings on one model.
/// @param options  `settings` and `surfaces` are not used: both were read already
///
/// Error names: those of `read_character` that are not about reading files of models and settings.
result<ready_character> make_character(gltf::model model, spring_source source,
                                       const character_options& options);

} // namespace jounce::authoring
