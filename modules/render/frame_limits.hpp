#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace jounce::render {

/// Resources that a frame may run out of.
enum class limit : std::uint8_t {
    palette_texels,
    mismatch, ///< a character's meshes are gone, or were made for another bind
    skinned_vertices,
    draws,
    uniform_bytes,
    instances,
};

/// Logs when a limit is reached, and again only after a whole frame below it, so that the log is
/// not flooded.
class frame_limits {
public:
    explicit frame_limits(std::function<void(std::string_view)> log);

    void begin_frame();
    /// `count` characters were not drawn, or were drawn another way, in a pass of this frame.
    void meet(limit which, std::size_t count);
    void say(const std::string& text) const;

private:
    static constexpr std::size_t kinds = 6;

    std::function<void(std::string_view)> log_;
    std::array<bool, kinds> met_{};        ///< in this frame
    std::array<bool, kinds> met_before_{}; ///< in the one before
};

} // namespace jounce::render
