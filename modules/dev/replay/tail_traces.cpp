#include <jounce/modules/dev/replay/tail_traces.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/resample.hpp>
#include <jounce/modules/dev/replay/stable_stepper.hpp>
#include <jounce/modules/dev/replay/stepper.hpp>
#include <jounce/modules/rig/convert.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace jounce::replay {
namespace {

/// [spring][frame]
using distances = std::vector<std::vector<double>>;

template <class Stepper>
distances play(Stepper& player, const golden_case& played, const std::vector<std::int32_t>& bones) {
    distances out(bones.size());
    for (std::int64_t frame = 0; frame < played.frames; ++frame) {
        player.step();
        for (std::size_t b = 0; b < bones.size(); ++b) {
            out[b].push_back(length(player.dynamic_tail(bones[b]) - player.rigid_tail(bones[b])));
        }
    }
    return out;
}

double peak(const std::vector<double>& of) { return *std::max_element(of.begin(), of.end()); }

result<std::int32_t> farthest_bone(const golden_case& played, const spring_tuning& tuning) {
    result<stable_stepper<double>> player = stable_stepper<double>::make(played, tuning);
    if (!player) {
        return player.error();
    }
    const distances all = play(*player, played, played.simulated);
    const auto farthest =
        std::max_element(all.begin(), all.end(), [](const auto& one, const auto& other) {
            return peak(one) < peak(other);
        });
    return played.simulated[static_cast<std::size_t>(farthest - all.begin())];
}

} // namespace

result<std::int32_t> find_spring(const golden_case& recorded, const std::string& name) {
    std::string known;
    for (const std::int32_t bone : recorded.simulated) {
        const std::string index = std::to_string(bone);
        if (name == index || name == "bone_" + index) {
            return bone;
        }
        known += (known.empty() ? "" : ", ") + index;
    }
    return error{errors::no_spring, recorded.file.string() + ": has no spring bone \"" + name +
                                        "\"; it has " + (known.empty() ? "none" : known)};
}

result<tail_traces> trace_tail(const golden_case& recorded, const std::vector<int>& rates,
                               std::optional<std::int32_t> bone) {
    if (recorded.simulated.empty()) {
        return error{errors::no_spring, recorded.file.string() + ": has no spring bones to follow"};
    }
    const spring_tuning tuning = tuning_of(recorded.settings, recorded.dt);
    tail_traces out;
    for (const int fps : rates) {
        const result<golden_case> played = resampled(recorded, fps);
        if (!played) {
            return played.error();
        }
        if (!bone) {
            const result<std::int32_t> farthest = farthest_bone(*played, tuning);
            if (!farthest) {
                return farthest.error();
            }
            bone = *farthest;
        }
        result<stepper<double>> reference = stepper<double>::make(*played);
        if (!reference) {
            return reference.error();
        }
        result<stable_stepper<double>> stable = stable_stepper<double>::make(*played, tuning);
        if (!stable) {
            return stable.error();
        }
        out.rates.push_back({fps, play(*reference, *played, {*bone}).front(),
                             play(*stable, *played, {*bone}).front()});
    }
    out.bone = *bone;
    return out;
}

} // namespace jounce::replay
