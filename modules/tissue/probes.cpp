#include <jounce/modules/tissue/probes.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/farthest_points.hpp>

#include <algorithm>
#include <limits>

namespace jounce::tissue {
namespace {

/// How many handles there are on a metre about a place: from the nearest handle to the one next to it, or to the place if
/// that is farther.
class handle_density {
public:
    explicit handle_density(std::span<const vec3<double>> handles)
        : handles_(handles), spacing_(handles.size(), 1e-9) {
        for (std::size_t h = 0; h < handles.size() && handles.size() > 1; ++h) {
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < handles.size(); ++i) {
                least = i != h ? std::min(least, length(handles[i] - handles[h])) : least;
            }
            spacing_[h] = std::max(least, 1e-9);
        }
    }
    double operator()(const vec3<double>& place) const {
        std::size_t nearest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t h = 0; h < handles_.size(); ++h) {
            const double far = length(handles_[h] - place);
            if (far < least) {
                least = far;
                nearest = h;
            }
        }
        return 1 / std::max(least, spacing_[nearest]);
    }

private:
    std::span<const vec3<double>> handles_;
    std::vector<double> spacing_; ///< [handle] to the next one
};

} // namespace

std::vector<contact_probe> choose_probes(const flesh_surface& skin, const row_starts& moved_first,
                                         std::span<const vec3<double>> handles, std::size_t count) {
    const std::vector<vec3<double>>& places = skin.skin.positions;
    std::vector<double> areas(places.size(), 0);
    for (const weights::triangle& t : skin.skin.triangles) {
        const double third =
            length(cross(places[t[1]] - places[t[0]], places[t[2]] - places[t[0]])) / 6;
        for (const std::uint32_t vertex : t) {
            areas[vertex] += third;
        }
    }
    const handle_density density_at(handles);
    std::vector<std::uint32_t> touching;
    std::vector<double> density; // [touching]
    for (std::uint32_t v = 0; v < places.size(); ++v) {
        const std::size_t given = skin.given_vertex[v];
        if (areas[v] > 0 && moved_first[given] < moved_first[given + 1]) {
            touching.push_back(v);
            density.push_back(density_at(places[v]));
        }
    }
    const std::vector<std::uint32_t> chosen = farthest_points(places, touching, count, density);
    std::vector<contact_probe> out;
    for (const std::uint32_t vertex : chosen) {
        out.push_back({skin.given_vertex[vertex], 0});
    }
    for (const std::uint32_t vertex : touching) {
        std::size_t nearest = 0;
        double least = length(places[vertex] - places[chosen[0]]);
        for (std::size_t i = 1; i < chosen.size(); ++i) {
            const double far = length(places[vertex] - places[chosen[i]]);
            if (far < least) {
                least = far;
                nearest = i;
            }
        }
        out[nearest].area += areas[vertex];
    }
    std::sort(out.begin(), out.end(),
              [](const contact_probe& a, const contact_probe& b) { return a.vertex < b.vertex; });
    return out;
}

} // namespace jounce::tissue
