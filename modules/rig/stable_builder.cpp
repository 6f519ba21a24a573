#include <jounce/modules/rig/stable_builder.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/host_input.hpp>
#include <jounce/modules/rig/make_stable_spring.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace jounce {
namespace {

/// The bones that springs move, and their animated parents.
template <class Real>
void plan_walk(const basic_rig<Real>& rig, const std::vector<std::int32_t>& spring_of,
               basic_stable_set<Real>& set) {
    std::vector<std::int32_t> place(rig.parents.size(), -1);
    std::unordered_map<std::int32_t, std::int32_t> anchor_of;
    for (std::int32_t b = 0; b < rig.bone_count(); ++b) {
        const std::int32_t parent = rig.parents[at(b)];
        walked_bone walked;
        walked.bone = b;
        walked.parent = parent >= 0 ? place[at(parent)] : -1;
        walked.spring = spring_of[at(b)];
        if (walked.spring < 0 && walked.parent < 0) {
            continue;
        }
        if (walked.parent < 0 && parent >= 0) {
            const auto [known, is_new] =
                anchor_of.try_emplace(parent, static_cast<std::int32_t>(set.anchors.size()));
            if (is_new) {
                set.anchors.push_back(parent);
            }
            walked.anchor = known->second;
        }
        walked.below_spring = walked.parent >= 0 && (set.walk[at(walked.parent)].below_spring ||
                                                     set.walk[at(walked.parent)].spring >= 0);
        place[at(b)] = static_cast<std::int32_t>(set.walk.size());
        set.walk.push_back(walked);
    }
    for (std::size_t w = set.walk.size(); w-- > 0;) {
        walked_bone& walked = set.walk[w];
        walked.leads_to_spring = walked.leads_to_spring || walked.spring >= 0;
        if (walked.leads_to_spring && walked.parent >= 0) {
            set.walk[at(walked.parent)].leads_to_spring = true;
            set.walk[at(walked.parent)].has_springs_below = true;
        }
    }
}

template <class Real>
void join_islands(const basic_rig<Real>& rig, const std::vector<std::int32_t>& spring_of,
                  basic_stable_set<Real>& set) {
    for (stable_spring<Real>& spring : set.springs) {
        std::int32_t above = rig.parents[at(spring.bone)];
        while (above >= 0 && spring_of[at(above)] < 0) {
            above = rig.parents[at(above)];
        }
        spring.parent = above >= 0 ? spring_of[at(above)] : -1;
        spring.island = spring.parent >= 0 ? set.springs[at(spring.parent)].island : set.islands++;
    }
}

/// Longest side of the box around all bones at rest. A rig without any size counts as 1 m.
template <class Real> Real longest_side(const basic_rig<Real>& rig) {
    vec3<Real> least = rig.rest_head.front();
    vec3<Real> most = least;
    for (const auto* ends : {&rig.rest_head, &rig.rest_tail}) {
        for (const vec3<Real>& p : *ends) {
            least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z)};
            most = {std::max(most.x, p.x), std::max(most.y, p.y), std::max(most.z, p.z)};
        }
    }
    const Real longest = std::max({most.x - least.x, most.y - least.y, most.z - least.z});
    return longest > Real(1e-6) ? longest : Real(1);
}

bool finite(const vec3<float>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

std::optional<error> check_collider(const std::string& bone, const collider& c) {
    const auto wrong = [&](const std::string& cause) {
        return error{errors::bad_collider, "collider on bone \"" + bone + "\": " + cause};
    };
    if (!finite(c.a) || !finite(c.b) || !finite(c.half) || !std::isfinite(c.radius) ||
        !std::isfinite(c.radius_b)) {
        return wrong("a number is not finite");
    }
    const auto size = [](const vec3<float>& v) {
        return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
    };
    if (size(c.a) + size(c.b) + size(c.half) + std::abs(c.radius) + std::abs(c.radius_b) >
        longest_length) {
        return wrong("lengths add up to more than 1e9 metres");
    }
    if (c.radius < 0 || c.radius_b < 0) {
        return wrong("a radius is negative");
    }
    if (c.shape == collider_shape::plane && length(c.b) < 1e-6F) {
        return wrong("the plane's normal b has no direction");
    }
    if (c.shape == collider_shape::plane && c.inside) {
        return wrong("a plane has no inside; turn its normal around instead");
    }
    const quat<float>& q = c.rotation;
    const float norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (c.shape == collider_shape::box &&
        (!(norm > 1e-6F) || !std::isfinite(norm) || c.half.x < 0 || c.half.y < 0 || c.half.z < 0)) {
        return wrong("the box needs a rotation and sides that are not negative");
    }
    return std::nullopt;
}

} // namespace

