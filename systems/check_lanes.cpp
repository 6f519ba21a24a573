#include <jounce/systems/check_lanes.hpp>

#include <cmath>
#include <cstddef>

namespace jounce {
namespace {

/// Adds numbers up, lane by lane. What is not finite stays so, and what is too large stays large.
struct lane_sum {
    lane<float> sum{};

    void add(const lane<float>& all) {
        for (int lane = 0; lane < lane_count; ++lane) {
            sum.v[lane] += all.v[lane];
        }
    }
    void add(const lane_vec3<float>& all) {
        add(all.x);
        add(all.y);
        add(all.z);
    }
    void add(const lane_transform<float>& bone) {
        add(bone.rotation.x);
        add(bone.rotation.y);
        add(bone.rotation.z);
        add(bone.rotation.w);
        add(bone.translation);
        add(bone.scale);
    }
    void add(const lane_mat3<float>& linear) {
        for (const lane_vec3<float>& column : linear.column) {
            add(column);
        }
    }
    std::uint32_t beyond(float most) const {
        std::uint32_t out = 0;
        for (int lane = 0; lane < lane_count; ++lane) {
            out |= !(std::abs(sum.v[lane]) <= most) ? 1U << lane : 0U;
        }
        return out;
    }
};

constexpr float farthest = 1e10F;

} // namespace

std::uint32_t bad_lanes(const rig& of, const rigid_pose& pose) noexcept {
    lane_sum sum;
    const std::size_t count = of.parents.size();
    const std::int32_t* parents = of.parents.data();
    for (std::size_t b = 0; b < count; ++b) {
        // Most bones have the next one below them, which says the same.
        if (b + 1 < count && parents[b + 1] == static_cast<std::int32_t>(b)) {
            continue;
        }
        sum.add(pose.bones.data()[b]);
        if (of.is_affine) {
            sum.add(pose.linear.data()[b]);
        }
    }
    return sum.beyond(farthest);
}

std::uint32_t bad_lanes(const springs& state) noexcept {
    lane_sum sum;
    for (const spring_particle<float>& one : state.particles) {
        sum.add(one.position);
        sum.add(one.velocity);
    }
    return sum.beyond(1e15F);
}

std::uint32_t bad_lanes(std::span<const lane_vec3<float>> forces) noexcept {
    lane_sum sum;
    for (const lane_vec3<float>& one : forces) {
        sum.add(one);
    }
    return sum.beyond(1e15F);
}

std::int32_t first_bad_bone(const local_pose& pose, int lane) noexcept {
    for (std::size_t b = 0; b < pose.bones.size(); ++b) {
        lane_sum sum;
        sum.add(pose.bones[b]);
        if (b < pose.stretch.size()) {
            sum.add(pose.stretch[b]);
        }
        if ((sum.beyond(farthest) >> lane & 1U) != 0) {
            return static_cast<std::int32_t>(b);
        }
    }
    return -1;
}

} // namespace jounce
