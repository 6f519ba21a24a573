#pragma once

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/dev/replay/stable_replay.hpp>
#include <jounce/modules/result/result.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jounce::replay {

inline constexpr std::size_t rate_count = played_rates.size();
inline constexpr int fastest = played_rates.back();

/// One solver at all rates, side by side in time.
template <class Stepper> class rate_race {
public:
    template <class Make>
    static result<rate_race> make(const std::vector<golden_case>& played, Make&& make_one) {
        rate_race out;
        for (const golden_case& one : played) {
            result<Stepper> made = make_one(one);
            if (!made) {
                return made.error();
            }
            out.steppers.push_back(*std::move(made));
            out.secondary.emplace_back(one.simulated.size());
        }
        out.rigid_ = out.rigid_before_ = out.secondary;
        return out;
    }

    /// Whether a rate has a frame at the end of a step of the fastest.
    static bool is_due(std::size_t rate, std::int64_t step) {
        return (step + 1) % (fastest / played_rates[rate]) == 0;
    }

    void advance(std::int64_t step, const std::vector<std::int32_t>& springs) {
        for (std::size_t r = 0; r < rate_count; ++r) {
            if (is_due(r, step)) {
                steppers[r].step();
                rigid_before_[r] = rigid_[r];
                for (std::size_t s = 0; s < springs.size(); ++s) {
                    rigid_[r][s] = steppers[r].rigid_tail(springs[s]);
                    secondary[r][s] = steppers[r].dynamic_tail(springs[s]) - rigid_[r][s];
                }
            }
        }
        recent_[ring(step)] = rigid_.back();
        for (std::size_t r = 0; r < rate_count; ++r) {
            for (std::size_t s = 0; is_due(r, step) && s < springs.size(); ++s) {
                const vec3<double> wanted = secondary.back()[s];
                const vec3<double> error = secondary[r][s] - wanted;
                difference_[r] += dot(error, error);
                size_[r] += dot(wanted, wanted);
            }
            if (is_due(r, step)) {
                note_input(r, step);
            }
        }
    }

    double error(std::size_t rate) const {
        // What never moves is the same at every rate.
        return difference_[rate] == 0 ? 0 : std::sqrt(difference_[rate] / size_[rate]);
    }

    /// How far the animation is off between a rate's frames, where they are joined by straight ways.
    double input_error(std::size_t rate) const {
        return missed_[rate] == 0 ? 0 : std::sqrt(missed_[rate] / size_.back());
    }

    std::vector<Stepper> steppers;                    ///< [rate]
    std::vector<std::vector<vec3<double>>> secondary; ///< [rate][spring], of its last frame

private:
    static std::size_t ring(std::int64_t step) {
        return static_cast<std::size_t>(step % (fastest / played_rates.front()));
    }

    void note_input(std::size_t rate, std::int64_t step) {
        const int steps = fastest / played_rates[rate];
        if (step < steps) {
            return; // the frame before the first has no pose
        }
        for (int k = 1; k < steps; ++k) {
            const std::vector<vec3<double>>& wanted = recent_[ring(step - steps + k)];
            const double share = static_cast<double>(k) / steps;
            for (std::size_t s = 0; s < wanted.size(); ++s) {
                const vec3<double>& from = rigid_before_[rate][s];
                const vec3<double> error = from + share * (rigid_[rate][s] - from) - wanted[s];
                missed_[rate] += dot(error, error);
            }
        }
    }

    std::array<double, rate_count> difference_{};
    std::array<double, rate_count> size_{};
    std::array<double, rate_count> missed_{};
    std::vector<std::vector<vec3<double>>> rigid_;        ///< [rate][spring], of its last frame
    std::vector<std::vector<vec3<double>>> rigid_before_; ///< of the one before
    /// Rigid tails of the fastest rate, of its last frames.
    std::array<std::vector<vec3<double>>, fastest / played_rates.front()> recent_;
};

} // namespace jounce::replay
