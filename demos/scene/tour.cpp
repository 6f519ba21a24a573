#include "tour.hpp"

#include <algorithm>
#include <array>

namespace demo {
namespace {

void plain(settings& to, exhibition stage) {
    to.stage = stage;
    to.gizmos = {};
    to.deviation = false;
    to.wind = 0;
    to.wants_camera_home = true;
}

constexpr std::array stops = {
    tour_stop{"gallery", [](settings& to) { plain(to, exhibition::gallery); }, 0},
    tour_stop{"side_by_side",
              [](settings& to) {
                  plain(to, exhibition::side_by_side);
                  to.selected = 5;
              },
              0.25F},
    tour_stop{"twist", [](settings& to) { plain(to, exhibition::twist); }, 0},
    tour_stop{"deviation",
              [](settings& to) {
                  plain(to, exhibition::gallery);
                  to.deviation = true;
              },
              -0.2F},
    tour_stop{"gizmos",
              [](settings& to) {
                  plain(to, exhibition::side_by_side);
                  to.selected = 2;
                  to.gizmos = {true, true, true, true};
              },
              0.5F},
    tour_stop{"weights",
              [](settings& to) {
                  plain(to, exhibition::weights);
                  to.selected = 3;
              },
              0.25F},
    tour_stop{"stampede", [](settings& to) { plain(to, exhibition::stampede); }, -0.2F},
    tour_stop{"bodies", [](settings& to) { plain(to, exhibition::bodies); }, 0},
    tour_stop{"flesh", [](settings& to) { plain(to, exhibition::flesh); }, 0},
    tour_stop{"touched", [](settings& to) { plain(to, exhibition::touched); }, 0},
    // Last of all, so that costs and hash at the end are those of a crowd.
    tour_stop{"crowd",
              [](settings& to) {
                  plain(to, exhibition::crowd);
                  to.wind = 3;
              },
              0.3F},
    // Not of the tour.
    tour_stop{"file", [](settings& to) { plain(to, exhibition::file); }, 0.5F},
    tour_stop{"flesh_crowd", [](settings& to) { plain(to, exhibition::flesh_crowd); }, 0.3F},
};
constexpr std::size_t beyond_tour = 2;

} // namespace

std::span<const tour_stop> tour_of(std::string_view stage) {
    if (stage == "tour") {
        return std::span(stops).first(stops.size() - beyond_tour); // the file only if one is given
    }
    const auto found = std::find_if(stops.begin(), stops.end(),
                                    [stage](const tour_stop& s) { return s.name == stage; });
    return {found, found != stops.end() ? std::size_t{1} : std::size_t{0}};
}

} // namespace demo
