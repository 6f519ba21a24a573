#include "device.hpp"

#include "write_png.hpp"

#include <bgfx/platform.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace demo {

using jounce::error;
using jounce::result;

/// bgfx's default would end the process at the first thing it does not like.
class device::callbacks : public bgfx::CallbackI {
public:
    std::string last_error;

    void fatal(const char* file, std::uint16_t line, bgfx::Fatal::Enum code,
               const char* text) override {
        last_error = std::string(text) + " (" + file + ":" + std::to_string(line) + ")";
        std::fprintf(stderr, "bgfx: %s\n", last_error.c_str());
        if (code != bgfx::Fatal::UnableToInitialize) {
            std::abort(); // nothing can be drawn any more, and bgfx cannot be left
        }
    }
    void traceVargs(const char*, std::uint16_t, const char*, va_list) override {}
    void profilerBegin(const char*, std::uint32_t, const char*, std::uint16_t) override {}
    void profilerBeginLiteral(const char*, std::uint32_t, const char*, std::uint16_t) override {}
    void profilerEnd() override {}
    std::uint32_t cacheReadSize(std::uint64_t) override { return 0; }
    bool cacheRead(std::uint64_t, void*, std::uint32_t) override { return false; }
    void cacheWrite(std::uint64_t, const void*, std::uint32_t) override {}
    void captureBegin(std::uint32_t, std::uint32_t, std::uint32_t, bgfx::TextureFormat::Enum,
                      bool) override {}
    void captureEnd() override {}
    void captureFrame(const void*, std::uint32_t) override {}

    void screenShot(const char* path, std::uint32_t width, std::uint32_t height,
                    std::uint32_t pitch, const void* data, std::uint32_t, bool flipped) override {
        image shot{width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height)};
        const auto* from = static_cast<const std::uint8_t*>(data);
        for (std::uint32_t y = 0; y < height; ++y) {
            const std::uint8_t* line = from + std::size_t{flipped ? height - 1 - y : y} * pitch;
            std::uint8_t* to = shot.rgba.data() + std::size_t{4} * width * y;
            for (std::uint32_t x = 0; x < width; ++x, line += 4, to += 4) {
                to[0] = line[2]; // bgfx gives BGRA
                to[1] = line[1];
                to[2] = line[0];
                to[3] = 255;
            }
        }
        if (const result<bool> written = write_png(path, shot); !written) {
            std::fprintf(stderr, "jounce demo: %s\n", written.error().message.c_str());
        } else {
            std::printf("wrote %s\n", path);
            std::fflush(stdout);
        }
    }
};

namespace {

struct backend_name {
    const char* name;
    bgfx::RendererType::Enum type;
};
constexpr std::array backends = {backend_name{"vulkan", bgfx::RendererType::Vulkan},
                                 backend_name{"opengl", bgfx::RendererType::OpenGL}};

bool init_bgfx(bgfx::RendererType::Enum type, const device_options& options,
               bgfx::CallbackI& callbacks) {
    if (options.window.window == nullptr) {
        setenv("EGL_PLATFORM", "surfaceless", 0); // OpenGL without a display
    }
    bgfx::renderFrame(); // before init: draws on this thread
    bgfx::Init init;
    init.type = type;
    init.callback = &callbacks;
    init.resolution.width = options.width;
    init.resolution.height = options.height;
    init.resolution.reset = options.window.window != nullptr ? BGFX_RESET_VSYNC : BGFX_RESET_NONE;
    init.platformData.ndt = options.window.display;
    init.platformData.nwh = options.window.window;
    if (!bgfx::init(init)) {
        return false;
    }
    // It may have fallen back to another without a word.
    if (bgfx::getRendererType() != type) {
        bgfx::shutdown();
        return false;
    }
    return true;
}

} // namespace

