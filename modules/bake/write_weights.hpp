#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/bake/glb_document.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace jounce::bake {

/// How weights are stored.
enum class weight_format : std::uint8_t {
    f32, ///< floats; sums are off by what floats cannot say
    u16, ///< normalised; sums are exact, a weight is off by less than 1/65535
    u8,  ///< normalised; sums are exact, a weight is off by less than 1/255
};

/// Weights of the vertices of a primitive.
struct vertex_weights {
    std::span<const std::uint32_t> first; ///< [vertex + 1], ascending
    std::span<const influence>
        influences;               ///< ranges given by `first`; a vertex has each joint once
    std::int32_t first_joint = 0; ///< subtracted: the file counts joints of a skin from 0
};

/// Accessors that hold the weights of a primitive.
struct stored_weights {
    nlohmann::ordered_json attributes; ///< JOINTS_0, WEIGHTS_0, JOINTS_1, ...: accessors
    double rounding = 0;               ///< largest difference of a stored weight from the given one
};

/// Adds weights to a document: the heaviest first, as many sets of four as the vertex with the most
/// joints needs. Those of a vertex are made to sum to one. Unused places have joint 0 and weight 0.
/// Joints are bytes where all indices fit.
stored_weights add_weights(glb_document& document, const vertex_weights& weights,
                           weight_format format);

/// Lets a primitive have these weights instead of any others.
/// @return  false if the document has no such primitive with attributes
bool set_weights(glb_document& document, std::size_t mesh, std::size_t primitive,
                 const stored_weights& weights);

/// Adds inverse bind matrices; gives their accessor.
std::int32_t add_matrices(glb_document& document, std::span<const affine<double>> matrices);

/// Whether a member of the document is a list that has an object at `index`.
bool has_object(const nlohmann::ordered_json& document, const char* list, std::size_t index);

} // namespace jounce::bake
