#include <jounce/modules/weights/clean_surface.hpp>

#include <jounce/modules/weights/place_math.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace jounce::weights {
namespace {

/// Places nearer than this share of the extent are one.
constexpr double weld_share = 1e-7;

auto key(const vec3<double>& p) { return std::tie(p.x, p.y, p.z); }

/// Sets that grow together; the lowest member stands for a set.
class groups {
public:
    explicit groups(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }
    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i) {
            parent_[i] = parent_[parent_[i]];
            i = parent_[i];
        }
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> parent_;
};

using cell = std::array<std::int64_t, 3>;

/// Joins sorted places that are equal or nearer than `near`. A grid finds the near ones, because many
/// places may share a plane.
template <class Place>
void join_near(std::size_t count, const Place& place, double near, groups& same) {
    std::vector<std::pair<cell, std::uint32_t>> grid;
    const double size = near > 0 ? near : 1;
    const auto cell_of = [&](const vec3<double>& p) {
        return cell{std::llround(p.x / size), std::llround(p.y / size), std::llround(p.z / size)};
    };
    const vec3<double> origin = count > 0 ? place(0) : vec3<double>{};
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i > 0 && place(i) == place(i - 1)) {
            same.join(i - 1, i);
        } else {
            grid.emplace_back(cell_of(place(i) - origin), i);
        }
    }
    std::sort(grid.begin(), grid.end());
    for (const auto& [home, i] : grid) {
        // Half of the neighbours; the other half finds this one.
        for (int step = 13; step < 27; ++step) {
            const cell beside = {home[0] + step / 9 - 1, home[1] + step / 3 % 3 - 1,
                                 home[2] + step % 3 - 1};
            auto at = std::lower_bound(grid.begin(), grid.end(), std::pair(beside, 0U));
            for (; at != grid.end() && at->first == beside; ++at) {
                if (length(place(at->second) - place(i)) <= near) {
                    same.join(i, at->second);
                }
            }
        }
    }
}

/// Fills positions and vertex_of.
void weld(const surface& mesh, clean_surface& out) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        if (is_finite(mesh.positions[v])) {
            order.push_back(v);
        }
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return key(mesh.positions[a]) < key(mesh.positions[b]);
    });
    const auto place = [&](std::size_t i) -> const vec3<double>& {
        return mesh.positions[order[i]];
    };
    groups same(order.size());
    join_near(order.size(), place, weld_share * out.extent, same);
    out.vertex_of.assign(mesh.positions.size(), no_vertex);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        const std::uint32_t first = same.find(i);
        if (first == i) {
            out.vertex_of[order[i]] = static_cast<std::uint32_t>(out.positions.size());
            out.positions.push_back(place(i));
        } else {
            out.vertex_of[order[i]] = out.vertex_of[order[first]];
        }
    }
}

void take_triangles(const surface& mesh, clean_surface& out) {
    std::vector<std::pair<triangle, triangle>> found; // sorted corners, corners from the lowest
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        triangle at{};
        bool is_whole = true;
        for (std::size_t c = 0; c < 3; ++c) {
            at[c] = out.vertex_of[mesh.triangles[t + c]];
            is_whole = is_whole && at[c] != no_vertex;
        }
        if (!is_whole || at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) {
            ++out.degenerate;
            continue;
        }
        std::rotate(at.begin(), std::min_element(at.begin(), at.end()), at.end());
        triangle sorted = at;
        std::sort(sorted.begin(), sorted.end());
        found.emplace_back(sorted, at);
    }
    std::sort(found.begin(), found.end());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (i > 0 && found[i].first == found[i - 1].first) {
            ++out.duplicate;
        } else {
            out.triangles.push_back(found[i].second);
        }
    }
}

void find_parts(clean_surface& mesh) {
    groups joined(mesh.positions.size());
    for (const triangle& t : mesh.triangles) {
        joined.join(t[0], t[1]);
        joined.join(t[0], t[2]);
    }
    mesh.part_of.assign(mesh.positions.size(), 0);
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        const std::uint32_t first = joined.find(v);
        mesh.part_of[v] =
            first == v ? static_cast<std::uint32_t>(mesh.is_solid.size()) : mesh.part_of[first];
        if (first == v) {
            mesh.is_solid.push_back(0);
        }
    }
    mesh.is_closed.assign(mesh.is_solid.size(), 1);
    for (const triangle& t : mesh.triangles) {
        mesh.is_solid[mesh.part_of[t[0]]] = 1;
    }
}

