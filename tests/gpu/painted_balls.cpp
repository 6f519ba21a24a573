#include "painted_balls.hpp"

#include <jounce/components/base/math_types.hpp>

#include <algorithm>
#include <array>
#include <cmath>

using namespace jounce;

namespace gpu_test {
namespace {

constexpr float pi = 3.14159265F;
constexpr std::uint32_t size = 64;

/// A picture by a function of u and v.
template <class Paint> texture_image picture(Paint paint) {
    texture_image out{"test", size, size, {}};
    for (std::uint32_t y = 0; y < size; ++y) {
        for (std::uint32_t x = 0; x < size; ++x) {
            const std::array<float, 4> colour =
                paint((static_cast<float>(x) + 0.5F) / size, (static_cast<float>(y) + 0.5F) / size);
            for (const float c : colour) {
                out.texels.push_back(
                    static_cast<std::uint8_t>(std::lround(255 * std::clamp(c, 0.0F, 1.0F))));
            }
        }
    }
    return out;
}

bool is_odd(float u, float v) {
    return (static_cast<int>(8 * u) + static_cast<int>(8 * v)) % 2 == 1;
}

} // namespace

round_mesh make_ball(float radius) {
    constexpr int around = 32, down = 16;
    round_mesh out;
    out.vertices.first_influence.push_back(0);
    for (int j = 0; j <= down; ++j) {
        for (int i = 0; i <= around; ++i) {
            const float u = static_cast<float>(i) / around;
            const float v = static_cast<float>(j) / down;
            const float wide = std::sin(pi * v);
            const vec3<float> n = {wide * std::sin(2 * pi * u), std::cos(pi * v),
                                   wide * std::cos(2 * pi * u)};
            out.vertices.positions.push_back({radius * n.x, radius * (1 + n.y), radius * n.z});
            out.vertices.normals.push_back(n);
            out.vertices.influences.push_back({0, 1});
            out.vertices.first_influence.push_back(
                static_cast<std::uint32_t>(out.vertices.influences.size()));
            out.surface.texcoords[0].push_back({u, v});
            out.surface.tangents.push_back({std::cos(2 * pi * u), 0, -std::sin(2 * pi * u), 1});
        }
    }
    for (int j = 0; j < down; ++j) {
        for (int i = 0; i < around; ++i) {
            const auto a = static_cast<std::uint32_t>(j * (around + 1) + i);
            const std::uint32_t b = a + around + 1;
            for (const std::uint32_t corner : {a, b, a + 1, a + 1, b, b + 1}) {
                out.triangles.push_back(corner);
            }
        }
    }
    return out;
}

painted_set make_paints() {
    painted_set out;
    material_set& to = out.surfaces;
    to.images.push_back(picture([](float u, float v) -> std::array<float, 4> {
        return is_odd(u, v) ? std::array<float, 4>{0.9F, 0.3F, 0.2F, 1}
                            : std::array<float, 4>{0.95F, 0.85F, 0.6F, 1};
    }));
    to.images.push_back(picture([](float u, float v) -> std::array<float, 4> { // bumps
        const float x = 0.45F * std::sin(2 * pi * 8 * u), y = 0.45F * std::sin(2 * pi * 6 * v);
        const float z = std::sqrt(std::max(1 - x * x - y * y, 0.0F));
        return {0.5F + 0.5F * x, 0.5F + 0.5F * y, 0.5F + 0.5F * z, 1};
    }));
    to.images.push_back(picture([](float u, float v) -> std::array<float, 4> { // roughness, metal
        return {1, v, u < 0.5F ? 0.0F : 1.0F, 1};
    }));
    to.images.push_back(picture([](float u, float v) -> std::array<float, 4> { // holes
        return {0.3F, 0.7F, 0.4F, is_odd(u, v) ? 1.0F : 0.0F};
    }));
    for (std::int32_t i = 0; i < 4; ++i) {
        to.textures.push_back({.image = i});
    }
    const auto add = [&](const char* name, auto change) {
        material made;
        made.name = name;
        made.metallic = 0;
        made.roughness = 0.6F;
        change(made);
        to.materials.push_back(made);
        out.names.push_back(name);
    };
    add("base colour", [](material& m) {
        m.base_map = {.texture = 0, .offset = {0.1F, 0}, .rotation = 0.3F, .scale = {2, 1}};
    });
    add("bumps", [](material& m) {
        m.base = {0.5F, 0.5F, 0.7F, 1};
        m.roughness = 0.35F;
        m.normal_map = {.texture = 1};
    });
    add("metal", [](material& m) {
        m.base = {0.9F, 0.7F, 0.35F, 1};
        m.metallic = 1;
        m.roughness = 1;
        m.metallic_roughness_map = {.texture = 2};
    });
    add("holes", [](material& m) {
        m.base_map = {.texture = 3};
        m.alpha = alpha_mode::mask;
        m.two_sided = true;
    });
    add("glass", [](material& m) {
        m.base = {0.2F, 0.5F, 0.9F, 0.4F};
        m.roughness = 0.1F;
        m.alpha = alpha_mode::blend;
        m.two_sided = true;
    });
    add("toon", [](material& m) {
        m.base = {0.95F, 0.7F, 0.6F, 1};
        m.toon.emplace();
        m.toon->shade = {0.6F, 0.25F, 0.3F};
        m.toon->shift = -0.1F;
        m.toon->rim = {0.3F, 0.3F, 0.4F};
        m.toon->outline = outline_width::world;
        m.toon->outline_size = 0.012F;
        m.toon->outline_colour = {0.15F, 0.02F, 0.05F};
        m.toon->outline_mix = 0;
    });
    add("unlit", [](material& m) {
        m.base_map = {.texture = 0};
        m.is_unlit = true;
    });
    return out;
}

} // namespace gpu_test
