#include <jounce/modules/weights/propose.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace jounce::weights {
namespace {

/// The top share of a sheet's height is where it is attached.
constexpr double attached_share = 0.08;
/// Edges beyond this share of the way down are the hem.
constexpr double hem_share = 0.7;
/// Square of the hem's length in relation to the area: a sleeve has about 1, a skirt 3 and more, a cape
/// about 5. Below this a part is a body with holes and no sheet.
constexpr double least_hem = 2;
/// An edge runs across the sheet if it is less than this part of its length farther down at one end: the
/// others are sides, which chains run along, not to.
constexpr double across = 0.7;
/// Chains are so far apart, in lengths of their bones.
constexpr double chain_gap = 0.75;
constexpr std::size_t least_cloth_vertices = 12;

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The lower end of a sheet.
struct hem_edges {
    std::vector<std::uint32_t> feet; ///< vertices of edges that run across
    double width = 0;                ///< length of these edges
    double length = 0;               ///< with the sides
};

/// One open part.
class sheet {
public:
    sheet(const clean_surface& mesh, std::vector<std::uint32_t> vertices,
          const std::vector<std::vector<std::uint32_t>>& beside, const vec3<double>& down)
        : mesh_(mesh), vertices_(std::move(vertices)), beside_(beside), down_(down),
          way_(mesh.positions.size(), infinite), before_(mesh.positions.size(), no_vertex) {
        walk_down();
    }

    double length_down() const { return longest_; }
    std::uint32_t top_of(std::uint32_t v) const {
        while (before_[v] != no_vertex) {
            v = before_[v];
        }
        return v;
    }

    /// Open edges that are far down.
    hem_edges hem() const {
        hem_edges out;
        for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
            for (std::size_t s = 0; s < 3; ++s) {
                const std::uint32_t a = mesh_.triangles[t][s];
                const std::uint32_t b = mesh_.triangles[t][(s + 1) % 3];
                if (mesh_.sides.twin[3 * t + s] == no_vertex && way_[a] >= hem_share * longest_ &&
                    way_[b] >= hem_share * longest_ && way_[a] < infinite) {
                    const double size = length(mesh_.positions[a] - mesh_.positions[b]);
                    out.length += size;
                    if (std::abs(way_[a] - way_[b]) < across * size) {
                        out.width += size;
                        out.feet.push_back(a);
                        out.feet.push_back(b);
                    }
                }
            }
        }
        std::sort(out.feet.begin(), out.feet.end());
        out.feet.erase(std::unique(out.feet.begin(), out.feet.end()), out.feet.end());
        return out;
    }

    /// Points at equal ways down to a vertex of the hem: heads of bones, then the last tail.
    std::vector<vec3<double>> line_to(std::uint32_t foot, std::int32_t bones) const {
        std::vector<std::uint32_t> path;
        for (std::uint32_t v = foot; v != no_vertex; v = before_[v]) {
            path.push_back(v);
        }
        std::reverse(path.begin(), path.end());
        std::vector<vec3<double>> out;
        std::size_t at = 0;
        for (std::int32_t i = 0; i <= bones; ++i) {
            const double wanted = way_[foot] * i / bones;
            while (at + 1 < path.size() && way_[path[at + 1]] < wanted) {
                ++at;
            }
            const std::uint32_t a = path[at];
            const std::uint32_t b = path[std::min(at + 1, path.size() - 1)];
            const double step = way_[b] - way_[a];
            const double share = step > 0 ? std::clamp((wanted - way_[a]) / step, 0.0, 1.0) : 0;
            out.push_back(mesh_.positions[a] + share * (mesh_.positions[b] - mesh_.positions[a]));
        }
        return out;
    }

private:
    /// The shortest way along edges from the attached vertices to every other.
    void walk_down() {
        double low = infinite;
        double high = -infinite;
        for (const std::uint32_t v : vertices_) {
            const double fall = dot(mesh_.positions[v], down_);
            low = std::min(low, fall);
            high = std::max(high, fall);
        }
        using entry = std::pair<double, std::uint32_t>;
        std::priority_queue<entry, std::vector<entry>, std::greater<>> open;
        for (const std::uint32_t v : vertices_) {
            if (dot(mesh_.positions[v], down_) <= low + attached_share * (high - low)) {
                way_[v] = 0;
                open.emplace(0, v);
            }
        }
        while (!open.empty()) {
            const auto [way, v] = open.top();
            open.pop();
            if (way > way_[v]) {
                continue;
            }
            longest_ = std::max(longest_, way);
            for (const std::uint32_t next : beside_[v]) {
                const double further = way + length(mesh_.positions[next] - mesh_.positions[v]);
                if (further < way_[next]) {
                    way_[next] = further;
                    before_[next] = v;
                    open.emplace(further, next);
                }
            }
        }
    }

