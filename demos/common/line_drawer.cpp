#include "line_drawer.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bgfx/shaders.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace demo {

using jounce::cross;
using jounce::length;
using vec = jounce::vec3<float>;

namespace {

constexpr int circle_steps = 24;

/// Two unit vectors across an axis.
void across(const vec& axis, vec& u, vec& v) {
    const vec other = std::abs(axis.y) < 0.9F ? vec{0, 1, 0} : vec{1, 0, 0};
    u = cross(axis, other);
    u = (1.0F / length(u)) * u;
    v = cross(axis, u);
}

} // namespace

line_drawer::line_drawer()
    : program_(bgfx::createProgram(jounce::render::make_shader("vs_line"),
                                   jounce::render::make_shader("fs_line"), true)) {
    layout_.begin()
        .add(bgfx::Attrib::Position, 3, bgfx::AttribType::Float)
        .add(bgfx::Attrib::Color0, 4, bgfx::AttribType::Uint8, true)
        .end();
}

void line_drawer::line(const vec& from, const vec& to, std::uint32_t colour) {
    vertices_.push_back({from, colour});
    vertices_.push_back({to, colour});
}

void line_drawer::circle(const vec& centre, const vec& axis, float radius, std::uint32_t colour) {
    vec u;
    vec v;
    across(axis, u, v);
    vec last = centre + radius * u;
    for (int i = 1; i <= circle_steps; ++i) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / circle_steps;
        const vec next = centre + radius * std::cos(angle) * u + radius * std::sin(angle) * v;
        line(last, next, colour);
        last = next;
    }
}

void line_drawer::sphere(const vec& centre, float radius, std::uint32_t colour) {
    circle(centre, {1, 0, 0}, radius, colour);
    circle(centre, {0, 1, 0}, radius, colour);
    circle(centre, {0, 0, 1}, radius, colour);
}

void line_drawer::capsule(const vec& a, float radius_a, const vec& b, float radius_b,
                          std::uint32_t colour) {
    sphere(a, radius_a, colour);
    sphere(b, radius_b, colour);
    const vec along = b - a;
    if (!(length(along) > 0)) {
        return;
    }
    vec u;
    vec v;
    across((1.0F / length(along)) * along, u, v);
    for (const vec& side : {u, v, -1.0F * u, -1.0F * v}) {
        line(a + radius_a * side, b + radius_b * side, colour);
    }
}

std::size_t line_drawer::submit(bgfx::ViewId view, bool through_everything) const {
    const auto wanted = static_cast<std::uint32_t>(vertices_.size());
    const std::uint32_t fit =
        std::min(wanted, bgfx::getAvailTransientVertexBuffer(wanted, layout_)) & ~1U;
    if (fit > 0) {
        bgfx::TransientVertexBuffer buffer;
        bgfx::allocTransientVertexBuffer(&buffer, fit, layout_);
        std::memcpy(buffer.data, vertices_.data(), fit * sizeof(vertex));
        bgfx::setVertexBuffer(0, &buffer);
        bgfx::setState(BGFX_STATE_WRITE_RGB | BGFX_STATE_PT_LINES | BGFX_STATE_BLEND_ALPHA |
                       (through_everything ? 0 : BGFX_STATE_DEPTH_TEST_LEQUAL));
        bgfx::submit(view, program_.get());
    }
    return (wanted - fit) / 2;
}

} // namespace demo
