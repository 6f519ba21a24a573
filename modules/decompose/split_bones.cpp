#include <jounce/modules/decompose/split_bones.hpp>

#include <algorithm>
#include <numeric>

namespace jounce::decompose {
namespace {

/// [vertex] the first vertex at the same place.
std::vector<std::uint32_t> weld(const Eigen::Matrix4Xd& rest) {
    std::vector<std::uint32_t> order(static_cast<std::size_t>(rest.cols()));
    std::iota(order.begin(), order.end(), 0U);
    const auto place = [&](std::uint32_t v) {
        return std::array<double, 3>{rest(0, v), rest(1, v), rest(2, v)};
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto at_a = place(a), at_b = place(b);
        return at_a != at_b ? at_a < at_b : a < b;
    });
    std::vector<std::uint32_t> first(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        first[order[i]] =
            i > 0 && place(order[i]) == place(order[i - 1]) ? first[order[i - 1]] : order[i];
    }
    return first;
}

/// Sets that grow together.
class joined_sets {
public:
    explicit joined_sets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }
    std::uint32_t of(std::uint32_t one) {
        while (parent_[one] != one) {
            one = parent_[one] = parent_[parent_[one]];
        }
        return one;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t one = of(a), two = of(b);
        parent_[std::max(one, two)] = std::min(one, two);
    }

private:
    std::vector<std::uint32_t> parent_;
};

constexpr std::uint32_t no_triangle = ~0U;

} // namespace

std::vector<core_triangles> split_bones(const working_poses& poses,
                                        const std::vector<core_triangles>& cores,
                                        std::size_t least) {
    const std::vector<std::uint32_t> welded = weld(poses.rest);
    std::vector<core_triangles> out;
    std::vector<std::uint32_t> seen_by(welded.size(),
                                       no_triangle); ///< the core's first triangle there
    for (const core_triangles& core : cores) {
        joined_sets sets(core.size());
        for (std::uint32_t i = 0; i < core.size(); ++i) {
            for (const std::uint32_t v : poses.triangles[core[i]]) {
                std::uint32_t& seen = seen_by[welded[v]];
                if (seen == no_triangle) {
                    seen = i;
                } else {
                    sets.join(seen, i);
                }
            }
        }
        std::vector<core_triangles> parts(core.size());
        for (std::uint32_t i = 0; i < core.size(); ++i) {
            parts[sets.of(i)].push_back(core[i]);
            for (const std::uint32_t v : poses.triangles[core[i]]) {
                seen_by[welded[v]] = no_triangle;
            }
        }
        for (core_triangles& part : parts) {
            if (part.size() >= least) {
                out.push_back(std::move(part));
            }
        }
    }
    return out;
}

} // namespace jounce::decompose
