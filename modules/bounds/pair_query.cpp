#include <jounce/modules/bounds/skin_queries.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bounds/node_sphere.hpp>
#include <jounce/modules/bounds/triangle_distance.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::bounds {
namespace {

quat<double> turn_of(const placement& at) { return normalised(cast<double>(at.rotation)); }

/// From the model space of one character to that of another: both may be far from the origin.
struct between_models {
    double scale;
    quat<double> turn;
    vec3<double> shift;

    between_models(const placement& from, const placement& to) {
        const double unit = 1 / static_cast<double>(to.scale);
        const quat<double> back = conjugate(turn_of(to));
        scale = unit * static_cast<double>(from.scale);
        turn = back * turn_of(from);
        shift = unit * rotate(back, from.position - to.position);
    }
    vec3<double> operator()(const vec3<double>& p) const { return shift + scale * rotate(turn, p); }
};

/// Whether boxes around triangles are not farther apart than a distance.
bool boxes_near(const triangle& a, const triangle& b, double distance) {
    using axis = double vec3<double>::*;
    for (const axis x : {&vec3<double>::x, &vec3<double>::y, &vec3<double>::z}) {
        const auto [low_a, high_a] = std::minmax({a[0].*x, a[1].*x, a[2].*x});
        const auto [low_b, high_b] = std::minmax({b[0].*x, b[1].*x, b[2].*x});
        if (low_a - high_b > distance || low_b - high_a > distance) {
            return false;
        }
    }
    return true;
}

class pair_walk {
public:
    pair_walk(posed_skin& first, const placement& first_at, posed_skin& second,
              const placement& second_at, double margin, std::vector<skin_contact>& contacts)
        : first_(first), second_(second), at_(first_at), place_(second_at, first_at),
          unit_(static_cast<double>(first_at.scale)), margin_(margin / unit_), contacts_(contacts) {
    }

    void run() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>>& waiting = first_.pairs();
        waiting.assign(1, {0, 0});
        while (!waiting.empty()) {
            const auto [a, b] = waiting.back();
            waiting.pop_back();
            const bounding_sphere& ball_a = first_.sphere(a);
            const bounding_sphere& ball_b = second_.sphere(b);
            // Rounding of the way from one model to the other is far below this.
            const double size_b = place_.scale * ball_b.radius * (1 + 1e-9);
            const vec3<double> centre_b = place_(ball_b.centre);
            if (!(length(ball_a.centre - centre_b) <= ball_a.radius + size_b + margin_)) {
                continue;
            }
            const skin_node& node_a = first_.tree().nodes[a];
            const skin_node& node_b = second_.tree().nodes[b];
            if (node_a.is_leaf() && node_b.is_leaf()) {
                look(node_a, node_b);
            } else if (node_b.is_leaf() || (!node_a.is_leaf() && ball_a.radius >= size_b)) {
                waiting.push_back({node_a.second_child, b});
                waiting.push_back({a + 1, b});
            } else {
                waiting.push_back({a, node_b.second_child});
                waiting.push_back({a, b + 1});
            }
        }
    }

private:
    void look(const skin_node& a, const skin_node& b) {
        for (std::uint32_t k = 0; k < b.triangle_count; ++k) {
            const std::uint32_t of_b = second_.tree().order[b.first_triangle + k];
            triangle there = second_.corners(of_b);
            for (vec3<double>& corner : there) {
                corner = place_(corner);
            }
            for (std::uint32_t i = 0; i < a.triangle_count; ++i) {
                const std::uint32_t of_a = first_.tree().order[a.first_triangle + i];
                compare(of_a, of_b, first_.corners(of_a), there);
            }
        }
    }

    void compare(std::uint32_t of_a, std::uint32_t of_b, const triangle& here,
                 const triangle& there) {
        if (!boxes_near(here, there, margin_)) {
            return;
        }
        const nearest_places near = nearest_of_triangles(here, there);
        const double distance = std::sqrt(near.square);
        if (distance <= margin_) {
            contacts_.push_back({of_a, of_b, to_world(at_, near.first), to_world(at_, near.second),
                                 rotate(turn_of(at_), normal_of(there)), distance * unit_});
        }
    }

    posed_skin& first_;
    posed_skin& second_;
    const placement& at_;
    between_models place_; ///< from the second to the first
    double unit_, margin_; ///< in units of the first
    std::vector<skin_contact>& contacts_;
};

bool is_usable(const placement& at) {
    const quat<float>& q = at.rotation;
    return std::isfinite(at.position.x + at.position.y + at.position.z) &&
           std::isfinite(q.x + q.y + q.z + q.w) && q != quat<float>{0, 0, 0, 0} && at.scale > 0 &&
           std::isfinite(at.scale);
}

} // namespace

void touch_skin(posed_skin& first, const placement& first_at, posed_skin& second,
                const placement& second_at, double margin, std::vector<skin_contact>& contacts) {
    contacts.clear();
    JOUNCE_ASSERT(&first != &second, "a skin cannot be both sides of a contact");
    if (&first == &second || !first || !second || !is_usable(first_at) || !is_usable(second_at) ||
        !(margin >= 0)) {
        return;
    }
    first.start_query();
    second.start_query();
    pair_walk(first, first_at, second, second_at, margin, contacts).run();
    std::sort(contacts.begin(), contacts.end(), [](const skin_contact& a, const skin_contact& b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
}

vec3<double> to_model(const placement& at, const vec3<double>& world) {
    return (1 / static_cast<double>(at.scale)) *
           rotate(conjugate(turn_of(at)), world - at.position);
}

vec3<double> to_world(const placement& at, const vec3<double>& model) {
    return at.position + static_cast<double>(at.scale) * rotate(turn_of(at), model);
}

} // namespace jounce::bounds
