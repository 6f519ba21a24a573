#pragma once

// Surfaces that show which bones move them, for the exhibition of weights.

#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/weights/bind_surface.hpp>

#include <optional>

namespace demo {

/// The surface of a model in the colours of its bones, mixed by weight.
/// @param method  binds it anew to the bones that move it now; none: weights as they are
jounce::procedural::surface by_weights(const jounce::procedural::model& of,
                                       std::optional<jounce::weights::bind_method> method);

} // namespace demo
