#pragma once

// Changes to skins for helper bones: their joints, and the weight that vertices give them. For
// add_helpers.cpp.

#include <jounce/modules/authoring/add_helpers.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jounce::authoring {

/// Where a bone stands at rest, in model space, with scale and shear.
affine<double> rest_of(const rig& bones, std::int32_t bone);

/// Joints of the helpers, skin by skin, and where the others went.
class joint_list {
public:
    joint_list(gltf::model& to, const added_helpers& helpers) : model_(to), helpers_(helpers) {}

    /// False if there are more joints than a vertex can refer to.
    bool extend();

private:
    /// Where its parent is a joint of the skin too: bound so that at rest it moves nothing.
    void add_joint(std::int32_t bone, std::size_t first, std::vector<bind_description>& out);

    gltf::model& model_;
    const added_helpers& helpers_;
};

/// Gives the weight of one joint to its helpers.
class weight_giver {
public:
    weight_giver(const gltf::model& of, const spring_file& settings,
                 std::vector<std::int32_t> helpers, std::int32_t first_bone)
        : model_(of), settings_(settings), helpers_(std::move(helpers)), first_bone_(first_bone) {}

    bool give(gltf::mesh& mesh) const;

private:
    const gltf::model& model_;
    const spring_file& settings_;
    std::vector<std::int32_t> helpers_; ///< all that hang on one bone
    std::int32_t first_bone_;
};

} // namespace jounce::authoring
