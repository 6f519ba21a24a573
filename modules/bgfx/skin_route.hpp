#pragma once

#include <bgfx/bgfx.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace jounce::render {

/// Where vertices are skinned, and how palettes get there.
enum class skin_route : std::uint8_t {
    automatic, ///< the best that the device can do, see `choose_route`
    texture,   ///< in the vertex shader, palettes in one texture, instanced draws
    uniforms,  ///< in the vertex shader, a palette per draw
    compute,   ///< once per frame by a compute shader, for all passes
    cpu,       ///< once per frame on the CPU, for all passes
};

/// The name of a route, for logs.
std::string_view route_name(skin_route route);

/// What `choose_route` decided.
struct chosen_route {
    skin_route route = skin_route::uniforms;
    std::string why; ///< for the log
};

/// What the device can do of what is wanted. Automatic means: by compute if characters are drawn more
/// than once per frame and the device has compute that can be relied on (on OpenGL bgfx puts no barrier
/// between a dispatch and the draws that read its vertices, so there it is used only when asked for);
/// else by texture; else by uniforms.
chosen_route choose_route(skin_route wanted, int passes, const bgfx::Caps& device);

} // namespace jounce::render
