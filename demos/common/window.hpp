#pragma once

#include "device.hpp"

#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <functional>
#include <memory>

namespace demo {

/// Mouse as it is now, in pixels from the top left.
struct pointer {
    float x = 0;
    float y = 0;
    bool left = false;
    bool right = false;
    float wheel = 0; ///< since the last look
    bool middle = false;
    /// @{ Keys that are held.
    bool control = false;
    bool shift = false;
    bool alt = false;
    /// @}
};

/// A key that goes down, repeats or comes up.
struct key_change {
    const char* name; ///< as `window::on_key` has it
    bool is_down;
    bool control, shift;
};

/// A window of GLFW's. Where the program was built without GLFW, `make` fails and says so.
class window {
public:
    /// Whether there is a screen to open a window on.
    static bool has_display();
    /// Errors: `no_window`.
    static jounce::result<std::unique_ptr<window>> make(const char* title, std::uint32_t width,
                                                        std::uint32_t height);
    ~window();
    window(const window&) = delete;
    window& operator=(const window&) = delete;

    window_handles handles() const;
    /// Takes events; false when the window should close.
    bool poll();
    std::uint32_t width() const;
    std::uint32_t height() const;
    pointer mouse();
    void close();

    /// Called in `poll` with the key's name: a letter or digit, or one of GLFW's without its prefix in
    /// lower case (space, escape, left, f12, ...).
    std::function<void(const char* key)> on_key;
    /// The same with what else is held, and when it comes up.
    std::function<void(const key_change&)> on_key_change;
    /// A character that was typed, as Unicode has it.
    std::function<void(std::uint32_t)> on_text;

private:
    class implementation;
    window() = default;
    std::unique_ptr<implementation> implementation_;
};

} // namespace demo