result<std::unique_ptr<device>> device::make(const device_options& options) {
    std::string tried;
    std::unique_ptr<device> made(new device);
    made->callbacks_ = std::make_unique<callbacks>();
    bool known = false;
    for (const backend_name& each : backends) {
        if (options.backend != "auto" && options.backend != each.name) {
            continue;
        }
        known = true;
        if (init_bgfx(each.type, options, *made->callbacks_)) {
            made->width_ = options.width;
            made->height_ = options.height;
            made->off_screen_ = options.window.window == nullptr;
            made->create_target();
            return made;
        }
        tried += std::string(tried.empty() ? "" : ", ") + each.name;
        if (!made->callbacks_->last_error.empty()) {
            tried += " (" + std::exchange(made->callbacks_->last_error, {}) + ")";
        }
    }
    if (!known) {
        return error{jounce::errors::no_device, "no backend is called '" + options.backend +
                                                    "'; there are auto, vulkan and opengl"};
    }
    return error{jounce::errors::no_device,
                 "no graphics device answered; tried " + tried +
                     ". Software drivers do: Debian's mesa-vulkan-drivers, or "
                     "libgl1-mesa-dri with libegl1"};
}

device::~device() {
    if (callbacks_ != nullptr && width_ != 0) {
        target_.reset();
        copy_.reset();
        bgfx::shutdown();
    }
}

void device::create_target() {
    if (!off_screen_) {
        return;
    }
    const auto width = static_cast<std::uint16_t>(width_);
    const auto height = static_cast<std::uint16_t>(height_);
    const std::array<bgfx::TextureHandle, 2> attachments = {
        bgfx::createTexture2D(width, height, false, 1, bgfx::TextureFormat::RGBA8, BGFX_TEXTURE_RT),
        bgfx::createTexture2D(width, height, false, 1, bgfx::TextureFormat::D24S8,
                              BGFX_TEXTURE_RT_WRITE_ONLY)};
    colour_ = attachments[0];
    target_ = jounce::render::unique_handle(bgfx::createFrameBuffer(
        static_cast<std::uint8_t>(attachments.size()), attachments.data(), true));
    copy_ = jounce::render::unique_handle(
        bgfx::createTexture2D(width, height, false, 1, bgfx::TextureFormat::RGBA8,
                              BGFX_TEXTURE_BLIT_DST | BGFX_TEXTURE_READ_BACK));
}

void device::resize(std::uint32_t width, std::uint32_t height) {
    if (width == 0 || height == 0 || (width == width_ && height == height_)) {
        return;
    }
    width_ = width;
    height_ = height;
    bgfx::reset(width, height, off_screen_ ? BGFX_RESET_NONE : BGFX_RESET_VSYNC);
    create_target();
}

bgfx::FrameBufferHandle device::target() const {
    return off_screen_ ? target_.get() : bgfx::FrameBufferHandle{bgfx::kInvalidHandle};
}

void device::frame() { bgfx::frame(); }

image device::read_back() {
    image out{width_, height_, std::vector<std::uint8_t>(std::size_t{4} * width_ * height_)};
    if (!off_screen_) {
        frame();
        return out;
    }
    bgfx::setViewFrameBuffer(views::copy, target_.get());
    bgfx::touch(views::copy);
    bgfx::blit(views::copy, copy_.get(), 0, 0, colour_);
    const std::uint32_t ready = bgfx::readTexture(copy_.get(), out.rgba.data());
    while (bgfx::frame() < ready) {
    }
    if (bgfx::getCaps()->originBottomLeft) {
        const std::size_t line = std::size_t{4} * width_;
        for (std::size_t y = 0; y < height_ / 2; ++y) {
            std::swap_ranges(out.rgba.begin() + static_cast<std::ptrdiff_t>(y * line),
                             out.rgba.begin() + static_cast<std::ptrdiff_t>((y + 1) * line),
                             out.rgba.begin() +
                                 static_cast<std::ptrdiff_t>((height_ - 1 - y) * line));
        }
    }
    for (std::size_t i = 3; i < out.rgba.size(); i += 4) {
        out.rgba[i] = 255;
    }
    return out;
}

void device::screenshot(const std::string& path) {
    bgfx::requestScreenShot(BGFX_INVALID_HANDLE, path.c_str());
}

} // namespace demo
