#include <jounce/modules/simplify/weld.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace jounce::simplify {

welded weld(const posed_mesh& mesh) {
    const std::size_t vertices = mesh.rest.size();
    const std::size_t poses = mesh.poses.size() / vertices;
    const auto before = [&](const vec3<double>& a, const vec3<double>& b) {
        return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    };
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        if (before(mesh.rest[a], mesh.rest[b]) || before(mesh.rest[b], mesh.rest[a])) {
            return before(mesh.rest[a], mesh.rest[b]);
        }
        for (std::size_t p = 0; p < poses; ++p) {
            const vec3<double>* at = mesh.poses.data() + p * vertices;
            if (before(at[a], at[b]) || before(at[b], at[a])) {
                return before(at[a], at[b]);
            }
        }
        return false;
    };
    std::vector<std::uint32_t> order(vertices);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), less);
    std::vector<std::uint32_t> first(vertices); // of those in the same place
    for (std::size_t i = 0; i < vertices; ++i) {
        first[order[i]] = i > 0 && !less(order[i - 1], order[i]) ? first[order[i - 1]] : order[i];
    }

    welded out;
    out.place_of.resize(vertices);
    std::vector<std::uint32_t> sources;
    for (std::uint32_t v = 0; v < vertices; ++v) {
        if (first[v] == v) {
            out.place_of[v] = static_cast<std::uint32_t>(sources.size());
            sources.push_back(v);
        } else {
            out.place_of[v] = out.place_of[first[v]];
        }
    }
    out.place_count = sources.size();
    out.pose_count = 1 + poses;

    vec3<double> low = mesh.rest.front();
    vec3<double> high = low;
    for (const vec3<double>& p : mesh.rest) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const double extent = length(high - low);
    const double scale = extent > 0 ? 1 / extent : 1.0;
    out.positions.resize(out.place_count * out.pose_count);
    for (std::size_t pose = 0; pose < out.pose_count; ++pose) {
        const vec3<double>* at =
            pose == 0 ? mesh.rest.data() : mesh.poses.data() + (pose - 1) * vertices;
        vec3<double> centre = {0, 0, 0}; // characters may run far: digits stay for what is small
        for (const std::uint32_t v : sources) {
            centre = centre + (1.0 / static_cast<double>(sources.size())) * at[v];
        }
        for (std::size_t place = 0; place < out.place_count; ++place) {
            out.positions[pose * out.place_count + place] = scale * (at[sources[place]] - centre);
        }
    }
    return out;
}

} // namespace jounce::simplify
