// Which kinds the ordinary way can compute.

#include <jounce/modules/dev/bench/stable_baseline.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::bench {

bool baseline_knows(const collider& body) {
    switch (body.shape) {
    case collider_shape::sphere: return !body.inside;
    case collider_shape::capsule:
        return !body.inside && std::abs(body.radius - body.radius_b) <
                                   0.99F * (to_vector(body.b) - to_vector(body.a)).norm();
    default: return false;
    }
}

bool baseline_knows(const character_kind& kind) {
    const basic_stable_set<float>& set = kind.springs.stable;
    const auto knows_spring = [](const stable_spring<float>& s) {
        const bool is_round = s.limit == limit_shape::none || s.limit == limit_shape::cone;
        return s.fixed_length && !s.translate && !s.pinned && s.hook == 0 && is_round &&
               s.limit_is_centred && !s.collide_segment;
    };
    return !kind.rig.is_affine && !set.chains_collide &&
           std::all_of(set.springs.begin(), set.springs.end(), knows_spring) &&
           std::all_of(set.colliders.begin(), set.colliders.end(),
                       [](const bone_collider& one) { return baseline_knows(one.body); });
}

} // namespace jounce::bench
