#include <jounce/modules/dev/replay/recorded_bones.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::replay {
namespace {

mat3<double> matrix_at(const golden_array& of, std::size_t first) {
    const double* m = of.values.data() + first;
    return {{{m[0], m[3], m[6]}, {m[1], m[4], m[7]}, {m[2], m[5], m[8]}}};
}

} // namespace

double largest(const golden_array& of) {
    double out = 0;
    for (const double one : of.values) {
        out = std::max(out, std::abs(one));
    }
    return out;
}

affine<double> animated_bone(const golden_reactive& recorded, std::size_t step, std::size_t bone) {
    const vec3<double> middle = 0.5 * (recorded.joints.vector_at(0) + recorded.joints.vector_at(3));
    affine<double> out;
    out.linear = matrix_at(recorded.root_rotation, 9 * step);
    out.translation = recorded.root_position.vector_at(3 * step) - out.linear * middle;
    const std::size_t bones = recorded.target.shape[1];
    for (std::size_t b = 1; b <= bone; ++b) {
        const vec3<double> joint = recorded.joints.vector_at(3 * b);
        const vec3<double> place = out * joint;
        out.linear = out.linear * matrix_at(recorded.target, 9 * (step * bones + b));
        out.translation = place - out.linear * joint;
    }
    return out;
}

recorded_bones::recorded_bones(const golden_tissue& recorded) : recorded_(&*recorded.reactive) {
    for (const char* name : {"bone_position", "bone_rotation", "momentum", "reaction"}) {
        errors.emplace_back().name = name;
    }
    sizes_ = {1, 1, largest(recorded_->momentum), largest(recorded_->reaction)};
}

void recorded_bones::note(const reactive_result& found, std::int64_t step) {
    const std::size_t number = static_cast<std::size_t>(step);
    for (std::size_t b = 0; b < found.centres.size(); ++b) {
        const std::size_t at = number * found.centres.size() + b;
        errors[0].note(length(found.centres[b] - recorded_->position.vector_at(3 * at)), step, b);
        const mat3<double> turn = matrix_at(recorded_->rotation, 9 * at);
        for (int c = 0; c < 3; ++c) {
            errors[1].note(length(found.turns[b].column[c] - turn.column[c]), step, b);
        }
    }
    errors[2].note(length(found.momentum - recorded_->momentum.vector_at(6 * number)), step, 0);
    errors[2].note(length(found.angular - recorded_->momentum.vector_at(6 * number + 3)), step, 1);
    errors[3].note(length(found.reaction - recorded_->reaction.vector_at(3 * number)), step, 0);
}

bool recorded_bones::is_within(double share) const {
    bool out = true;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        out = out && errors[i].max_error <= share * sizes_[i];
    }
    return out;
}

} // namespace jounce::replay
