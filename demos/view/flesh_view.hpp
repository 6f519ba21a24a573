#pragma once

#include "stage.hpp"

#include "common/line_drawer.hpp"

#include <jounce/modules/tissue/baked_tissue.hpp>

#include <filesystem>
#include <memory>

namespace viewer {

/// Handles, points and volume of the edited character's flesh. Keeps the bake that the settings name, which running
/// flesh no longer has.
class flesh_view {
public:
    /// Draws nothing for a character without flesh, or whose bake cannot be read any more.
    void draw(demo::line_drawer& to, stage& on);

private:
    std::filesystem::path file_; ///< that was read
    std::shared_ptr<const jounce::tissue::baked_tissue> baked_;
};

} // namespace viewer
