#include <jounce/modules/gltf/skins.hpp>

#include <jounce/modules/gltf/accessor.hpp>

#include <string>

namespace jounce::gltf {
namespace {

affine<double> affine_of(const float* m) {
    const auto column = [&](int c) {
        return vec3<double>{static_cast<double>(m[4 * c]), static_cast<double>(m[4 * c + 1]),
                            static_cast<double>(m[4 * c + 2])};
    };
    return {{{column(0), column(1), column(2)}}, column(3)};
}

} // namespace

void read_skins(source& from, model& into) {
    for (std::size_t s = 0; s < from.document.skins.size() && from.ok(); ++s) {
        const jounce_tinygltf::Skin& given = from.document.skins[s];
        const std::string place = pointer_to("skins", s);
        if (into.joints.size() + given.joints.size() > max_joints) {
            from.fail(errors::bad_skin, place + "/joints",
                      "brings the file above " + std::to_string(max_joints) +
                          " joints in all; use fewer");
            return;
        }
        std::vector<float> matrices;
        const bool has_matrices = given.inverseBindMatrices >= 0;
        if (has_matrices && !from.is_there(given.inverseBindMatrices)) {
            from.warn(place, "has its matrices in a buffer that is missing; they are left out");
        } else if (has_matrices) {
            const std::string matrix_place = place + "/inverseBindMatrices";
            matrices =
                read_floats(from, given.inverseBindMatrices, TINYGLTF_TYPE_MAT4, matrix_place);
            if (from.ok() && matrices.size() < given.joints.size() * 16) {
                from.fail(errors::bad_skin, matrix_place,
                          "has " + std::to_string(matrices.size() / 16) + " matrices for " +
                              std::to_string(given.joints.size()) +
                              " joints; export the file again");
            }
            if (!from.ok()) {
                return;
            }
        }
        into.skins.push_back({given.name, static_cast<std::int32_t>(into.joints.size()),
                              static_cast<std::int32_t>(given.joints.size())});
        for (std::size_t j = 0; j < given.joints.size(); ++j) {
            // Without matrices the vertices stand in each joint's own frame.
            into.joints.push_back({given.joints[j], matrices.empty()
                                                        ? affine<double>{}
                                                        : affine_of(matrices.data() + 16 * j)});
        }
    }
}

} // namespace jounce::gltf
