#include <jounce/modules/decompose/mean_shift.hpp>

#include <jounce/modules/decompose/merge_points.hpp>

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
constexpr std::uint32_t nowhere = ~0U;

/// When a point rests, as shares of the bandwidth.
struct stop_rule {
    float step = 0;      ///< the last step was shorter
    float known_end = 0; ///< it is nearer to where another one rests
};

/// One point on its way.
class wanderer {
public:
    wanderer(const merged_points& points, const sequence_table& ends, float bandwidth,
             stop_rule stop)
        : points_(points), ends_(ends), h_(bandwidth), stop_(stop), place_(1, ends.frames()),
          looked_from_(ends.frames() == 0 ? 0 : place_.width()), sum_(looked_from_.size()) {}

    /// @return  the known end that it came to, or `nowhere`: it rests at `place`
    std::uint32_t walk(std::size_t from) {
        std::copy_n(points_.means.row(from).begin(), place_.width(), place_.row(0).begin());
        place_.sum_up(0);
        look_around();
        for (std::size_t step = 0; step < max_steps; ++step) {
            const float moved = move();
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

    /// The nearest known end that is near enough to be the same.
    std::uint32_t known_end(std::size_t begin = 0) const {
        std::uint32_t found = nowhere;
        float nearest = stop_.known_end * h_;
        for (std::size_t i = begin; i < ends_.count(); ++i) {
            const float far = distance_within(place_, 0, ends_, i, nearest);
            if (far < nearest) {
                nearest = far;
                found = static_cast<std::uint32_t>(i);
            }
        }
        return found;
    }

private:
    using numbers = Eigen::Map<Eigen::ArrayXf>;
    using const_numbers = Eigen::Map<const Eigen::ArrayXf>;

    void look_around() {
        std::copy_n(place_.row(0).begin(), place_.width(), looked_from_.begin());
        near_.clear();
        for (std::size_t i = 0; i < points_.means.count(); ++i) {
            if (distance_within(place_, 0, points_.means, i, reach * h_) <= reach * h_) {
                near_.push_back(static_cast<std::uint32_t>(i));
            }
        }
    }

    /// @return  how far it went
    float move() {
        const auto width = static_cast<Eigen::Index>(place_.width());
        numbers sum(sum_.data(), width);
        sum.setZero();
        float all = 0;
        for (const std::uint32_t i : near_) {
            const std::span<const float> row = points_.means.row(i);
            const float far = distance_within(place_.row(0), row, h_);
            if (far < h_) {
                const float closeness = 1 - far / h_;
                const float weight = points_.weight[i] * closeness * closeness;
                sum += weight * const_numbers(row.data(), width);
                all += weight;
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

    const merged_points& points_;
    const sequence_table& ends_;
    float h_;
    stop_rule stop_;
    sequence_table place_;
    std::vector<float> looked_from_, sum_;
    std::vector<std::uint32_t> near_;
};

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
    const stop_rule stop = options.merge > 0 ? stop_rule{1e-3F, 0.05F} : stop_rule{1e-4F, 0.01F};
    const std::size_t count = merged->means.count();
    shifted_points out = {sequence_table(0, points.frames()), {}};
    std::vector<std::uint32_t> end_of(count);
    std::vector<std::vector<float>> places(round_size);
    for (std::size_t begin = 0; begin < count; begin += round_size) {
        const std::size_t end = std::min(begin + round_size, count);
        const auto shift = [&](std::size_t from, std::size_t to) {
            wanderer one(*merged, out.ends, h, stop);
            for (std::size_t i = from; i < to; ++i) {
                end_of[begin + i] = one.walk(begin + i);
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
        const std::size_t known = out.ends.count();
        for (std::size_t p = begin; p < end; ++p) {
            if (end_of[p] != nowhere) {
                continue;
            }
            std::uint32_t same = nowhere;
            const float limit = stop.known_end * h;
            for (std::size_t i = known; i < out.ends.count() && same == nowhere; ++i) {
                if (distance_within(places[p - begin], out.ends.row(i), limit) < limit) {
                    same = static_cast<std::uint32_t>(i);
                }
            }
            if (same == nowhere) {
                same = static_cast<std::uint32_t>(out.ends.count());
                out.ends.add(places[p - begin]);
            }
            end_of[p] = same;
        }
    }
    out.end_of.resize(points.count());
    for (std::size_t p = 0; p < points.count(); ++p) {
        out.end_of[p] = end_of[merged->mean_of[p]];
    }
    return out;
}

} // namespace jounce::decompose
