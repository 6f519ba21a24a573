#include <jounce/modules/tissue/node_weights.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::tissue {
namespace {

constexpr double cut_from = 0.03, cut_width = 0.07;

double faded(double w) {
    const double t = std::clamp((std::abs(w) - cut_from) / cut_width, 0.0, 1.0);
    return w * (t * t * (3 - 2 * t));
}

} // namespace

node_weights cut_weights(std::span<const double> raw, std::size_t handle_count) {
    node_weights out;
    out.handle_count = handle_count;
    for (std::size_t at = 0; at + handle_count <= raw.size() && handle_count > 0;
         at += handle_count) {
        for (std::uint32_t h = 0; h < handle_count; ++h) {
            const double kept = faded(raw[at + h]);
            if (kept != 0) {
                out.entries.push_back({h, kept});
            }
        }
        out.first.push_back(static_cast<std::uint32_t>(out.entries.size()));
    }
    return out;
}

std::vector<handle_weight> handles_of(const tet_mesh& mesh, const node_weights& weights,
                                      std::size_t tet, const tet_shape& shape) {
    std::vector<handle_weight> out;
    for (std::size_t i = 0; i < 4; ++i) {
        for (const node_handle& one : weights.of(mesh.tets[tet][i])) {
            const auto place = std::lower_bound(
                out.begin(), out.end(), one.handle,
                [](const handle_weight& a, std::uint32_t handle) { return a.handle < handle; });
            const auto at = place != out.end() && place->handle == one.handle
                                ? place
                                : out.insert(place, handle_weight{one.handle, 0, {}});
            at->weight += 0.25 * one.weight;
            at->gradient = at->gradient + one.weight * shape.gradients[i];
        }
    }
    return out;
}

} // namespace jounce::tissue