/// Turns triangles so that neighbours face the same way, starting at the first of each part.
void orient(clean_surface& mesh) {
    std::vector<triangle>& all = mesh.triangles;
    std::vector<std::uint8_t> is_done(all.size(), 0);
    std::vector<std::uint32_t> open;
    for (std::uint32_t start = 0; start < all.size(); ++start) {
        if (is_done[start] != 0) {
            continue;
        }
        is_done[start] = 1;
        open.push_back(start);
        while (!open.empty()) {
            const std::uint32_t t = open.back();
            open.pop_back();
            for (std::uint32_t s = 0; s < 3; ++s) {
                const std::uint32_t twin = mesh.sides.twin[3 * t + s];
                if (twin == no_vertex || is_done[twin / 3] != 0) {
                    continue;
                }
                is_done[twin / 3] = 1;
                open.push_back(twin / 3);
                if (all[twin / 3][twin % 3] == all[t][s]) {
                    std::swap(all[twin / 3][1], all[twin / 3][2]);
                    ++mesh.flipped;
                    // Its sides are now the other way round: 0 1 2 are 2 1 0.
                    const std::uint32_t at = 3 * (twin / 3);
                    std::swap(mesh.sides.twin[at], mesh.sides.twin[at + 2]);
                    for (std::uint32_t side = at; side < at + 3; ++side) {
                        if (mesh.sides.twin[side] != no_vertex) {
                            mesh.sides.twin[mesh.sides.twin[side]] = side;
                        }
                    }
                }
            }
        }
    }
}

/// A part without open edges and with a volume has an inside; its triangles are made to face outwards.
void find_insides(clean_surface& mesh) {
    std::vector<double> volume(mesh.part_count(), 0);
    std::vector<double> area(mesh.part_count(), 0);
    std::vector<vec3<double>> origin(mesh.part_count());
    std::vector<std::uint8_t> has_origin(mesh.part_count(), 0);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const triangle& at = mesh.triangles[t];
        const std::uint32_t part = mesh.part_of[at[0]];
        if (has_origin[part] == 0) {
            has_origin[part] = 1;
            origin[part] = mesh.positions[at[0]];
        }
        const vec3<double> a = mesh.positions[at[0]] - origin[part];
        const vec3<double> b = mesh.positions[at[1]] - origin[part];
        const vec3<double> c = mesh.positions[at[2]] - origin[part];
        volume[part] += dot(a, cross(b, c)) / 6;
        area[part] += length(cross(b - a, c - a)) / 2;
        for (std::size_t s = 0; s < 3; ++s) {
            const std::uint32_t twin = mesh.sides.twin[3 * t + s];
            // Open, with three or more triangles, or of a surface with one side only.
            if (twin == no_vertex || mesh.triangles[twin / 3][twin % 3] == at[s]) {
                mesh.is_closed[part] = 0;
            }
        }
    }
    bool any = false;
    for (std::size_t part = 0; part < mesh.part_count(); ++part) {
        const bool has_volume = std::abs(volume[part]) > 1e-6 * std::pow(area[part], 1.5);
        mesh.is_closed[part] = static_cast<std::uint8_t>(mesh.is_closed[part] != 0 && has_volume);
        any = any || (mesh.is_closed[part] != 0 && volume[part] < 0);
    }
    if (!any) {
        return;
    }
    for (triangle& at : mesh.triangles) {
        const std::uint32_t part = mesh.part_of[at[0]];
        if (mesh.is_closed[part] != 0 && volume[part] < 0) {
            std::swap(at[1], at[2]);
            ++mesh.flipped;
        }
    }
    mesh.sides = find_sides(mesh.triangles);
}

} // namespace

clean_surface clean(const surface& mesh) {
    clean_surface out;
    out.extent = bounds_of(mesh.positions).extent();
    weld(mesh, out);
    take_triangles(mesh, out);
    find_parts(out);
    out.sides = find_sides(out.triangles);
    orient(out);
    find_insides(out);
    return out;
}

} // namespace jounce::weights
