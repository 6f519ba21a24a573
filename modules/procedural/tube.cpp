#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace jounce::procedural {
namespace {

/// Rings of a tube. Each is turned no further than its direction asks, so that nothing twists.
class ring_row {
public:
    ring_row(const bone_chain& along, const tube& of) : along_(along), of_(of), side_(of.side) {}

    /// @param beyond  metres past that place, of a dome of this share of the radius
    loft_ring at(double share, double beyond, double of_radius) {
        const double metres = share * along_.length();
        const vec3<double> way = along_.direction(metres);
        side_ = at_right_angles(way, side_);
        const tube_section section = of_.section(share);
        return {along_.point(metres) + beyond * way, (of_radius * section.across) * side_,
                (of_radius * section.deep) * cross(way, side_), along_.weights(metres)};
    }

private:
    const bone_chain& along_;
    const tube& of_;
    vec3<double> side_;
};

} // namespace

std::function<tube_section(double)> tapered(double from, double to) {
    return [=](double share) {
        const double radius = from + share * (to - from);
        return tube_section{radius, radius};
    };
}

std::function<tube_section(double)> shaped(std::vector<tube_section> through) {
    JOUNCE_ASSERT(!through.empty(), "a section goes through given ones");
    if (through.empty()) {
        return {};
    }
    return [through = std::move(through)](double share) {
        const double last = static_cast<double>(through.size() - 1);
        const double at = std::clamp(share, 0.0, 1.0) * last;
        const double from = std::min(std::floor(at), std::max(last - 1, 0.0));
        const double t = at - from;
        const auto known = [&](double index) {
            return through[static_cast<std::size_t>(std::clamp(index, 0.0, last))];
        };
        // Catmull-Rom, with the ends repeated.
        const auto smooth = [t](double p, double a, double b, double n) {
            return a + (t * t * (3 - 2 * t)) * (b - a) + 0.5 * t * (1 - t) * (1 - t) * (b - p) -
                   0.5 * t * t * (1 - t) * (n - a);
        };
        const tube_section p = known(from - 1), a = known(from);
        const tube_section b = known(from + 1), n = known(from + 2);
        return tube_section{smooth(p.across, a.across, b.across, n.across),
                            smooth(p.deep, a.deep, b.deep, n.deep)};
    };
}

void add_tube(surface_builder& to, const bone_chain& along, const tube& of) {
    const bool fits = of.section && of.painted && of.rings >= 1 && of.cap_rings >= 1 &&
                      of.start_cap > 0 && of.end_cap > 0;
    JOUNCE_ASSERT(fits, "a tube needs a section, a colour, rings and domes");
    if (!fits) {
        return;
    }
    loft skin;
    skin.sides = of.sides;
    skin.roundness = of.roundness;
    skin.by = of.by;
    skin.painted = of.painted;
    ring_row row(along, of);
    const auto dome = [&](double share, double cap, int step) {
        const double rise = 0.5 * std::numbers::pi * step / of.cap_rings;
        const tube_section section = of.section(share);
        const double height = cap * 0.5 * (section.across + section.deep);
        const double beyond = (share > 0 ? height : -height) * std::sin(rise);
        skin.rings.push_back(row.at(share, beyond, step == of.cap_rings ? 0 : std::cos(rise)));
    };
    for (int step = of.cap_rings; step > 0; --step) {
        dome(0, of.start_cap, step);
    }
    for (int r = 0; r <= of.rings; ++r) {
        skin.rings.push_back(row.at(static_cast<double>(r) / of.rings, 0, 1));
    }
    for (int step = 1; step <= of.cap_rings; ++step) {
        dome(1, of.end_cap, step);
    }
    add_loft(to, skin);
}

} // namespace jounce::procedural
