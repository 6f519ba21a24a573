#include <jounce/modules/rig/vrm_checks.hpp>

#include <jounce/components/base/index.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace jounce {
namespace {

/// Goes down from what is needed to what that needs, and lists each bone when all before it is
/// listed.
template <class Real> class planner {
public:
    planner(const basic_rig<Real>& rig, basic_vrm_set<Real>& set)
        : rig_(rig), set_(set), spring_of_(rig.parents.size(), -1), moves_(rig.parents.size()),
          busy_(rig.parents.size()), place_(rig.parents.size(), -1),
          is_late_(set.colliders.size()) {
        for (std::size_t s = 0; s < set.springs.size(); ++s) {
            spring_of_[at(set.springs[s].bone)] = static_cast<std::int32_t>(s);
        }
        for (std::size_t b = 0; b < moves_.size(); ++b) {
            const std::int32_t parent = rig.parents[b];
            moves_[b] = spring_of_[b] >= 0 || (parent >= 0 && moves_[at(parent)]);
        }
    }

    std::optional<std::int32_t> run() {
        for (std::int32_t b = 0; b < rig_.bone_count(); ++b) {
            if (moves_[at(b)]) {
                list(b);
                set_.moved.push_back({b, spring_of_[at(b)]});
            }
        }
        for (const vrm_collider<Real>& one : set_.colliders) {
            list(one.bone);
        }
        for (vrm_spring<Real>& spring : set_.springs) {
            if (spring.centre >= 0) {
                spring.centre = spring.centre_is_head ? -1 : place_[at(spring.centre)];
            }
        }
        mark_ticks();
        place_colliders();
        return wrong_centre_;
    }

private:
    bool hangs_on_busy(std::int32_t bone) const {
        for (; bone >= 0 && moves_[at(bone)]; bone = rig_.parents[at(bone)]) {
            if (busy_[at(bone)]) {
                return true;
            }
        }
        return false;
    }

    /// Recursion is bounded by the number of bones: each is entered once.
    void list(std::int32_t bone) {
        if (place_[at(bone)] >= 0) {
            return;
        }
        vrm_bone out;
        out.bone = bone;
        out.animated = !moves_[at(bone)];
        out.spring = spring_of_[at(bone)];
        const std::int32_t parent = rig_.parents[at(bone)];
        if (!out.animated && parent >= 0) {
            list(parent);
            out.parent = place_[at(parent)];
        }
        if (out.spring >= 0) {
            busy_[at(bone)] = true;
            list_needed(out.spring);
            busy_[at(bone)] = false;
        }
        place_[at(bone)] = static_cast<std::int32_t>(set_.walk.size());
        set_.walk.push_back(out);
    }

    void list_needed(std::int32_t index) {
        const vrm_spring<Real>& spring = set_.springs[at(index)];
        if (spring.centre >= 0 && !spring.centre_is_head) {
            if (hangs_on_busy(spring.centre)) {
                wrong_centre_ = wrong_centre_ ? wrong_centre_ : index;
            } else {
                list(spring.centre);
            }
        }
        for (std::int32_t c = 0; c < spring.contact_count; ++c) {
            const std::size_t body = at(set_.contacts[at(spring.first_contact + c)]);
            if (hangs_on_busy(set_.colliders[body].bone)) {
                is_late_[body] = true;
            } else {
                list(set_.colliders[body].bone);
            }
        }
    }

    /// Ticks need springs, what carries colliders and centres, and everything above those.
    void mark_ticks() {
        std::vector<bool> needed(set_.walk.size());
        for (const vrm_collider<Real>& one : set_.colliders) {
            needed[at(place_[at(one.bone)])] = true;
        }
        for (const vrm_spring<Real>& spring : set_.springs) {
            needed[at(place_[at(spring.bone)])] = true;
            if (spring.centre >= 0) {
                needed[at(spring.centre)] = true;
            }
        }
        for (std::size_t w = set_.walk.size(); w-- > 0;) {
            set_.walk[w].in_ticks = needed[w];
            if (needed[w] && set_.walk[w].parent >= 0) {
                needed[at(set_.walk[w].parent)] = true;
            }
        }
    }

    /// Sorts the colliders by place, so that each bone has a range of them.
    void place_colliders() {
        std::vector<vrm_collider<Real>>& all = set_.colliders;
        for (vrm_collider<Real>& one : all) {
            one.place = place_[at(one.bone)];
        }
        std::vector<std::int32_t> order(all.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
            return all[at(a)].place < all[at(b)].place;
        });
        std::vector<vrm_collider<Real>> sorted;
        std::vector<std::int32_t> now_at(all.size());
        for (const std::int32_t from : order) {
            const std::int32_t to = static_cast<std::int32_t>(sorted.size());
            now_at[at(from)] = to;
            vrm_bone& bone = set_.walk[at(all[at(from)].place)];
            bone.first_collider = bone.collider_count == 0 ? to : bone.first_collider;
            ++bone.collider_count;
            sorted.push_back(all[at(from)]);
            if (is_late_[at(from)]) {
                set_.late.push_back(to);
            }
        }
        all = std::move(sorted);
        for (std::int32_t& contact : set_.contacts) {
            contact = now_at[at(contact)];
        }
    }

    const basic_rig<Real>& rig_;
    basic_vrm_set<Real>& set_;
    std::vector<std::int32_t> spring_of_;
    std::vector<bool> moves_;
    std::vector<bool> busy_; ///< heads whose needs are being listed
    std::vector<std::int32_t> place_;
    std::vector<bool> is_late_;
    std::optional<std::int32_t> wrong_centre_;
};

} // namespace

template <class Real>
std::optional<std::int32_t> plan_vrm_walk(const basic_rig<Real>& rig, basic_vrm_set<Real>& set) {
    return planner<Real>(rig, set).run();
}

template std::optional<std::int32_t> plan_vrm_walk(const basic_rig<float>&, basic_vrm_set<float>&);
template std::optional<std::int32_t> plan_vrm_walk(const basic_rig<double>&,
                                                   basic_vrm_set<double>&);

} // namespace jounce
