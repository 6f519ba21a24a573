#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>
#include <jounce/modules/result/result.hpp>

#include <bgfx/bgfx.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace demo {

/// Pixels, rows from the top, RGBA8.
struct image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba;
};

/// Where bgfx draws to.
struct window_handles {
    void* display = nullptr; ///< both null: off-screen
    void* window = nullptr;
};

struct device_options {
    std::string backend = "auto"; ///< auto, vulkan, opengl
    std::uint32_t width = 960;
    std::uint32_t height = 540;
    window_handles window;
};

/// bgfx, initialised for a window or for none at all. One at a time.
class device {
public:
    /// Errors: `no_device` with what was tried.
    static jounce::result<std::unique_ptr<device>> make(const device_options& options);
    ~device();
    device(const device&) = delete;
    device& operator=(const device&) = delete;

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }
    void resize(std::uint32_t width, std::uint32_t height);

    /// What the scene's last view draws to: the window, or a picture of the same size.
    bgfx::FrameBufferHandle target() const;
    /// Ends the frame.
    void frame();
    /// Ends the frame and returns what it drew. Off-screen only: of a window, `screenshot` is had.
    image read_back();
    /// Asks for the window's next frame as a PNG file. It is written when that frame has been drawn, and
    /// standard output or standard error says what came of it.
    void screenshot(const std::string& path);

private:
    class callbacks;
    device() = default;
    void create_target();

    std::unique_ptr<callbacks> callbacks_;
    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    bool off_screen_ = true;
    jounce::render::unique_handle<bgfx::FrameBufferHandle> target_;
    bgfx::TextureHandle colour_{bgfx::kInvalidHandle}; ///< the target's
    jounce::render::unique_handle<bgfx::TextureHandle> copy_;
};

/// Views that demos and tests use, in the order in which bgfx runs them.
namespace views {
inline constexpr bgfx::ViewId skin = 0;
inline constexpr bgfx::ViewId shadow = 1;
inline constexpr bgfx::ViewId depth = 2;
inline constexpr bgfx::ViewId main = 3;
inline constexpr bgfx::ViewId blended = 4; ///< back to front, over `main`
inline constexpr bgfx::ViewId panel = 5;
inline constexpr bgfx::ViewId copy = 6;
} // namespace views

} // namespace demo
