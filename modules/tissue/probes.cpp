#include <jounce/modules/tissue/probes.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/farthest_points.hpp>

#include <algorithm>

namespace jounce::tissue {

std::vector<contact_probe> choose_probes(const flesh_surface& skin, std::size_t count) {
    const std::vector<vec3<double>>& places = skin.skin.positions;
    std::vector<double> areas(places.size(), 0);
    for (const weights::triangle& t : skin.skin.triangles) {
        const double third =
            length(cross(places[t[1]] - places[t[0]], places[t[2]] - places[t[0]])) / 6;
        for (const std::uint32_t vertex : t) {
            areas[vertex] += third;
        }
    }
    std::vector<std::uint32_t> touching;
    for (std::uint32_t v = 0; v < places.size(); ++v) {
        if (areas[v] > 0) {
            touching.push_back(v);
        }
    }
    const std::vector<std::uint32_t> chosen = farthest_points(places, touching, count);
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
