#include <jounce/systems/pose/check_lanes.hpp>

#include <cstddef>

namespace jounce {
namespace {

/// Four lanes: a register on every CPU. This is not compiled per level: it would be called for less than a
/// call costs.
using four = float __attribute__((vector_size(16), may_alias));

/// Adds numbers up, lane by lane. A number that is not finite or too large makes the sum so too.
struct lane_sum {
    four low{};
    four high{};

    void add(const lane<float>& all) {
        const four* halves = reinterpret_cast<const four*>(all.v);
        low += halves[0];
        high += halves[1];
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
    /// Bit per lane whose sum is not within -most to most.
    std::uint32_t beyond(float most) const {
        // Comparisons give -1 where they hold. In an ordinary frame one look at all lanes is enough.
        const auto in_low = (low <= most) & (low >= -most);
        const auto in_high = (high <= most) & (high >= -most);
        const auto in_both = in_low & in_high;
        if ((in_both[0] & in_both[1] & in_both[2] & in_both[3]) != 0) [[likely]] {
            return 0;
        }
        std::uint32_t out = 0;
        for (int i = 0; i < 4; ++i) {
            out |= in_low[i] == 0 ? 1U << i : 0U;
            out |= in_high[i] == 0 ? 16U << i : 0U;
        }
        return out;
    }
};
static_assert(lane_count == 8);

constexpr float farthest_lane = 1e10F;

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
    return sum.beyond(farthest_lane);
}

std::uint32_t bad_lanes(const reference_state& state) noexcept {
    lane_sum sum;
    for (const spring_particle<float>& one : state.particles) {
        sum.add(one.position); // where a velocity that is none has led already
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
        if ((sum.beyond(farthest_lane) >> lane & 1U) != 0) {
            return static_cast<std::int32_t>(b);
        }
    }
    return -1;
}

} // namespace jounce
