#pragma once

#include <jounce/modules/dev/replay/folders.hpp>
#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/dev/replay/replay.hpp>
#include <jounce/modules/result/result.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::replay {

/// Frame rates at which a motion is played. All divide the last, so each of their frames has one of
/// the last at the same time.
inline constexpr std::array<int, 5> played_rates = {24, 30, 60, 120, 240};

/// How far the secondary motion (dynamic minus rigid tail) of a frame rate is from that at 240
/// frames per second: the root mean square of the difference over the times that both share and
/// over all spring tails, over the root mean square of the motion at 240. Not finite where a solver
/// blew up.
struct rate_error {
    int fps = 0;
    double stable = 0;
    double reference = 0;
    /// The same of the input: how far the animated tails are from those at 240 between the frames
    /// of the rate, where these are joined by straight ways, over the motion at 240. A free tail
    /// stays where it is, so this much no solver can make good.
    double input = 0;
};

/// What came of a case's motion under the stable solver. Extremes are over all rates.
struct stable_report {
    std::string name;
    std::string isa;  ///< level that the kernels ran on
    std::string note; ///< what was judged otherwise, and why; may be empty
    precision with = precision::f32;
    bool skipped = false;    ///< nothing to play, see `note`
    std::int64_t frames = 0; ///< recorded
    double extent = 0;
    std::vector<rate_error> rates;
    double min_stretch = 1;
    double max_stretch = 1;
    double max_bend = 0;         ///< radians, from where the bone's parent takes it
    double max_deviation = 0;    ///< of a tail from the animation, over the extent
    double hold_seconds = 0;     ///< after the record
    double settled = 0;          ///< the same as `max_deviation`, when they have passed
    double settling_seconds = 0; ///< after the motion, until below 1 % of the peak for good, at 240
    bool finite = true;
    bool lanes_agree = true;
    bool bounded = false;
    bool rates_agree = false;
    bool pass = false;
};

// What a pass needs.

/// How far a rate may be from the fastest: 2 %, and twice what its frames miss of the animation itself.
inline double most_rate_error(double input) { return 0.02 + 2 * input; }

inline constexpr double most_length_error = 1e-4; ///< over the bone's length
inline constexpr double most_unsettled = 1e-5;    ///< over the extent

/// Plays the motion of a case at all rates, through the stable solver and, beside it, through the
/// reference solver with one step per frame. The stable solver's tuning is the case's, converted at
/// the case's own step.
///
/// A motion that takes a bone farther than the case's extent between two recorded frames is a jump
/// without being called one. How fast it is depends on how many frames it takes, so its rates are
/// reported and not judged.
result<stable_report> replay_stable(const golden_case& recorded, precision with);

/// Replays all that the folder records. Of a unit file these are the trajectories; its segments have
/// no motion and are skipped with a note.
result<std::vector<stable_report>> replay_stable_folder(const case_folder& folder, precision with);

} // namespace jounce::replay
