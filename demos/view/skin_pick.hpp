#pragma once

#include "handles.hpp"
#include "stage.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace viewer {

/// A place of the skin under the pointer.
struct skin_place {
    place at;               ///< world
    place normal;           ///< world, unit; zero where the skin has no area
    double far = 0;         ///< from the eye
    std::int32_t bone = -1; ///< with the most weight there
};

/// Finds what the pointer is on. Keeps the trees of the meshes until the character is another.
class skin_picker {
public:
    skin_picker();
    ~skin_picker();

    /// Where a ray meets the edited character first. Cost  the first time a tree of every mesh.
    std::optional<skin_place> pick(stage& on, const view_ray& ray, bool is_linear);

private:
    struct state;
    std::unique_ptr<state> all_;
};

} // namespace viewer
