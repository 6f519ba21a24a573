#include <jounce/modules/dev/replay/stable_replay.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/rate_race.hpp>
#include <jounce/modules/dev/replay/read_golden.hpp>
#include <jounce/modules/dev/replay/resample.hpp>
#include <jounce/modules/dev/replay/stable_stepper.hpp>
#include <jounce/modules/dev/replay/stepper.hpp>
#include <jounce/modules/rig/convert.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace jounce::replay {
namespace {

constexpr double longest_hold = 60; ///< s: springs without damping never rest

bool is_finite(const vec3<double>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Notes the extremes of a frame, and gives how far its farthest tail is from the animation.
template <class Real>
double observe(const stable_stepper<Real>& at, const std::vector<vec3<double>>& secondary,
               const std::vector<std::int32_t>& springs, stable_report& to) {
    double farthest = 0;
    for (std::size_t s = 0; s < springs.size(); ++s) {
        const double stretch = at.stretch(springs[s]);
        to.min_stretch = std::min(to.min_stretch, stretch);
        to.max_stretch = std::max(to.max_stretch, stretch);
        to.max_bend = std::max(to.max_bend, at.bend(springs[s]));
        to.finite = to.finite && is_finite(secondary[s]) && std::isfinite(stretch);
        farthest = std::max(farthest, length(secondary[s]));
    }
    return farthest;
}

/// Seconds after the motion until the deviation stays below a hundredth of its peak.
double settling_seconds(const std::vector<double>& deviations, double end_of_motion) {
    const double peak = *std::max_element(deviations.begin(), deviations.end());
    std::size_t above = deviations.size();
    while (above > 0 && deviations[above - 1] < 0.01 * peak) {
        --above;
    }
    return peak > 0 ? std::max(0.0, static_cast<double>(above) / fastest - end_of_motion) : 0;
}

/// How long to wait until springs must be at rest. A spring's swing fades as exp(-r t), r the slower of
/// its two rates; 1e-5 of the extent takes 9 to 12 times 1/r. In a chain every link is still driven by
/// those above it, which takes up to 19 times 1/r (docs/solver.md).
double seconds_to_rest(const spring_tuning& tuning) {
    const double omega = 2 * std::numbers::pi * tuning.frequency;
    const double decay = tuning.damping_ratio * omega + tuning.drag / 2;
    const double slowest =
        decay > omega ? omega * omega / (decay + std::sqrt(decay * decay - omega * omega)) : decay;
    return std::clamp(20 / std::max(slowest, 1e-9), hold_after, longest_hold);
}

/// Bounds and rates, and what a reader should know of them.
void judge(stable_report& out, const spring_tuning& tuning, bool jumps) {
    const double least = tuning.fixed_length ? 1 : tuning.min_stretch;
    const bool shifts = tuning.output == spring_transform::translate;
    const double most = tuning.fixed_length && !shifts ? 1 : tuning.max_stretch;
    out.bounded = out.finite && out.min_stretch >= least - most_length_error &&
                  out.max_stretch <= most + most_length_error;
    out.rates_agree = std::all_of(out.rates.begin(), out.rates.end(), [](const rate_error& rate) {
        // What is not a number is not within anything.
        return rate.stable <= most_rate_error(rate.input);
    });
    if (jumps) {
        out.note = "moves by more than its extent between two recorded frames: a jump, whose speed "
                   "depends on the frame rate; rates are not judged";
    }
}

template <class Real>
result<stable_report> replay_stable_with(const golden_case& recorded, precision with) {
    const spring_tuning tuning = tuning_of(recorded.settings, recorded.dt);
    const double hold = seconds_to_rest(tuning);
    std::vector<golden_case> played;
    for (const int fps : played_rates) {
        result<golden_case> one = resampled(recorded, fps, hold);
        if (!one) {
            return one.error();
        }
        played.push_back(*std::move(one));
    }
    auto stable = rate_race<stable_stepper<Real>>::make(
        played, [&](const golden_case& one) { return stable_stepper<Real>::make(one, tuning); });
    if (!stable) {
        return stable.error();
    }
    auto reference = rate_race<stepper<Real>>::make(
        played, [](const golden_case& one) { return stepper<Real>::make(one); });
    if (!reference) {
        return reference.error();
    }

    stable_report out;
    out.name = recorded.name;
    out.isa = isa_name(active_isa());
    out.with = with;
    out.frames = recorded.frames;
    out.extent = recorded.extent();
    out.hold_seconds = hold;
    const std::vector<std::int32_t>& springs = recorded.simulated;
    std::vector<double> deviations; // at the fastest rate
    for (std::int64_t step = 0; step < played.back().frames; ++step) {
        stable->advance(step, springs);
        reference->advance(step, springs);
        for (std::size_t r = 0; r < rate_count; ++r) {
            if (!stable->is_due(r, step)) {
                continue;
            }
            const double farthest =
                observe(stable->steppers[r], stable->secondary[r], springs, out);
            out.max_deviation = std::max(out.max_deviation, farthest / out.extent);
            out.lanes_agree = out.lanes_agree && stable->steppers[r].lanes_agree();
            if (step + 1 == played.back().frames) {
                out.settled = std::max(out.settled, farthest / out.extent);
            }
            if (r + 1 == rate_count) {
                deviations.push_back(farthest);
            }
        }
    }
    out.settling_seconds = settling_seconds(deviations, motion_end(recorded));
    for (std::size_t r = 0; r < rate_count; ++r) {
        out.rates.push_back(
            {played_rates[r], stable->error(r), reference->error(r), stable->input_error(r)});
    }
    const bool jumps = longest_step(recorded) > out.extent;
    judge(out, tuning, jumps);
    out.pass = out.lanes_agree && out.bounded && (out.rates_agree || jumps) &&
               out.settled <= most_unsettled;
    return out;
}

} // namespace

result<stable_report> replay_stable(const golden_case& recorded, precision with) {
    return with == precision::f64 ? replay_stable_with<double>(recorded, with)
                                  : replay_stable_with<float>(recorded, with);
}

result<std::vector<stable_report>> replay_stable_folder(const case_folder& folder, precision with) {
    std::vector<stable_report> out;
    std::vector<golden_case> cases;
    if (folder.kind == folder_kind::units) {
        result<unit_cases> units = read_units(folder.path);
        if (!units) {
            return units.error();
        }
        stable_report& segments = out.emplace_back();
        segments.name = units->segments.name;
        segments.isa = isa_name(active_isa());
        segments.with = with;
        segments.note = "has no motion: skipped";
        segments.skipped = true;
        segments.pass = true;
        cases = std::move(units->trajectories);
    } else if (folder.kind == folder_kind::tissue) {
        stable_report& flesh = out.emplace_back();
        flesh.name = folder.path.filename().string();
        flesh.isa = isa_name(active_isa());
        flesh.with = with;
        flesh.note = "records flesh, not springs: skipped";
        flesh.skipped = true;
        flesh.pass = true;
    } else {
        result<golden_case> one =
            folder.kind == folder_kind::synthetic ? read_case(folder.path) : read_run(folder.path);
        if (!one) {
            return one.error();
        }
        cases.push_back(*std::move(one));
    }
    for (const golden_case& recorded : cases) {
        result<stable_report> played = replay_stable(recorded, with);
        if (!played) {
            return played.error();
        }
        out.push_back(*std::move(played));
    }
    return out;
}

} // namespace jounce::replay
