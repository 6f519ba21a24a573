#include <jounce/modules/decompose/mean_shift.hpp>

#include <jounce/modules/decompose/merge_points.hpp>
#include <jounce/modules/decompose/row_balls.hpp>

#include <Eigen/Core>

#include <algorithm>

namespace jounce::decompose {
namespace {

constexpr std::size_t max_steps = 100;
/// Points that are shifted at the same time, before others may end where these did. Fixed, so that results do not
/// depend on the number of workers.
constexpr std::size_t round_size = 128;
/// Neighbours are looked up in a wider circle and used again until the point has moved that much further.
constexpr float reach = 1.35F;
/// Balls in which points and ends are looked up, as a share of the bandwidth.
constexpr float ball_radius = 1;
constexpr std::uint32_t nowhere = ~0U;

/// When a point rests, as shares of the bandwidth.
struct stop_rule {
    float step = 0;          ///< the last step was shorter
    float known_end = 0;     ///< it is nearer to where another one rests
    float settled_point = 0; ///< it is nearer to a point whose end is known: that is its end too
};

/// What all points on their way see.
struct shifted_so_far {
    const merged_points& points;
    row_balls point_balls;
    sequence_table ends;
    row_balls end_balls;
    std::vector<std::uint32_t> end_of; ///< [mean]
    std::size_t settled = 0;           ///< the first means, whose ends are known
};

/// One point on its way.
class wanderer {
public:
    wanderer(const shifted_so_far& known, float bandwidth, stop_rule stop)
        : known_(known), points_(known.points), h_(bandwidth), stop_(stop),
          place_(1, known.ends.frames()), looked_from_(place_.width()), sum_(place_.width()) {}

    /// @return  the known end that it came to, or `nowhere`: it rests at `place`
    std::uint32_t walk(std::size_t from) {
        std::copy_n(points_.means.row(from).begin(), place_.width(), place_.row(0).begin());
        place_.sum_up(0);
        look_around();
        for (std::size_t step = 0; step < max_steps; ++step) {
            const float moved = move();
            if (step > 0 && nearest_settled_ != nowhere) {
                return known_.end_of[nearest_settled_];
            }
            if (const std::uint32_t known = known_end(); known != nowhere) {
                return known;
            }
            if (moved < stop_.step * h_) {
                break;
            }
            const float margin = (reach - 1) * h_;
            if (distance_within(place_.row(0), looked_from_, margin) > margin) {
                look_around();
            }
        }
        return nowhere;
    }

    std::span<const float> place() const { return place_.row(0); }

private:
    using numbers = Eigen::Map<Eigen::ArrayXf>;
    using const_numbers = Eigen::Map<const Eigen::ArrayXf>;

    /// The nearest known end that is near enough to be the same.
    std::uint32_t known_end() {
        std::uint32_t found = nowhere;
        float nearest = stop_.known_end * h_;
        known_.end_balls.find(place_, 0, nearest, candidates_);
        for (const std::uint32_t i : candidates_) {
            const float far = distance_within(place_, 0, known_.ends, i, nearest);
            if (far < nearest) {
                nearest = far;
                found = i;
            }
        }
        return found;
    }

    void look_around() {
        std::copy_n(place_.row(0).begin(), place_.width(), looked_from_.begin());
        known_.point_balls.find(place_, 0, reach * h_, near_);
        std::erase_if(near_, [&](std::uint32_t i) {
            return distance_within(place_, 0, points_.means, i, reach * h_) > reach * h_;
        });
    }

    /// @return  how far it went
    float move() {
        const auto width = static_cast<Eigen::Index>(place_.width());
        numbers sum(sum_.data(), width);
        sum.setZero();
        float all = 0;
        float nearest = stop_.settled_point * h_;
        nearest_settled_ = nowhere;
        for (const std::uint32_t i : near_) {
            const std::span<const float> row = points_.means.row(i);
            const float far = distance_within(place_.row(0), row, h_);
            if (far < h_) {
                const float closeness = 1 - far / h_;
                const float weight = points_.weight[i] * closeness * closeness;
                sum += weight * const_numbers(row.data(), width);
                all += weight;
            }
            if (far < nearest && i < known_.settled) {
                nearest = far;
                nearest_settled_ = i;
            }
        }
        if (!(all > 0)) {
            return 0; // too far from everything that drew it here: it stays
        }
        sum /= all;
        numbers place(place_.row(0).data(), width);
        const float moved = (sum - place).abs().sum();
        place = sum;
        place_.sum_up(0);
        return moved;
    }

