#pragma once

#include <bgfx/bgfx.h>
#include <bgfx/platform.h>

#include <utility>

namespace jounce::render {

/// Owns one thing of bgfx's.
template <class Handle> class unique_handle {
public:
    unique_handle() = default;
    /// Takes over what the handle names.
    explicit unique_handle(Handle handle) : handle_(handle) {}
    /// The other owns nothing afterwards.
    unique_handle(unique_handle&& other) noexcept : handle_(other.forget()) {}
    /// Destroys what it owned before.
    unique_handle& operator=(unique_handle&& other) noexcept {
        if (this != &other) {
            reset();
            handle_ = other.forget();
        }
        return *this;
    }
    ~unique_handle() { reset(); }

    /// For calls of bgfx; still owned here.
    Handle get() const { return handle_; }
    /// Whether it owns anything.
    explicit operator bool() const { return bgfx::isValid(handle_); }

    /// Destroys it, unless bgfx is shut down and took it along.
    void reset() {
        if (bgfx::isValid(handle_) && bgfx::getInternalData()->caps != nullptr) {
            bgfx::destroy(handle_);
        }
        handle_ = Handle{bgfx::kInvalidHandle};
    }
    /// Lets go without destroying.
    Handle forget() { return std::exchange(handle_, Handle{bgfx::kInvalidHandle}); }

private:
    Handle handle_{bgfx::kInvalidHandle};
};

} // namespace jounce::render
