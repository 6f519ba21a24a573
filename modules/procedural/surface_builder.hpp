#pragma once

#include <jounce/modules/procedural/colours.hpp>
#include <jounce/modules/procedural/skin_weights.hpp>
#include <jounce/modules/procedural/surface.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace jounce::procedural {

/// Collects the vertices and triangles of a surface. The parts of `surface_parts.hpp` are made of it.
class surface_builder {
public:
    /// @param influences  of a vertex at most; the strongest stay, up to `max_influences`
    explicit surface_builder(int influences = 4) : influences_(influences) {}

    /// Adds a vertex of the rest pose, metres, and returns its index.
    std::uint32_t vertex(const vec3<double>& at, const skin_weights& by, colour painted);
    /// Counter-clockwise seen from outside.
    void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    /// Two triangles, corners counter-clockwise.
    void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);

    /// Normals are those of the triangles around a vertex, weighted by their angles.
    /// @pre every vertex belongs to a triangle
    surface finish() const;

private:
    struct entry {
        vec3<double> at;
        skin_weights by;
        colour painted;
    };
    std::vector<vec3<double>> normals() const;

    int influences_;
    std::vector<entry> vertices_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
};

} // namespace jounce::procedural
