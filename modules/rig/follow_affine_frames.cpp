#include <jounce/modules/rig/follow_affine_frames.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/rig/affine_fault.hpp>
#include <jounce/modules/rig/affine_tracks.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace jounce {
namespace {

bool is_at_origin(const rig& bones, std::int32_t bone) {
    const transform<float>& rest = bones.rest_model[at(bone)];
    const bool turns = std::abs(rest.rotation.w) < 1 - 1e-6F;
    const bool scales =
        std::abs(rest.scale - 1) > 1e-6F ||
        (bones.is_affine && length(bones.rest_stretch[at(bone)] - vec3<float>{1, 1, 1}) > 1e-6F);
    return !turns && !scales && length(rest.translation) == 0;
}

/// How many of the joints are at a bone or below it.
std::vector<std::int32_t> joints_below(const rig& bones,
                                       std::span<const std::int32_t> joint_bones) {
    std::vector<std::int32_t> out(bones.parents.size());
    for (const std::int32_t bone : joint_bones) {
        for (std::int32_t b = bone; b >= 0; b = bones.parents[at(b)]) {
            ++out[at(b)];
        }
    }
    return out;
}

/// For one clip: whose tracks go, and who gets new ones.
class frame_follower {
public:
    frame_follower(const rig& bones, std::span<const std::int32_t> joint_bones, const clip& of)
        : bones_(bones), below_(joints_below(bones, joint_bones)), has_track_(bones.parents.size()),
          is_replaced_(bones.parents.size()) {
        for (const track& one : of.tracks) {
            has_track_[at(one.bone)] = 1;
        }
        for (const std::int32_t bone : joint_bones) {
            is_possible_ = is_possible_ && find_top(bone);
        }
    }

    bool is_possible() const { return is_possible_; }

    void follow(clip& to) const {
        std::erase_if(to.tracks, [&](const track& one) { return is_replaced_[at(one.bone)] != 0; });
        add_affine_tracks(bones_, tops_, to);
    }

private:
    bool find_top(std::int32_t bone) {
        if (below_[at(bone)] != 1) {
            return false; // two joints at one bone, or one above another
        }
        std::int32_t top = bone;
        is_replaced_[at(top)] = 1;
        for (std::int32_t parent = bones_.parents[at(top)]; parent >= 0 && below_[at(parent)] == 1;
             parent = bones_.parents[at(top)]) {
            top = parent;
            is_replaced_[at(top)] = 1;
        }
        tops_.push_back(top);
        for (std::int32_t b = bones_.parents[at(top)]; b >= 0; b = bones_.parents[at(b)]) {
            if (has_track_[at(b)] != 0 || !is_at_origin(bones_, b)) {
                return false;
            }
        }
        return true;
    }

    const rig& bones_;
    std::vector<std::int32_t> below_;
    std::vector<std::uint8_t> has_track_;
    std::vector<std::uint8_t> is_replaced_;
    std::vector<std::int32_t> tops_; ///< [joint]
    bool is_possible_ = true;
};

} // namespace

clip_set follow_affine_frames(const rig& bones, std::span<const std::int32_t> joint_bones,
                              clip_set clips) {
    for (clip& one : clips.clips) {
        if (one.affine.empty() || one.affine.joint_count > joint_bones.size() ||
            find_affine_fault(one)) {
            continue;
        }
        const frame_follower follower(bones, joint_bones.first(one.affine.joint_count), one);
        if (follower.is_possible()) {
            follower.follow(one);
        }
    }
    return clips;
}

std::optional<error> check_flexible_bones(const rig& bones,
                                          std::span<const std::int32_t> joint_bones,
                                          const clip_set& clips,
                                          std::span<const std::int32_t> spring_bones) {
    std::size_t count = 0;
    for (const clip& one : clips.clips) {
        count = std::max<std::size_t>(count, one.affine.joint_count);
    }
    const std::vector<std::int32_t> below =
        joints_below(bones, joint_bones.first(std::min(count, joint_bones.size())));
    for (const std::int32_t bone : spring_bones) {
        if (below[at(bone)] > 0) {
            return error{errors::unsupported,
                         "spring bone \"" + bones.names[at(bone)] +
                             "\" is, or has below it, a flexible bone, which clips move by "
                             "matrices that springs cannot change; hang a helper on it "
                             "(`helpers` of the settings), or decompose with --kind rigid"};
        }
    }
    return std::nullopt;
}

} // namespace jounce
