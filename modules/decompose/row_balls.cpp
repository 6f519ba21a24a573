#include <jounce/modules/decompose/row_balls.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::decompose {
namespace {

/// Distances are sums of rounded numbers: those that differ by a smaller share decide nothing.
constexpr float slack = 1e-4F;

} // namespace

void row_balls::add(const sequence_table& rows, std::size_t row) {
    std::size_t nearest = balls_.size();
    float least = radius_;
    for (std::size_t b = 0; b < balls_.size(); ++b) {
        const float far = distance_within(rows, row, centres_, b, least);
        if (far < least) {
            least = far;
            nearest = b;
        }
    }
    if (nearest == balls_.size()) {
        centres_.add(rows.row(row));
        balls_.emplace_back();
        least = 0;
    }
    ball& to = balls_[nearest];
    to.members.push_back({static_cast<std::uint32_t>(row), least});
    to.farthest = std::max(to.farthest, least);
}

void row_balls::find(const sequence_table& from, std::size_t row, float limit,
                     std::vector<std::uint32_t>& out) const {
    out.clear();
    for (std::size_t b = 0; b < balls_.size(); ++b) {
        const float most = (limit + balls_[b].farthest) * (1 + slack);
        const float far = distance_within(from, row, centres_, b, most);
        if (far > most) {
            continue;
        }
        const float width = limit + slack * (far + balls_[b].farthest);
        for (const member& one : balls_[b].members) {
            if (std::abs(far - one.distance) <= width) {
                out.push_back(one.row);
            }
        }
    }
    std::sort(out.begin(), out.end());
}

} // namespace jounce::decompose
