#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/bgfx/unique_handle.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace demo {

/// Lines of a frame, in world space. Colours are RGBA8, R in the lowest byte.
class line_drawer {
public:
    line_drawer();

    void clear() { vertices_.clear(); }
    void line(const jounce::vec3<float>& from, const jounce::vec3<float>& to, std::uint32_t colour);
    /// A circle about an axis; `axis` of unit length.
    void circle(const jounce::vec3<float>& centre, const jounce::vec3<float>& axis, float radius,
                std::uint32_t colour);
    void sphere(const jounce::vec3<float>& centre, float radius, std::uint32_t colour);
    void capsule(const jounce::vec3<float>& a, float radius_a, const jounce::vec3<float>& b,
                 float radius_b, std::uint32_t colour);

    /// Draws what fits into bgfx's transient memory; returns how many lines did not.
    std::size_t submit(bgfx::ViewId view, bool through_everything) const;

private:
    struct vertex {
        jounce::vec3<float> position;
        std::uint32_t colour;
    };
    bgfx::VertexLayout layout_;
    jounce::render::unique_handle<bgfx::ProgramHandle> program_;
    std::vector<vertex> vertices_;
};

} // namespace demo
