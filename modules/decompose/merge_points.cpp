#include <jounce/modules/decompose/merge_points.hpp>

#include <jounce/modules/decompose/row_balls.hpp>

#include <algorithm>
#include <numeric>

namespace jounce::decompose {
namespace {

/// Points that are compared with the leaders so far at the same time. Fixed, so that results do not depend on
/// the number of workers.
constexpr std::size_t compared_at_once = 512;
/// Balls in which leaders are looked up, in radii.
constexpr float leader_ball = 5;
constexpr std::uint32_t nobody = ~0U;

struct nearest_leader {
    std::uint32_t leader = nobody;
    float distance = 0;
};

/// Compares a leader with the nearest one so far.
void compare(const sequence_table& points, std::size_t point, const sequence_table& leaders,
             std::size_t leader, nearest_leader& found) {
    const float far = distance_within(points, point, leaders, leader, found.distance);
    if (far < found.distance) {
        found = {static_cast<std::uint32_t>(leader), far};
    }
}

/// Means of the points that follow each leader.
void average(const sequence_table& points, merged_points& merged) {
    std::vector<std::vector<std::uint32_t>> followers(merged.means.count());
    for (std::size_t p = 0; p < points.count(); ++p) {
        followers[merged.mean_of[p]].push_back(static_cast<std::uint32_t>(p));
    }
    std::vector<double> sum(points.width());
    for (std::size_t i = 0; i < followers.size(); ++i) {
        std::fill(sum.begin(), sum.end(), 0.0);
        for (const std::uint32_t p : followers[i]) {
            const std::span<const float> row = points.row(p);
            for (std::size_t k = 0; k < sum.size(); ++k) {
                sum[k] += static_cast<double>(row[k]);
            }
        }
        const auto count = static_cast<double>(followers[i].size());
        std::transform(sum.begin(), sum.end(), merged.means.row(i).begin(),
                       [count](double one) { return static_cast<float>(one / count); });
        merged.means.sum_up(i);
        merged.weight.push_back(static_cast<float>(count));
    }
}

} // namespace

std::optional<merged_points> merge_points(const sequence_table& points, float radius,
                                          const work::work_options& work,
                                          const work::work_step& step) {
    merged_points out;
    out.mean_of.resize(points.count());
    if (!(radius > 0)) {
        out.means = points;
        out.weight.assign(points.count(), 1.0F);
        std::iota(out.mean_of.begin(), out.mean_of.end(), 0U);
        return out;
    }
    out.means = sequence_table(0, points.frames());
    row_balls balls(points.frames(), leader_ball * radius);
    std::vector<nearest_leader> found(compared_at_once);
    for (std::size_t begin = 0; begin < points.count(); begin += compared_at_once) {
        const std::size_t end = std::min(begin + compared_at_once, points.count());
        const std::size_t known = out.means.count();
        const auto look = [&](std::size_t from, std::size_t to) {
            std::vector<std::uint32_t> near;
            for (std::size_t i = from; i < to; ++i) {
                found[i] = {nobody, radius};
                balls.find(points, begin + i, radius, near);
                for (const std::uint32_t leader : near) {
                    compare(points, begin + i, out.means, leader, found[i]);
                }
            }
        };
        const double width = (step.to - step.from) / static_cast<double>(points.count());
        if (!work::share_work(work,
                              {step.name, step.from + width * static_cast<double>(begin),
                               step.from + width * static_cast<double>(end)},
                              end - begin, 16, look)) {
            return std::nullopt;
        }
        for (std::size_t p = begin; p < end; ++p) {
            nearest_leader& nearest = found[p - begin];
            for (std::size_t leader = known; leader < out.means.count(); ++leader) {
                compare(points, p, out.means, leader, nearest);
            }
            if (nearest.leader == nobody) {
                nearest.leader = static_cast<std::uint32_t>(out.means.count());
                out.means.add(points.row(p));
            }
            out.mean_of[p] = nearest.leader;
        }
        for (std::size_t leader = known; leader < out.means.count(); ++leader) {
            balls.add(out.means, leader);
        }
    }
    average(points, out);
    return out;
}

} // namespace jounce::decompose