    const shifted_so_far& known_;
    const merged_points& points_;
    float h_;
    stop_rule stop_;
    sequence_table place_;
    std::vector<float> looked_from_, sum_;
    std::vector<std::uint32_t> near_, candidates_;
    std::uint32_t nearest_settled_ = nowhere; ///< from where the last step began
};

/// Makes ends of the places where points of a round came to rest; those that are near each other share one.
void settle(shifted_so_far& known, std::size_t begin, std::size_t end,
            const std::vector<std::vector<float>>& places, float limit) {
    const std::size_t before = known.ends.count();
    for (std::size_t p = begin; p < end; ++p) {
        if (known.end_of[p] != nowhere) {
            continue;
        }
        const std::vector<float>& place = places[p - begin];
        std::size_t same = before;
        while (same < known.ends.count() &&
               !(distance_within(place, known.ends.row(same), limit) < limit)) {
            ++same;
        }
        if (same == known.ends.count()) {
            known.ends.add(place);
        }
        known.end_of[p] = static_cast<std::uint32_t>(same);
    }
    for (std::size_t i = before; i < known.ends.count(); ++i) {
        known.end_balls.add(known.ends, i);
    }
}

} // namespace

std::optional<shifted_points> shift_points(const sequence_table& points,
                                           const shift_options& options,
                                           const work::work_options& work,
                                           const work::work_step& step) {
    const float h = options.bandwidth;
    const double middle = step.from + 0.15 * (step.to - step.from);
    const std::optional<merged_points> merged =
        merge_points(points, static_cast<float>(options.merge) * h, work,
                     {step.name, step.from, options.merge > 0 ? middle : step.from});
    if (!merged) {
        return std::nullopt;
    }
    // Points that were merged are not where they seem anyway.
    const stop_rule stop = options.merge > 0
                               ? stop_rule{1e-3F, 0.05F, static_cast<float>(options.merge)}
                               : stop_rule{1e-4F, 0.01F, 0};
    const std::size_t count = merged->means.count();
    shifted_so_far known = {*merged,
                            row_balls(points.frames(), ball_radius * h),
                            sequence_table(0, points.frames()),
                            row_balls(points.frames(), ball_radius * h),
                            std::vector<std::uint32_t>(count),
                            0};
    for (std::size_t i = 0; i < count; ++i) {
        known.point_balls.add(merged->means, i);
    }
    std::vector<std::vector<float>> places(round_size);
    for (std::size_t begin = 0; begin < count; begin += round_size) {
        const std::size_t end = std::min(begin + round_size, count);
        known.settled = begin;
        const auto shift = [&](std::size_t from, std::size_t to) {
            wanderer one(known, h, stop);
            for (std::size_t i = from; i < to; ++i) {
                known.end_of[begin + i] = one.walk(begin + i);
                places[i].assign(one.place().begin(), one.place().end());
            }
        };
        const double width = (step.to - middle) / static_cast<double>(count);
        if (!work::share_work(work,
                              {step.name, middle + width * static_cast<double>(begin),
                               middle + width * static_cast<double>(end)},
                              end - begin, 2, shift)) {
            return std::nullopt;
        }
        settle(known, begin, end, places, stop.known_end * h);
    }
    shifted_points out = {std::move(known.ends), std::vector<std::uint32_t>(points.count())};
    for (std::size_t p = 0; p < points.count(); ++p) {
        out.end_of[p] = known.end_of[merged->mean_of[p]];
    }
    return out;
}

} // namespace jounce::decompose
