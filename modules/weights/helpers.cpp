#include <jounce/modules/weights/helpers.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/heat.hpp>
#include <jounce/modules/weights/intrinsic.hpp>
#include <jounce/modules/weights/place_math.hpp>
#include <jounce/modules/weights/sources.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace jounce::weights {
namespace {

result<void> check(const surface& mesh, const weight_table& owners,
                   std::span<const helper> helpers) {
    if (owners.vertex_count() != mesh.positions.size()) {
        return error{errors::bad_count,
                     "there are weights of " + std::to_string(owners.vertex_count()) +
                         " vertices for a mesh of " + std::to_string(mesh.positions.size())};
    }
    for (const std::uint32_t vertex : mesh.triangles) {
        if (vertex >= mesh.positions.size()) {
            return error{errors::bad_index, "a triangle names vertex " + std::to_string(vertex) +
                                                " of " + std::to_string(mesh.positions.size())};
        }
    }
    for (std::size_t h = 0; h < helpers.size(); ++h) {
        const helper& one = helpers[h];
        if (!(one.reach > 0) || !std::isfinite(one.reach) || !(one.share >= 0) ||
            !(one.share <= 1) || one.bone < 0 || !is_finite(one.head) || !is_finite(one.tail)) {
            return error{errors::bad_helper,
                         "helper " + std::to_string(h) +
                             " needs a bone, finite ends, a reach above 0 and a share of 0 to 1"};
        }
    }
    return {};
}

/// Shares of one helper over all given vertices.
using share_column = std::vector<double>;

/// Heat from where the helper is visible within its reach, so that shares end at folds and gaps.
std::optional<share_column> by_heat(const surface& given, const clean_surface& mesh,
                                    const laplacian& flow, const helper& of,
                                    const work_options& work) {
    const bone_segment segment{0, of.head, of.tail};
    const std::optional<heat_sources> seen =
        find_sources(mesh, {&segment, 1}, true, work, {"looking for visible helpers", 0, 1});
    if (!seen) {
        return std::nullopt;
    }
    share_column shares(mesh.positions.size(), 0);
    for (std::size_t v = 0; v < shares.size(); ++v) {
        shares[v] = std::isfinite(seen->distance[v]) ? share_at(of, mesh.positions[v]) : 0;
    }
    const std::optional<share_column> smooth =
        smooth_by_heat(flow, shares, 16 / (of.reach * of.reach), work);
    if (!smooth) {
        return std::nullopt;
    }
    share_column out(given.positions.size(), 0);
    for (std::size_t v = 0; v < out.size(); ++v) {
        if (mesh.vertex_of[v] != no_vertex) {
            out[v] = std::clamp((*smooth)[mesh.vertex_of[v]], 0.0, of.share);
        }
    }
    return out;
}

share_column by_distance(const surface& mesh, const helper& of) {
    share_column out;
    for (const vec3<double>& place : mesh.positions) {
        out.push_back(is_finite(place) ? share_at(of, place) : 0);
    }
    return out;
}

/// Lets helpers with one owner take their shares of its weight.
void take(weight_table& table, std::int32_t owner, std::span<const helper> helpers,
          const std::vector<std::pair<std::size_t, const share_column*>>& takers,
          std::span<const std::uint8_t> keeps) {
    weight_table out;
    for (std::size_t v = 0; v < table.vertex_count(); ++v) {
        std::map<std::int32_t, double> row;
        double wanted = 0;
        for (const auto& [h, shares] : takers) {
            wanted += (*shares)[v];
        }
        const double fit = 1 / std::max(wanted, 1.0);
        for (const bone_weight& one : table.of(v)) {
            const bool keeps_it = static_cast<std::size_t>(one.bone) < keeps.size() &&
                                  keeps[static_cast<std::size_t>(one.bone)] != 0;
            const bool gives = wanted > 0 && !keeps_it && (owner < 0 || one.bone == owner);
            double left = one.weight;
            for (const auto& [h, shares] : takers) {
                const double part = gives ? one.weight * fit * (*shares)[v] : 0;
                if (part > 0) {
                    row[helpers[h].bone] += part;
                    left -= part;
                }
            }
            if (!gives || left > 1e-6 * one.weight) {
                row[one.bone] += left;
            }
        }
        std::vector<bone_weight> sorted;
        for (const auto& [bone, weight] : row) {
            sorted.push_back({bone, weight});
        }
        out.add(sorted);
    }
    table = std::move(out);
}

} // namespace

double share_at(const helper& of, const vec3<double>& place) {
    const double far = length(nearest_on({0, of.head, of.tail}, place) - place);
    const double t = std::clamp(1 - far / of.reach, 0.0, 1.0);
    return of.share * t * t * (3 - 2 * t);
}

result<weight_table> give_to_helpers(const surface& mesh, const weight_table& owners,
                                     std::span<const helper> helpers,
                                     std::span<const std::uint8_t> keeps,
                                     const work_options& work) {
    if (const result<void> good = check(mesh, owners, helpers); !good) {
        return good.error();
    }
    std::optional<clean_surface> cleaned;
    laplacian flow;
    std::vector<share_column> columns;
    for (const helper& one : helpers) {
        if (one.rule == helper_rule::distance) {
            columns.push_back(by_distance(mesh, one));
            continue;
        }
        if (!cleaned) {
            cleaned = clean(mesh);
            flow = make_laplacian(*cleaned);
        }
        std::optional<share_column> shares = by_heat(mesh, *cleaned, flow, one, work);
        if (!shares) {
            return error{errors::cancelled, "giving weight to helpers was cancelled"};
        }
        columns.push_back(*std::move(shares));
    }
    weight_table out = owners;
    std::vector<std::uint8_t> is_done(helpers.size(), 0);
    for (std::size_t h = 0; h < helpers.size(); ++h) {
        if (is_done[h] != 0) {
            continue;
        }
        std::vector<std::pair<std::size_t, const share_column*>> takers;
        for (std::size_t k = h; k < helpers.size(); ++k) {
            if (helpers[k].owner == helpers[h].owner) {
                takers.emplace_back(k, &columns[k]);
                is_done[k] = 1;
            }
        }
        take(out, helpers[h].owner, helpers, takers, keeps);
    }
    return out;
}

} // namespace jounce::weights
