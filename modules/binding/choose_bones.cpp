#include <jounce/modules/binding/choose_bones.hpp>

#include <jounce/components/base/index.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::binding {
namespace {

struct box {
    vec3<double> least = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    vec3<double> most = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

    void add(const vec3<double>& p) {
        least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z)};
        most = {std::max(most.x, p.x), std::max(most.y, p.y), std::max(most.z, p.z)};
    }
    bool holds(const vec3<double>& p) const {
        return p.x >= least.x && p.y >= least.y && p.z >= least.z && p.x <= most.x &&
               p.y <= most.y && p.z <= most.z;
    }
};

/// Joints from roots down: a skin may list them in any order.
std::vector<std::size_t> parents_first(const skeleton& of) {
    std::vector<std::pair<std::size_t, std::size_t>> depth_of;
    for (std::size_t j = 0; j < of.size(); ++j) {
        std::size_t depth = 0;
        for (std::int32_t up = of.parents[j]; up >= 0; up = of.parents[at(up)]) {
            ++depth;
        }
        depth_of.emplace_back(depth, j);
    }
    std::sort(depth_of.begin(), depth_of.end());
    std::vector<std::size_t> out;
    out.reserve(depth_of.size());
    for (const auto& [depth, joint] : depth_of) {
        out.push_back(joint);
    }
    return out;
}

void leave_out_idle(const bone_choice& from, chosen_bones& out) {
    for (std::size_t j = 0; j < from.bones.size(); ++j) {
        if (!(from.owned[j] > 0)) {
            out.used[j] = 0;
            out.idle.push_back(from.bones.names[j]);
        }
    }
}

void leave_out_far_roots(const bone_choice& from, chosen_bones& out) {
    box around;
    for (const vec3<double>& p : from.positions) {
        around.add(p);
    }
    for (const std::size_t j : parents_first(from.bones)) {
        const std::int32_t parent = from.bones.parents[j];
        const bool is_root = parent < 0 || out.used[at(parent)] == 0;
        if (is_root && !around.holds(from.bones.heads[j])) {
            out.used[j] = 0;
            out.far_roots.push_back(from.bones.names[j]);
        }
    }
}

bool none(const std::vector<std::uint8_t>& used) {
    return std::all_of(used.begin(), used.end(), [](std::uint8_t one) { return one == 0; });
}

} // namespace

chosen_bones choose_bones(const bone_choice& from) {
    chosen_bones out;
    out.used.assign(from.bones.size(), 1);
    if (!from.all_bones) {
        from.owned.empty() ? leave_out_far_roots(from, out) : leave_out_idle(from, out);
        if (none(out.used)) {
            out = {std::vector<std::uint8_t>(from.bones.size(), 1), {}, {}};
        }
    }
    for (std::size_t j = 0; j < from.bones.size(); ++j) {
        if (std::find(from.without.begin(), from.without.end(), from.bones.names[j]) !=
            from.without.end()) {
            out.used[j] = 0;
        }
    }
    return out;
}

} // namespace jounce::binding
