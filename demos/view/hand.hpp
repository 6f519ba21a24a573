#pragma once

#include "choices.hpp"
#include "stage.hpp"

#include "common/line_drawer.hpp"
#include "common/window.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace viewer {

/// Where something is in the picture, pixels from the top left: for scripts that click there.
struct seen_place {
    std::string name; ///< "bone:tail1", "handle:size_a", or a widget of a panel
    float x = 0, y = 0;
};

/// The pointer in the picture: a click picks a bone or a collider, dragging a handle moves or sizes a collider or
/// helper, dragging the character carries it about, dragging elsewhere turns the camera, the wheel zooms.
class hand {
public:
    hand();
    ~hand();

    /// Once per frame with the pointer of a picture of so many pixels, unless a panel has it.
    void follow(const demo::pointer& now, std::uint32_t width, std::uint32_t height, choices& to,
                stage& on);
    /// Handles and what is under the pointer.
    void draw(demo::line_drawer& lines, const choices& to, stage& on) const;

    /// Where bones and handles are.
    std::vector<seen_place> places(const choices& to, stage& on, std::uint32_t width,
                                   std::uint32_t height) const;

private:
    struct state;
    std::unique_ptr<state> all_;
};

} // namespace viewer
