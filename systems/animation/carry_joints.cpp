#include <jounce/systems/animation/carry_joints.hpp>

#include <jounce/components/base/lanes.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace jounce {
namespace {

affine<float> load_rows(const palette_row<float>* rows) {
    affine<float> out;
    for (int c = 0; c < 3; ++c) {
        out.linear.column[c] = {rows[0].v[c], rows[1].v[c], rows[2].v[c]};
    }
    out.translation = {rows[0].v[3], rows[1].v[3], rows[2].v[3]};
    return out;
}

void store_rows(const affine<float>& from, palette_row<float>* rows) {
    const auto store = [&](int r, float x, float y, float z, float w) { rows[r] = {{x, y, z, w}}; };
    const vec3<float>* c = from.linear.column;
    store(0, c[0].x, c[1].x, c[2].x, from.translation.x);
    store(1, c[0].y, c[1].y, c[2].y, from.translation.y);
    store(2, c[0].z, c[1].z, c[2].z, from.translation.z);
}

/// How a joint's bone has moved since it was bound.
affine<float> moved(const bind_joint<float>& joint, const bone_transforms& bones, int lane) {
    const auto bone = static_cast<std::size_t>(joint.bone);
    const transform<float> at = get_lane(bones.bones[bone], lane);
    affine<float> out = to_affine(at);
    if (!bones.linear.empty()) {
        out.linear = get_lane(bones.linear[bone], lane);
    }
    return out * joint.inverse_bind;
}

} // namespace

void carry_joints(const character_kind& kind, const block_moment& now, const bone_transforms& bones,
                  palette& out) noexcept {
    for (std::uint32_t left = now.playing; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        palette_row<float>* rows =
            out.rows.data() + static_cast<std::ptrdiff_t>(lane) * out.lane_stride();
        for (std::size_t i = 0; i < kind.carriers.size(); ++i) {
            if (kind.carriers[i] < 0) {
                continue;
            }
            const auto carrier = static_cast<std::size_t>(kind.carriers[i]);
            const affine<float> at_rest = moved(kind.bind.joints[carrier], bones, lane);
            if (!(std::abs(determinant(at_rest.linear)) > 1e-12F)) {
                continue; // a bone without size: nothing can be said relative to it
            }
            palette_row<float>* own = rows + 3 * (static_cast<std::size_t>(kind.affine_joints) + i);
            const affine<float> swing = inverse(at_rest) * load_rows(own);
            store_rows(load_rows(rows + 3 * carrier) * swing, own);
        }
    }
}

} // namespace jounce
