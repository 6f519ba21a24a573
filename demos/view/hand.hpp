#pragma once

#include "choices.hpp"
#include "stage.hpp"

#include "common/line_drawer.hpp"
#include "common/window.hpp"

#include <cstdint>
#include <memory>

namespace viewer {

/// The pointer in the picture: a click picks a bone or a collider, dragging a handle moves or sizes a collider or
/// helper, dragging the character carries it about, dragging elsewhere turns the camera, the wheel zooms.
class hand {
public:
    hand();
    ~hand();

    /// Once per frame with the pointer of a picture of so many pixels, unless a panel has it.
    void follow(const demo::pointer& now, std::uint32_t width, std::uint32_t height, choices& to, stage& on);
    /// Handles and what is under the pointer.
    void draw(demo::line_drawer& lines, const choices& to, stage& on) const;

private:
    struct state;
    std::unique_ptr<state> all_;
};

} // namespace viewer
