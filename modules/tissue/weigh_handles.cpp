#include <jounce/modules/tissue/weigh_handles.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/farthest_points.hpp>

#include <algorithm>
#include <utility>

namespace jounce::tissue {
namespace {

constexpr int rounds_of_adding = 3, rounds_of_holding = 3;

/// How far a node's weights are out of range; 0: they are within.
double excess_at(const raw_weights& raw, std::size_t node, std::size_t handles) {
    double out = 0;
    for (std::size_t h = 0; h < handles; ++h) {
        const double w = raw.values[node * handles + h];
        out = std::max({out, w - largest_wanted, least_wanted - w});
    }
    return out;
}

/// The worst nodes, none within reach of a worse one.
std::vector<std::uint32_t> find_worst(const tet_mesh& mesh, const raw_weights& raw,
                                      std::size_t handles,
                                      const std::vector<std::uint32_t>& candidates,
                                      std::size_t count, double reach) {
    std::vector<std::pair<double, std::uint32_t>> bad;
    for (const std::uint32_t node : candidates) {
        if (const double excess = excess_at(raw, node, handles); excess > 0) {
            bad.emplace_back(-excess, node);
        }
    }
    std::sort(bad.begin(), bad.end());
    std::vector<std::uint32_t> out;
    for (const auto& one : bad) {
        const std::uint32_t node = one.second; // clang does not capture structured bindings
        const bool is_near = std::any_of(out.begin(), out.end(), [&](std::uint32_t other) {
            return length(mesh.nodes[node] - mesh.nodes[other]) < reach;
        });
        if (!is_near && out.size() < count) {
            out.push_back(node);
        }
    }
    return out;
}

/// Twice the mean length of an edge.
double twice_mean_edge(const tet_mesh& mesh) {
    double sum = 0;
    for (const tetrahedron& t : mesh.tets) {
        sum += length(mesh.nodes[t[1]] - mesh.nodes[t[0]]);
    }
    return 2 * sum / static_cast<double>(mesh.tets.size());
}

} // namespace

std::size_t first_handles(std::size_t count) { return std::max<std::size_t>(4, 2 * count / 3); }

result<weighed_handles> weigh_handles(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                      const placed_handles& placed, std::size_t count,
                                      const work::work_options& work, const work::work_step& step) {
    weighed_handles out;
    out.handles = placed.handles;
    out.held = placed.held;
    const double reach = twice_mean_edge(mesh);
    double from = step.from;
    std::optional<error> wrong;
    const auto solve = [&] {
        // Most of the time goes into the first rounds; the share left is halved each time.
        const double to = from + (step.to - from) / 3;
        result<raw_weights> raw =
            biharmonic_weights(mesh, facets, out.held, out.handles, work, {step.name, from, to});
        from = to;
        if (!raw) {
            wrong = raw.error();
            return false;
        }
        out.raw = *std::move(raw);
        return true;
    };
    if (!solve()) {
        return *std::move(wrong);
    }
    for (int round = 0; round < rounds_of_adding && out.handles.size() < count; ++round) {
        const auto rounds_left = static_cast<std::size_t>(rounds_of_adding - round);
        const std::size_t share = (count - out.handles.size() + rounds_left - 1) / rounds_left;
        std::vector<std::uint32_t> more =
            find_worst(mesh, out.raw, out.handles.size(), placed.candidates, share, reach);
        const bool is_last = rounds_left == 1 || more.empty();
        out.handles.insert(out.handles.end(), more.begin(), more.end());
        if (is_last) {
            more = farthest_points(mesh.nodes, placed.candidates, count - out.handles.size(), {}, 0,
                                   out.handles);
            out.handles.insert(out.handles.end(), more.begin(), more.end());
        }
        if (!solve()) {
            return *std::move(wrong);
        }
        if (is_last) {
            break;
        }
    }
    for (int round = 0; round < rounds_of_holding; ++round) {
        const std::size_t before = out.held.size();
        std::vector<std::uint32_t> held = out.held;
        for (std::uint32_t n = 0; n < mesh.nodes.size(); ++n) {
            const double* row = out.raw.values.data() + n * out.handles.size();
            if (std::any_of(row, row + out.handles.size(),
                            [](double w) { return w < least_wanted; })) {
                held.push_back(n);
            }
        }
        if (held.size() == before) {
            break;
        }
        std::sort(held.begin(), held.end());
        out.stiffened += held.size() - before;
        out.held = std::move(held);
        if (!solve()) {
            return *std::move(wrong);
        }
    }
    return out;
}

} // namespace jounce::tissue
