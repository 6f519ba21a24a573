#pragma once

#include <bgfx/bgfx.h>

#include <string_view>

namespace jounce::render {

/// A shader of the project's, by the name of its file, for the API that bgfx runs on. Invalid if there is
/// none of that name, or it was not compiled for that API (Direct3D: see shaders/README.md).
bgfx::ShaderHandle make_shader(std::string_view name);

} // namespace jounce::render