    const clean_surface& mesh_;
    std::vector<std::uint32_t> vertices_;
    const std::vector<std::vector<std::uint32_t>>& beside_;
    vec3<double> down_;
    std::vector<double> way_;
    std::vector<std::uint32_t> before_;
    double longest_ = 0;
};

/// Vertices of the hem that lie evenly: each next one as far from all before as can be.
std::vector<std::uint32_t> spread(const clean_surface& mesh, const std::vector<std::uint32_t>& hem,
                                  std::size_t count) {
    std::vector<double> far(hem.size(), infinite);
    std::vector<std::uint32_t> out;
    std::size_t next = 0;
    while (out.size() < count && far[next] > 0) {
        out.push_back(hem[next]);
        for (std::size_t i = 0; i < hem.size(); ++i) {
            far[i] = std::min(far[i], length(mesh.positions[hem[i]] - mesh.positions[hem[next]]));
        }
        next = static_cast<std::size_t>(std::max_element(far.begin(), far.end()) - far.begin());
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

std::vector<proposed_chain> propose_cloth(const clean_surface& mesh, const weight_table& weights,
                                          const propose_options& options) {
    const std::vector<std::vector<std::uint32_t>> beside = neighbours_of(mesh);
    const std::vector<double> area = areas_of(mesh);
    std::vector<std::vector<std::uint32_t>> parts(mesh.part_count());
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        parts[mesh.part_of[v]].push_back(v);
    }
    std::vector<proposed_chain> out;
    std::size_t sheets = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (mesh.is_closed[part] != 0 || mesh.is_solid[part] == 0 ||
            parts[part].size() < least_cloth_vertices) {
            continue;
        }
        double whole = 0;
        for (const std::uint32_t v : parts[part]) {
            whole += area[v];
        }
        const std::size_t vertices = parts[part].size();
        const sheet cloth(mesh, std::move(parts[part]), beside, options.down);
        const hem_edges hem = cloth.hem();
        if (!(hem.length * hem.length >= least_hem * whole) || !(cloth.length_down() > 0) ||
            hem.feet.empty()) {
            continue;
        }
        ++sheets;
        const double bone = cloth.length_down() / options.chain_bones;
        const double wanted = std::clamp(std::round(hem.width / (chain_gap * bone)), 2.0,
                                         static_cast<double>(options.most_chains));
        const std::vector<std::uint32_t> feet =
            spread(mesh, hem.feet, static_cast<std::size_t>(wanted));
        for (std::size_t k = 0; k < feet.size(); ++k) {
            proposed_chain chain;
            chain.kind = helper_kind::cloth;
            chain.name = "sheet" + std::to_string(sheets) + "_" + std::to_string(k + 1);
            chain.parent = std::max(heaviest(weights.of(cloth.top_of(feet[k]))), 0);
            chain.points = cloth.line_to(feet[k], options.chain_bones);
            chain.reach = std::max(1.5 * bone, hem.width / static_cast<double>(feet.size()));
            chain.vertices = vertices / feet.size();
            out.push_back(std::move(chain));
        }
    }
    return out;
}

} // namespace jounce::weights
