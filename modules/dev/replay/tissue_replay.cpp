#include <jounce/modules/dev/replay/tissue_replay.hpp>

#include <jounce/modules/dev/replay/flesh_stepper.hpp>
#include <jounce/modules/dev/replay/recorded_bones.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace jounce::replay {
namespace {

template <class Real>
result<bool> compare(const golden_tissue& recorded, const golden_array& expected, tissue_tier tier,
                     report& out) {
    result<flesh_stepper<Real>> stepper = flesh_stepper<Real>::make(recorded, tier);
    if (!stepper) {
        return stepper.error();
    }
    array_error displaced;
    displaced.name = expected.name;
    array_error pressed;
    pressed.name = "penetration";
    const bool is_pressed = recorded.penetration.has_value() && tier == tissue_tier::newton;
    const std::size_t handles = recorded.baked.handles.size();
    std::optional<recorded_bones> bones;
    if (recorded.reactive) {
        bones.emplace(recorded);
    }
    for (std::int64_t step = 0; step < recorded.steps; ++step) {
        const std::size_t number = static_cast<std::size_t>(step);
        stepper->step(number);
        out.lanes_agree = out.lanes_agree && stepper->lanes_agree();
        for (std::size_t h = 0; h < handles; ++h) {
            displaced.note(
                length(stepper->displacement(h) - expected.vector_at(3 * (number * handles + h))),
                step, h);
        }
        if (bones) {
            bones->note(stepper->bones_of(number), step);
        }
        if (is_pressed) {
            pressed.note(
                std::abs(stepper->penetration(number) - recorded.penetration->values[number]), step,
                0);
        }
    }
    const bool is_double = sizeof(Real) == 8;
    const double exact = recorded.reactive ? 1e-8 : 1e-9;
    const double share = is_double ? exact : recorded.ball ? 0.02 : 2e-4;
    const double allowed = share * largest(expected);
    out.tolerance = std::max(out.tolerance, allowed);
    out.max_error_flesh = std::max(out.max_error_flesh, displaced.max_error);
    bool is_good = displaced.max_error <= allowed;
    out.arrays.push_back(displaced);
    if (bones) {
        is_good = is_good && bones->is_within(is_double ? exact : 0.02);
        out.arrays.insert(out.arrays.end(), bones->errors.begin(), bones->errors.end());
    }
    if (is_pressed) {
        is_good = is_good &&
                  pressed.max_error <= (is_double ? 1e-9 : 0.05) * largest(*recorded.penetration);
        out.arrays.push_back(pressed);
    }
    return is_good;
}

template <class Real> result<report> replay_with(const golden_tissue& recorded, precision with) {
    report out;
    out.name = recorded.name;
    out.isa = isa_name(active_isa());
    out.with = with;
    out.frames = recorded.steps;
    out.extent = largest(recorded.displacements);
    const result<bool> newton =
        compare<Real>(recorded, recorded.displacements,
                      recorded.reactive ? tissue_tier::two_way : tissue_tier::newton, out);
    if (!newton) {
        return newton.error();
    }
    out.pass = *newton;
    if (recorded.modal) {
        const result<bool> linear =
            compare<Real>(recorded, *recorded.modal, tissue_tier::linear, out);
        if (!linear) {
            return linear.error();
        }
        out.pass = out.pass && *linear;
    }
    out.pass = out.pass && out.lanes_agree;
    return out;
}

} // namespace

result<report> replay_tissue(const golden_tissue& recorded, precision with) {
    return with == precision::f64 ? replay_with<double>(recorded, with)
                                  : replay_with<float>(recorded, with);
}

} // namespace jounce::replay
