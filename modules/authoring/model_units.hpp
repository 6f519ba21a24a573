#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

namespace jounce::authoring {

/// How large a unit of a model seems to be, m. glTF is in metres, but a model that would be more than
/// 20 m large is taken for one in centimetres, and more than 2000 m for millimetres.
double likely_metres_per_unit(const gltf::model& in);

/// Tells the model's bones how large their unit is: what the settings say, else what is likely. To be
/// called before helpers are added and springs are built, which convert by it.
void set_unit(gltf::model& of, const spring_file& settings);

} // namespace jounce::authoring
