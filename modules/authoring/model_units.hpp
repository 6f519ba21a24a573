#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

namespace jounce::authoring {

/// How large a unit of a model seems to be, m. glTF is in metres, but a model that would be more
/// than 20 m large is assumed to be in centimetres, and one of more than 2000 m in millimetres.
double likely_metres_per_unit(const gltf::model& in);

/// Sets the unit of the model's bones: that of the settings, else the likely one. Call it before
/// helpers are added and springs are built, which use it.
void set_unit(gltf::model& of, const spring_file& settings);

} // namespace jounce::authoring
