#include <jounce/modules/tissue/tetrahedralise.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/winding.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::tissue {
namespace {

/// Samples of a cube along an axis.
constexpr std::size_t samples = 4;
constexpr double least_fill = 0.05;
/// Where the first cube begins before the skin, in cubes: vertices of the skin lie on no face of a cube that way.
constexpr double margin = 0.51;
constexpr double usual_cubes = 2500;
constexpr double max_grid = 1e6;
constexpr std::size_t max_cubes = 60'000;

/// Corners of a cube are three bits: x 4, y 2, z 1. The six paths from corner 0 to corner 7.
constexpr std::array<std::array<std::size_t, 4>, 6> kuhn_tets = {
    {{0, 4, 6, 7}, {0, 5, 4, 7}, {0, 6, 2, 7}, {0, 2, 3, 7}, {0, 1, 5, 7}, {0, 3, 1, 7}}};

using cube_place = std::array<std::size_t, 3>;

/// Cubes in a box.
class cube_grid {
public:
    explicit cube_grid(const cube_place& count)
        : count_(count), kept_(count[0] * count[1] * count[2], 0) {}

    std::size_t at(std::size_t x, std::size_t y, std::size_t z) const {
        return (x * count_[1] + y) * count_[2] + z;
    }
    bool keeps(const cube_place& p) const { return kept_[at(p[0], p[1], p[2])] != 0; }
    void keep(const cube_place& p) { kept_[at(p[0], p[1], p[2])] = 1; }
    const cube_place& count() const { return count_; }

    /// Adds cubes until those that touch anywhere hang together by faces near there.
    std::size_t bridge() {
        std::size_t added = 0;
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (std::size_t x = 0; x + 1 < count_[0]; ++x) {
                for (std::size_t y = 0; y + 1 < count_[1]; ++y) {
                    for (std::size_t z = 0; z + 1 < count_[2]; ++z) {
                        const std::size_t now = bridge_at({x, y, z});
                        added += now;
                        goes_on = goes_on || now > 0;
                    }
                }
            }
        }
        return added;
    }

private:
    /// In the eight cubes around a corner: joins the kept ones by faces along a path, x first.
    std::size_t bridge_at(const cube_place& from) {
        std::size_t added = 0;
        for (std::size_t a = 0; a < 8; ++a) {
            for (std::size_t b = a + 1; b < 8 && keeps(part(from, a)); ++b) {
                if (!keeps(part(from, b)) || are_joined(from, a, b)) {
                    continue;
                }
                for (std::size_t way = a, bit = 4; bit > 0; bit /= 2) {
                    if (((way ^ b) & bit) != 0) {
                        way ^= bit;
                        if (!keeps(part(from, way))) {
                            keep(part(from, way));
                            ++added;
                        }
                    }
                }
            }
        }
        return added;
    }
    static cube_place part(const cube_place& from, std::size_t corner) {
        return {from[0] + (corner >> 2U), from[1] + (corner >> 1U & 1U), from[2] + (corner & 1U)};
    }
    bool are_joined(const cube_place& from, std::size_t a, std::size_t b) const {
        std::array<bool, 8> reached{};
        reached[a] = true;
        for (int round = 0; round < 7; ++round) {
            for (std::size_t c = 0; c < 8; ++c) {
                for (std::size_t bit = 1; bit < 8; bit *= 2) {
                    reached[c] = reached[c] || (reached[c ^ bit] && keeps(part(from, c)));
                }
            }
        }
        return reached[b];
    }

    cube_place count_;
    std::vector<std::uint8_t> kept_;
};

/// Vertices of the skin that triangles have; others may lie anywhere.
std::vector<vec3<double>> corners_of(const flesh_surface& skin) {
    std::vector<std::uint8_t> is_used(skin.skin.positions.size(), 0);
    for (const weights::triangle& t : skin.skin.triangles) {
        is_used[t[0]] = is_used[t[1]] = is_used[t[2]] = 1;
    }
    std::vector<vec3<double>> out;
    for (std::size_t v = 0; v < is_used.size(); ++v) {
        if (is_used[v] != 0) {
            out.push_back(skin.skin.positions[v]);
        }
    }
    return out;
}

struct box {
    vec3<double> low, high;
};
box box_of(const std::vector<vec3<double>>& points) {
    box out = {points.front(), points.front()};
    for (const vec3<double>& p : points) {
        out.low = {std::min(out.low.x, p.x), std::min(out.low.y, p.y), std::min(out.low.z, p.z)};
        out.high = {std::max(out.high.x, p.x), std::max(out.high.y, p.y),
                    std::max(out.high.z, p.z)};
    }
    return out;
}

