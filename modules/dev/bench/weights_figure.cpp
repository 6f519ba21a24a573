#include <jounce/modules/dev/bench/weights_figure.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_map>

namespace jounce::bench {
namespace {

using place = std::array<int, 3>;

constexpr double cell_size = 0.2; ///< m

/// Cubes that the figure is cut from, by column and row, one deep.
constexpr std::array<std::array<int, 2>, 23> cells = {{
    {-1, 0}, {-1, 1}, {-1, 2}, {1, 0},  {1, 1}, {1, 2}, // legs
    {-1, 3}, {0, 3},  {1, 3},                           // hips
    {-1, 4}, {0, 4},  {1, 4},  {-1, 5}, {0, 5}, {1, 5}, // chest, shoulders
    {-4, 5}, {-3, 5}, {-2, 5}, {2, 5},  {3, 5}, {4, 5}, // arms
    {0, 6},  {0, 7},                                    // neck and head
}};

/// Where chains of bones begin and end, in cells, away from the surface.
struct chain {
    vec3<double> from, to;
};
constexpr std::array<chain, 5> chains = {{{{0, 3.5, 0}, {0, 7.6, 0}},
                                          {{-0.8, 5.5, 0}, {-4.1, 5.5, 0}},
                                          {{0.8, 5.5, 0}, {4.1, 5.5, 0}},
                                          {{-1, 3.4, 0}, {-1, 0.4, 0}},
                                          {{1, 3.4, 0}, {1, 0.4, 0}}}};

bool is_cell(const place& at) {
    return at[2] == 0 &&
           std::find(cells.begin(), cells.end(), std::array{at[0], at[1]}) != cells.end();
}

/// The sides of cubes that no other cube hides, cut into `cuts` x `cuts` squares.
class squares {
public:
    explicit squares(int cuts) : cuts_(cuts) {
        for (const std::array<int, 2>& cell : cells) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                for (const int step : {-1, 1}) {
                    const place here = {cell[0], cell[1], 0};
                    place beside = here;
                    beside[axis] += step;
                    if (!is_cell(beside)) {
                        add_side(here, axis, step > 0);
                    }
                }
            }
        }
    }

    std::vector<vec3<double>> positions;
    std::vector<std::array<std::uint32_t, 4>> corners; ///< [square], seen from outside

private:
    void add_side(const place& cell, std::size_t axis, bool is_far) {
        // Anticlockwise seen from outside.
        const std::size_t across = (axis + (is_far ? 1 : 2)) % 3;
        const std::size_t up = (axis + (is_far ? 2 : 1)) % 3;
        place first = {cell[0] * cuts_, cell[1] * cuts_, cell[2] * cuts_};
        first[axis] += is_far ? cuts_ : 0;
        const auto corner = [&](int u, int v) {
            place at = first;
            at[across] += u;
            at[up] += v;
            return vertex_at(at);
        };
        for (int u = 0; u < cuts_; ++u) {
            for (int v = 0; v < cuts_; ++v) {
                corners.push_back(
                    {corner(u, v), corner(u + 1, v), corner(u + 1, v + 1), corner(u, v + 1)});
            }
        }
    }

    std::uint32_t vertex_at(const place& at) {
        const auto bits = [](int n) { return static_cast<std::uint64_t>(n + (1 << 20)); };
        const std::uint64_t key = bits(at[0]) << 42U | bits(at[1]) << 21U | bits(at[2]);
        const auto [found, is_new] =
            vertices_.emplace(key, static_cast<std::uint32_t>(positions.size()));
        if (is_new) {
            const double size = 1.0 / cuts_;
            positions.push_back({size * at[0] - 0.5, size * at[1], size * at[2] - 0.5});
        }
        return found->second;
    }

    int cuts_;
    std::unordered_map<std::uint64_t, std::uint32_t> vertices_; ///< by place on the grid
};

/// Lets cubes melt into round bars, as much for any number of cuts.
void make_round(squares& of, int cuts) {
    const int passes = std::max(1, cuts * cuts / 4);
    for (int pass = 0; pass < passes; ++pass) {
        std::vector<vec3<double>> sum(of.positions.size());
        std::vector<int> count(of.positions.size(), 0);
        for (const std::array<std::uint32_t, 4>& corners : of.corners) {
            for (std::size_t c = 0; c < 4; ++c) {
                sum[corners[c]] = sum[corners[c]] + of.positions[corners[(c + 1) % 4]] +
                                  of.positions[corners[(c + 3) % 4]];
                count[corners[c]] += 2;
            }
        }
        for (std::size_t v = 0; v < of.positions.size(); ++v) {
            of.positions[v] = 0.5 * of.positions[v] + (0.5 / count[v]) * sum[v];
        }
    }
}

std::vector<weights::bone_segment> skeleton(std::int64_t bones) {
    std::vector<weights::bone_segment> out;
    const auto count = static_cast<std::int64_t>(chains.size());
    for (std::int64_t c = 0; c < count; ++c) {
        const chain& along = chains[static_cast<std::size_t>(c)];
        const std::int64_t here = bones / count + (c < bones % count ? 1 : 0);
        const auto joint = [&](std::int64_t i) {
            const double share = static_cast<double>(i) / static_cast<double>(here);
            return cell_size * (along.from + share * (along.to - along.from));
        };
        for (std::int64_t i = 0; i < here; ++i) {
            out.push_back({static_cast<std::int32_t>(out.size()), joint(i), joint(i + 1)});
        }
    }
    return out;
}

} // namespace

weights_figure make_weights_figure(std::int64_t vertices, std::int64_t bones) {
    static const auto sides = static_cast<std::int64_t>(squares(1).corners.size());
    // A closed surface of squares without holes has two vertices more than squares.
    int cuts = 1;
    while (sides * (cuts + 1) * (cuts + 1) + 2 <= vertices) {
        ++cuts;
    }
    squares made(cuts);
    make_round(made, cuts);
    weights_figure out;
    for (const vec3<double>& p : made.positions) {
        out.positions.push_back(cell_size * p);
    }
    for (const std::array<std::uint32_t, 4>& at : made.corners) {
        out.triangles.insert(out.triangles.end(), {at[0], at[1], at[2], at[0], at[2], at[3]});
    }
    out.bones = skeleton(bones);
    return out;
}

} // namespace jounce::bench