void stable_builder::add(std::string bone, const spring_tuning& tuning) {
    springs_.emplace_back(std::move(bone), tuning);
}
void stable_builder::add(std::string bone, const collider& body) {
    colliders_.emplace_back(std::move(bone), body);
}

template <class Real>
result<basic_spring_set<Real>> stable_builder::build(const basic_rig<Real>& rig) const {
    if (!(tick_hertz_ >= least_tick_rate && tick_hertz_ <= most_tick_rate)) {
        return error{errors::bad_setting, "the tick rate is " + std::to_string(tick_hertz_) +
                                              " per second, it must be from 1 to 10000"};
    }
    std::unordered_map<std::string_view, std::int32_t> index;
    for (std::int32_t b = 0; b < rig.bone_count(); ++b) {
        index.emplace(rig.names[at(b)], b);
    }
    // Ordered by bone, which is parents first.
    std::map<std::int32_t, const spring_tuning*> chosen;
    for (const auto& [name, tuning] : springs_) {
        const auto found = index.find(name);
        if (found == index.end()) {
            return error{errors::unknown_bone,
                         "spring bone \"" + name + "\" is not in the rig; check the spelling"};
        }
        if (std::optional<error> wrong = check_tuning("spring bone \"" + name + "\"", tuning)) {
            return *std::move(wrong);
        }
        if (tuning.output == spring_transform::rotate_scale &&
            length(rig.tail_local[at(found->second)]) <= Real(1e-9)) {
            return error{errors::zero_length,
                         "spring bone \"" + name +
                             "\" has no length to rotate; use output translate"};
        }
        if (!chosen.emplace(found->second, &tuning).second) {
            return error{errors::duplicate_spring, "spring bone \"" + name + "\" is given twice"};
        }
    }

    basic_spring_set<Real> out;
    out.solver = stable_solver;
    basic_stable_set<Real>& set = out.stable;
    set.tick_seconds = static_cast<Real>(1 / tick_hertz_);
    set.chains_collide = chains_collide_;
    std::vector<std::int32_t> spring_of(rig.parents.size(), -1);
    for (const auto& [bone, tuning] : chosen) {
        spring_of[at(bone)] = static_cast<std::int32_t>(set.springs.size());
        set.springs.push_back(make_stable_spring(rig, bone, *tuning, 1 / tick_hertz_));
        out.affected.push_back({bone, rig.tail_local[at(bone)], false});
    }
    plan_walk(rig, spring_of, set);
    join_islands(rig, spring_of, set);
    set.extent = rig.rest_head.empty() ? Real(1) : longest_side(rig);
    for (const stable_spring<Real>& spring : set.springs) {
        set.radii.push_back(static_cast<float>(spring.radius));
        set.chains.push_back(spring.island);
    }
    for (const auto& [name, body] : colliders_) {
        const auto found = index.find(name);
        if (found == index.end()) {
            return error{errors::unknown_bone,
                         "collider's bone \"" + name + "\" is not in the rig; check the spelling"};
        }
        if (std::optional<error> wrong = check_collider(name, body)) {
            return *std::move(wrong);
        }
        const auto walked =
            std::find_if(set.walk.begin(), set.walk.end(),
                         [&](const walked_bone& one) { return one.bone == found->second; });
        set.colliders.push_back(
            {found->second,
             walked != set.walk.end() ? static_cast<std::int32_t>(walked - set.walk.begin()) : -1,
             body});
    }
    return out;
}

template result<basic_spring_set<float>> stable_builder::build(const basic_rig<float>&) const;
template result<basic_spring_set<double>> stable_builder::build(const basic_rig<double>&) const;

} // namespace jounce
