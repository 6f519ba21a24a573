#include <jounce/systems/tissue/react.hpp>

#include <jounce/systems/pose/bone_frame.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void react(const basic_reactive_set<Real>& set, const basic_tissue_state<Real>& state,
           const basic_bone_transforms<Real>& animated, basic_bone_transforms<Real>& out) noexcept {
    const bool is_affine = !animated.linear.empty();
    const auto frame_of = [&](std::size_t bone) JOUNCE_INLINED {
        return load_frame<Real>(animated.bones.data()[bone],
                                is_affine ? animated.linear.data() + bone : nullptr);
    };
    for (std::size_t b = 0; b < set.carrier_of_bone.size(); ++b) {
        bone_frame<Real> frame = frame_of(b);
        if (const std::int32_t carrier = set.carrier_of_bone[b]; carrier >= 0) {
            const reactive_bone<Real>& by = set.bones[static_cast<std::size_t>(carrier)];
            const bone_correction<Real>& shown =
                state.bones.data()[static_cast<std::size_t>(carrier)].shown;
            const bone_frame<Real> own = frame_of(static_cast<std::size_t>(by.bone));
            const vec<Real> centre =
                own.head + outward<Real>(is_affine, own, splat(by.local_centre));
            const rotation<Real> turn = load(shown.turn);
            frame.head = centre + load(shown.shift) + rotate(turn, frame.head - centre);
            frame.turn = turn * frame.turn;
            if (is_affine) {
                frame.linear = to_matrix(turn) * frame.linear;
            }
        }
        store_frame<Real>(out.bones.data()[b], is_affine ? out.linear.data() + b : nullptr, frame);
    }
}

JOUNCE_DEFINED(react)

} // namespace jounce::JOUNCE_LEVEL
