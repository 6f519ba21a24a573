#include <jounce/modules/authoring/model_units.hpp>

#include <jounce/modules/rig/spring_bones.hpp>

namespace jounce::authoring {

double likely_metres_per_unit(const gltf::model& in) {
    const double extent = extent_of(in.bones);
    return extent > 2000 ? 0.001 : extent > 20 ? 0.01 : 1;
}

void set_unit(gltf::model& of, const spring_file& settings) {
    of.bones.metres_per_unit =
        static_cast<float>(settings.metres_per_unit.value_or(likely_metres_per_unit(of)));
}

} // namespace jounce::authoring
