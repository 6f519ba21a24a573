#pragma once

#include "choices.hpp"
#include "handles.hpp"
#include "stage.hpp"

#include <jounce/modules/editing/pick_bone.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace viewer {

/// The edited character's model space, in the world.
jounce::transform<double> character_frame(stage& on);
/// A bone of it, springs included.
jounce::transform<double> bone_frame(stage& on, std::int32_t bone);
/// From metres along a bone's axes, as colliders of a file have them, to the world of this frame.
jounce::transform<double> collider_frame(stage& on, const std::string& bone);
/// From model space at rest in metres, as helpers of a file have it, to the world: as the parent carries it.
jounce::transform<double> helper_frame(stage& on, const std::string& parent);

/// The helper that is selected, by its bone: index into `spring_file::helpers`.
std::optional<std::size_t> selected_helper(const choices& to, stage& on);

/// What the selection has handles for, and where it is; nothing without a collider or helper that is selected.
struct handled_part {
    handled_shape shape;
    jounce::transform<double> frame;
    bool is_helper = false;
    std::size_t index = 0; ///< of the settings' colliders or helpers
};
std::optional<handled_part> selected_part(const choices& to, stage& on);

/// Bones as lines in the world.
std::vector<jounce::editing::bone_line> world_bones(stage& on, entt::entity who,
                                                    const jounce::rig& bones);

/// Right, up and forward of the picture.
view_axes axes_of(const demo::camera& eye);
/// World units that one pixel is wide, so far from the eye.
double pixel_at(const demo::camera& eye, const place& at, std::uint32_t height);
/// Where a place is seen, in pixels from the top left; nothing behind the eye.
std::optional<jounce::vec3<double>> pixel_of(const demo::camera& eye, const place& at,
                                             std::uint32_t width, std::uint32_t height);

} // namespace viewer
