#include <jounce/modules/procedural/field_mesh.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace jounce::procedural {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

/// Samples of a field, and the vertices of cells.
class field_grid {
public:
    field_grid(const std::function<double(const vec3<double>&)>& field, const vec3<double>& low,
               const vec3<double>& high, double cell)
        : low_(low), cell_(cell) {
        const vec3<double> size = high - low;
        counts_ = {nodes(size.x), nodes(size.y), nodes(size.z)};
        for (std::size_t z = 0; z < counts_[2]; ++z) {
            for (std::size_t y = 0; y < counts_[1]; ++y) {
                for (std::size_t x = 0; x < counts_[0]; ++x) {
                    samples_.push_back(field(place({x, y, z})));
                }
            }
        }
        vertices_.assign(samples_.size(), none);
    }

    using node = std::array<std::size_t, 3>;

    const node& counts() const { return counts_; }
    std::size_t index(const node& n) const {
        return (n[2] * counts_[1] + n[1]) * counts_[0] + n[0];
    }
    double sample(const node& n) const { return samples_[index(n)]; }
    vec3<double> place(const node& n) const {
        return low_ + cell_ * vec3<double>{static_cast<double>(n[0]), static_cast<double>(n[1]),
                                           static_cast<double>(n[2])};
    }
    /// The mean of where the surface passes a cell's edges; false if it does not.
    bool crossing(const node& cell, vec3<double>& out) const {
        vec3<double> sum = {0, 0, 0};
        int found = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t corner = 0; corner < 4; ++corner) {
                node a = cell;
                a[(axis + 1) % 3] += corner & 1U;
                a[(axis + 2) % 3] += corner >> 1U;
                node b = a;
                ++b[axis];
                const double from = sample(a);
                const double to = sample(b);
                if ((from < 0) != (to < 0)) {
                    sum = sum + place(a) + (from / (from - to)) * (place(b) - place(a));
                    ++found;
                }
            }
        }
        if (found > 0) {
            out = (1.0 / found) * sum;
        }
        return found > 0;
    }
    std::uint32_t& vertex(const node& cell) { return vertices_[index(cell)]; }

private:
    std::size_t nodes(double length) const {
        return static_cast<std::size_t>(std::ceil(length / cell_)) + 1;
    }

    vec3<double> low_;
    double cell_;
    node counts_{};
    std::vector<double> samples_;
    std::vector<std::uint32_t> vertices_;
};

} // namespace

bare_mesh mesh_of_field(const std::function<double(const vec3<double>&)>& field,
                        const vec3<double>& low, const vec3<double>& high, double cell) {
    field_grid grid(field, low, high, cell);
    bare_mesh out;
    const auto [width, height, depth] = grid.counts();
    for (std::size_t z = 0; z + 1 < depth; ++z) {
        for (std::size_t y = 0; y + 1 < height; ++y) {
            for (std::size_t x = 0; x + 1 < width; ++x) {
                vec3<double> at;
                if (grid.crossing({x, y, z}, at)) {
                    grid.vertex({x, y, z}) = static_cast<std::uint32_t>(out.positions.size());
                    out.positions.push_back(at);
                }
            }
        }
    }
    // The four cells around an edge that the surface passes make two triangles.
    for (std::size_t z = 1; z + 1 < depth; ++z) {
        for (std::size_t y = 1; y + 1 < height; ++y) {
            for (std::size_t x = 1; x + 1 < width; ++x) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const field_grid::node a = {x, y, z};
                    field_grid::node b = a;
                    ++b[axis];
                    const bool is_inside = grid.sample(a) < 0;
                    if (is_inside == (grid.sample(b) < 0)) {
                        continue;
                    }
                    std::array<std::uint32_t, 4> around{};
                    for (std::size_t k = 0; k < 4; ++k) {
                        field_grid::node c = a;
                        c[(axis + 1) % 3] -= k == 1 || k == 2 ? 1U : 0U;
                        c[(axis + 2) % 3] -= k >= 2 ? 1U : 0U;
                        around[k] = grid.vertex(c);
                    }
                    if (!is_inside) {
                        std::swap(around[1], around[3]);
                    }
                    for (const std::size_t k : {0U, 1U, 2U, 0U, 2U, 3U}) {
                        out.triangles.push_back(around[k]);
                    }
                }
            }
        }
    }
    // Onto the surface, by the slope of the field.
    for (vec3<double>& p : out.positions) {
        for (int step = 0; step < 2; ++step) {
            const double h = 0.01 * cell;
            const double here = field(p);
            const vec3<double> slope = {(field({p.x + h, p.y, p.z}) - here) / h,
                                        (field({p.x, p.y + h, p.z}) - here) / h,
                                        (field({p.x, p.y, p.z + h}) - here) / h};
            const double steep = dot(slope, slope);
            if (steep > 0.01) {
                p = p + std::clamp(-here / steep, -0.4 * cell, 0.4 * cell) * slope;
            }
        }
    }
    return out;
}

} // namespace jounce::procedural
