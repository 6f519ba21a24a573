#include <jounce/modules/tissue/vertex_rows.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/locate.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::tissue {
namespace {

/// Values are continued beyond a tetrahedron by this much of its height; farther places belong to none.
constexpr double furthest = -1.5;

/// The row's entry of a handle, made where there is none.
handle_weight& entry_of(std::vector<handle_weight>& row, std::uint32_t handle) {
    const auto place =
        std::lower_bound(row.begin(), row.end(), handle,
                         [](const handle_weight& a, std::uint32_t b) { return a.handle < b; });
    return place != row.end() && place->handle == handle
               ? *place
               : *row.insert(place, handle_weight{handle, 0, {}});
}

double rounded(double number) { return static_cast<double>(static_cast<float>(number)); }

/// [node] mean gradients of the tetrahedra around it, by volume.
std::vector<std::vector<handle_weight>> node_gradients(const tet_mesh& mesh,
                                                       const node_weights& weights) {
    std::vector<std::vector<handle_weight>> out(mesh.nodes.size());
    std::vector<double> volumes(mesh.nodes.size(), 0);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        const tet_shape shape = shape_of(mesh, t);
        for (const handle_weight& one : handles_of(mesh, weights, t, shape)) {
            for (const std::uint32_t node : mesh.tets[t]) {
                vec3<double>& sum = entry_of(out[node], one.handle).gradient;
                sum = sum + shape.volume * one.gradient;
            }
        }
        for (const std::uint32_t node : mesh.tets[t]) {
            volumes[node] += shape.volume;
        }
    }
    for (std::size_t n = 0; n < out.size(); ++n) {
        for (handle_weight& one : out[n]) {
            one.gradient = (1 / volumes[n]) * one.gradient;
        }
    }
    return out;
}

/// What one place has, and what it lost.
struct place_row {
    std::vector<handle_weight> kept;
    std::size_t handles = 0;
    double loss = 0;
    double least_share = 0; ///< as `tet_place::least`
};

} // namespace

result<place_rows> rows_at(const tet_mesh& mesh, const node_weights& weights,
                           std::span<const vec3<double>> places,
                           std::span<const std::uint8_t> is_wanted, std::size_t most,
                           const work::work_options& work, const work::work_step& step) {
    const tet_finder finder(mesh);
    const std::vector<std::vector<handle_weight>> gradients = node_gradients(mesh, weights);
    std::vector<place_row> rows(places.size());
    const auto fill = [&](std::size_t begin, std::size_t end) {
        for (std::size_t v = begin; v < end; ++v) {
            if (is_wanted[v] == 0) {
                continue;
            }
            const auto at = finder.find(places[v]);
            if (!at) {
                rows[v].least_share = 2 * furthest;
                continue;
            }
            std::vector<handle_weight> row;
            for (std::size_t i = 0; i < 4; ++i) {
                const std::uint32_t node = mesh.tets[at->tet][i];
                for (const node_handle& one : weights.of(node)) {
                    entry_of(row, one.handle).weight += at->share[i] * one.weight;
                }
                for (const handle_weight& one : gradients[node]) {
                    vec3<double>& sum = entry_of(row, one.handle).gradient;
                    sum = sum + at->share[i] * one.gradient;
                }
            }
            std::erase_if(row, [](const handle_weight& one) { return rounded(one.weight) == 0; });
            rows[v].handles = row.size();
            rows[v].least_share = at->least;
            std::stable_sort(row.begin(), row.end(),
                             [](const handle_weight& a, const handle_weight& b) {
                                 return std::abs(a.weight) > std::abs(b.weight);
                             });
            while (row.size() > most) {
                rows[v].loss += std::abs(row.back().weight);
                row.pop_back();
            }
            for (handle_weight& one : row) {
                one.weight = rounded(one.weight);
                one.gradient = {rounded(one.gradient.x), rounded(one.gradient.y),
                                rounded(one.gradient.z)};
            }
            rows[v].kept = std::move(row);
        }
    };
    if (!work::share_work(work, step, places.size(), 64, fill)) {
        return error{errors::cancelled, "the bake was cancelled"};
    }
    place_rows out;
    std::size_t moved = 0, handles = 0;
    for (std::size_t v = 0; v < rows.size(); ++v) {
        if (rows[v].least_share < furthest) {
            return error{errors::open_mesh, "vertex " + std::to_string(v) +
                                                " lies far outside of the tetrahedra; they have to "
                                                "fill the skin, in its space and unit"};
        }
        out.outside += rows[v].least_share < -1e-9 ? 1U : 0U;
        out.most_handles = std::max(out.most_handles, rows[v].handles);
        out.largest_loss = std::max(out.largest_loss, rows[v].loss);
        moved += rows[v].handles > 0 ? 1U : 0U;
        handles += rows[v].handles;
        out.weights.insert(out.weights.end(), rows[v].kept.begin(), rows[v].kept.end());
        out.first.push_back(static_cast<std::uint32_t>(out.weights.size()));
    }
    out.mean_handles = moved > 0 ? static_cast<double>(handles) / static_cast<double>(moved) : 0;
    return out;
}

} // namespace jounce::tissue
