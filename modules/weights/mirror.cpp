#include <jounce/modules/weights/clean_up.hpp>

#include <jounce/modules/weights/make_rows.hpp>
#include <jounce/modules/weights/place_math.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace jounce::weights {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// Vertices by place, to find the one at a place. Cells are as large as the tolerance, so the neighbours of a cell
/// hold all that is near enough.
class place_grid {
public:
    place_grid(std::span<const vec3<double>> positions, double tolerance)
        : positions_(positions), tolerance_(tolerance) {}

    void add(std::size_t vertex) { entries_.push_back({cell_of(positions_[vertex]), vertex}); }
    void sort() { std::sort(entries_.begin(), entries_.end()); }

    /// The nearest vertex within the tolerance, of equally near ones the first; `none` if there is none.
    std::size_t find(const vec3<double>& place) const {
        const cell centre = cell_of(place);
        std::size_t best = none;
        double distance = tolerance_;
        for (int i = 0; i < 9; ++i) {
            const int column = i % 3, row = i / 3;
            const double x = centre[0] + column - 1, y = centre[1] + row - 1;
            const entry first = {{x, y, centre[2] - 1}, 0};
            auto e = std::lower_bound(entries_.begin(), entries_.end(), first);
            for (; e != entries_.end() && e->where <= cell{x, y, centre[2] + 1}; ++e) {
                const double d = length(positions_[e->vertex] - place);
                if (d < distance || (d == distance && e->vertex < best)) {
                    distance = d;
                    best = e->vertex;
                }
            }
        }
        return best;
    }

private:
    /// Whole numbers, but not integers: a tiny tolerance would overflow them.
    using cell = std::array<double, 3>;
    struct entry {
        cell where;
        std::size_t vertex;
        // NOLINTNEXTLINE(modernize-use-nullptr): there is no pointer
        friend auto operator<=>(const entry&, const entry&) = default;
    };

    cell cell_of(const vec3<double>& p) const {
        return {std::floor(p.x / tolerance_), std::floor(p.y / tolerance_),
                std::floor(p.z / tolerance_)};
    }

    std::span<const vec3<double>> positions_;
    double tolerance_;
    std::vector<entry> entries_;
};

/// Appends the weights for the bones of the other side. False: one of them has none.
bool add_mirrored(std::vector<bone_weight>& to, std::span<const bone_weight> row, double share,
                  std::span<const std::int32_t> other_side) {
    for (const bone_weight& w : row) {
        const auto bone = static_cast<std::size_t>(w.bone);
        if (w.bone < 0 || bone >= other_side.size() || other_side[bone] < 0) {
            return false;
        }
        to.push_back({other_side[bone], share * w.weight});
    }
    return true;
}

} // namespace

std::size_t mirror(weight_table& table, std::span<const vec3<double>> positions,
                   const mirror_plane& plane, std::span<const std::int32_t> other_side) {
    const double size = length(plane.normal);
    if (!(size > 0) || !std::isfinite(size) || !is_finite(plane.point)) {
        return table.vertex_count();
    }
    const vec3<double> normal = (plane.from_positive ? 1 : -1) / size * plane.normal;
    double tolerance = plane.tolerance;
    if (!(tolerance > 0) || !std::isfinite(tolerance)) {
        tolerance = std::max(1e-4 * bounds_of(positions).extent(), 1e-300);
    }
    const std::size_t count = std::min(table.vertex_count(), positions.size());
    const auto side_of = [&](std::size_t vertex) { // above 0: gives; NaN: has no place
        return dot(positions[vertex] - plane.point, normal);
    };
    place_grid givers(positions, tolerance);
    for (std::size_t vertex = 0; vertex < count; ++vertex) {
        if (is_finite(positions[vertex]) && side_of(vertex) > tolerance) {
            givers.add(vertex);
        }
    }
    givers.sort();

    weight_table out;
    out.first.reserve(table.first.size());
    std::vector<bone_weight> row, own;
    std::size_t left = 0;
    for (std::size_t vertex = 0; vertex < table.vertex_count(); ++vertex) {
        const bool is_placed = vertex < count && is_finite(positions[vertex]);
        const double side = is_placed ? side_of(vertex) : 0;
        if (is_placed && side > tolerance) {
            out.add(table.of(vertex));
            continue;
        }
        row.clear();
        own.clear();
        bool is_done = is_placed && add_mirrored(own, table.of(vertex), 0.5, other_side);
        if (is_done && side >= -tolerance) {
            for (const bone_weight& w : table.of(vertex)) {
                row.push_back({w.bone, 0.5 * w.weight});
            }
            row.insert(row.end(), own.begin(), own.end());
        } else if (is_done) {
            const std::size_t partner = givers.find(positions[vertex] - (2 * side) * normal);
            is_done = partner != none && add_mirrored(row, table.of(partner), 1, other_side) &&
                      !row.empty();
        }
        if (is_done) {
            merge_bones(row);
            out.add(row);
        } else {
            out.add(table.of(vertex));
            ++left;
        }
    }
    table = std::move(out);
    return left;
}

} // namespace jounce::weights
