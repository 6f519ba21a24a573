#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/bake/write_weights.hpp>
#include <jounce/modules/binding/bind_groups.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <span>

namespace jounce::binding {

/// What was added to a document.
struct written_binding {
    std::size_t primitives = 0;
    std::size_t skins = 0;
    double rounding = 0; ///< as of `bake::stored_weights`
};

/// Writes skins and weights into the document that the model was read from. A mesh that several nodes use is
/// copied where these are bound differently; its data is shared.
/// Error name: `bad_mesh`.
/// @param tables  [group of the plan], joints as bones
result<written_binding> write_bound(bake::glb_document& document, const gltf::model& of,
                                    const bind_plan& plan,
                                    std::span<const weights::weight_table> tables,
                                    bake::weight_format format);

} // namespace jounce::binding
