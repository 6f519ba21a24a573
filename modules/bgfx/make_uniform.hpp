#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>

#include <bgfx/bgfx.h>

#include <cstdint>

namespace jounce::render {

/// A uniform of as many vectors of four numbers.
inline unique_handle<bgfx::UniformHandle> make_vectors(const char* name, std::uint16_t count = 1) {
    return unique_handle(bgfx::createUniform(name, bgfx::UniformType::Vec4, count));
}

/// A texture as shaders name it.
inline unique_handle<bgfx::UniformHandle> make_sampler(const char* name) {
    return unique_handle(bgfx::createUniform(name, bgfx::UniformType::Sampler));
}

} // namespace jounce::render