/// Nodes and tetrahedra of the kept cubes, by x, then y, then z.
tet_mesh mesh_of(const cube_grid& grid, const vec3<double>& low, double cell,
                 const std::vector<double>& fill) {
    const auto count = grid.count();
    const std::size_t nx = count[0], ny = count[1], nz = count[2];
    tet_mesh out;
    constexpr std::uint32_t none = 0xffffffffU;
    std::vector<std::uint32_t> node((nx + 1) * (ny + 1) * (nz + 1), none);
    const auto corner = [&](const cube_place& p, std::size_t c) {
        return ((p[0] + (c >> 2U)) * (ny + 1) + p[1] + (c >> 1U & 1U)) * (nz + 1) + p[2] + (c & 1U);
    };
    const auto each_cube = [&](const auto& call) {
        for (std::size_t x = 0; x < nx; ++x) {
            for (std::size_t y = 0; y < ny; ++y) {
                for (std::size_t z = 0; z < nz; ++z) {
                    if (grid.keeps({x, y, z})) {
                        call(cube_place{x, y, z});
                    }
                }
            }
        }
    };
    each_cube([&](const cube_place& p) {
        for (std::size_t c = 0; c < 8; ++c) {
            node[corner(p, c)] = 0;
        }
    });
    for (std::size_t i = 0; i < node.size(); ++i) {
        if (node[i] != none) {
            node[i] = static_cast<std::uint32_t>(out.nodes.size());
            const std::size_t z = i % (nz + 1), y = i / (nz + 1) % (ny + 1),
                              x = i / (nz + 1) / (ny + 1);
            out.nodes.push_back({low.x + static_cast<double>(x) * cell,
                                 low.y + static_cast<double>(y) * cell,
                                 low.z + static_cast<double>(z) * cell});
        }
    }
    each_cube([&](const cube_place& p) {
        for (const auto& path : kuhn_tets) {
            out.tets.push_back({node[corner(p, path[0])], node[corner(p, path[1])],
                                node[corner(p, path[2])], node[corner(p, path[3])]});
            out.fill.push_back(fill[grid.at(p[0], p[1], p[2])]);
        }
    });
    return out;
}

} // namespace

result<flesh_lattice> tetrahedralise(const flesh_surface& skin, double cell) {
    flesh_lattice out;
    out.cell = cell > 0 ? cell : std::cbrt(skin.volume / usual_cubes);
    const std::vector<vec3<double>> corners = corners_of(skin);
    const box around = box_of(corners);
    if (!std::isfinite(out.cell) || !(out.cell > 0)) {
        return error{errors::bad_size, "the size of the cells is not above zero"};
    }
    const vec3<double> low = around.low - margin * vec3<double>{out.cell, out.cell, out.cell};
    const vec3<double> size = (1 / out.cell) * (around.high - low);
    if (!((std::floor(size.x) + 1) * (std::floor(size.y) + 1) * (std::floor(size.z) + 1) <
          max_grid)) {
        return error{errors::too_large,
                     "cells of " + std::to_string(out.cell) +
                         " are too small for this skin: there would be more than a million around "
                         "it; make --cell larger"};
    }
    cube_grid grid({static_cast<std::size_t>(size.x) + 1, static_cast<std::size_t>(size.y) + 1,
                    static_cast<std::size_t>(size.z) + 1});
    const auto [nx, ny, nz] = grid.count();
    const double step = out.cell / samples;
    const std::vector<std::int8_t> windings =
        winding_numbers(skin, low + 0.5 * vec3<double>{step, step, step}, step,
                        {nx * samples, ny * samples, nz * samples});
    std::vector<double> fill(nx * ny * nz, 0);
    std::size_t inside = 0, twice = 0;
    for (std::size_t i = 0; i < windings.size(); ++i) {
        if (windings[i] > 0) {
            const std::size_t z = i % (nz * samples), y = i / (nz * samples) % (ny * samples),
                              x = i / (nz * samples) / (ny * samples);
            fill[grid.at(x / samples, y / samples, z / samples)] += 1;
            grid.keep({x / samples, y / samples, z / samples});
            ++inside;
            twice += windings[i] > 1 ? 1U : 0U;
        }
    }
    for (double& one : fill) {
        one = std::max(least_fill, one / (samples * samples * samples));
    }
    for (const vec3<double>& at : corners) {
        const vec3<double> place = (1 / out.cell) * (at - low);
        grid.keep({static_cast<std::size_t>(place.x), static_cast<std::size_t>(place.y),
                   static_cast<std::size_t>(place.z)});
    }
    out.bridges = grid.bridge();
    out.overlap = inside > 0 ? static_cast<double>(twice) / static_cast<double>(inside) : 0;
    out.mesh = mesh_of(grid, low, out.cell, fill);
    if (out.mesh.tets.size() / kuhn_tets.size() > max_cubes) {
        return error{errors::too_large, std::to_string(out.mesh.tets.size() / kuhn_tets.size()) +
                                            " cubes would be filled, more than " +
                                            std::to_string(max_cubes) + "; make --cell larger"};
    }
    return out;
}

} // namespace jounce::tissue
