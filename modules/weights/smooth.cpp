#include <jounce/modules/weights/clean_up.hpp>

#include <jounce/modules/weights/make_rows.hpp>
#include <jounce/modules/weights/place_math.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace jounce::weights {
namespace {

/// What two places share: in every triangle of both, the line from the middle of their edge to the middle of the
/// triangle. It is where the regions of two vertices meet, and never negative, as cotangents are.
struct border {
    std::size_t from, to;
    double length;
};

/// [vertex] the place where it is: 0.. in order of the first vertex there. Vertices that are not finite have a
/// place of their own.
std::vector<std::size_t> places_of(std::span<const vec3<double>> positions, std::size_t& count) {
    std::vector<std::size_t> order(positions.size()), out(positions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return !is_finite(positions[i]); });
    const auto at = [&](std::size_t i) {
        return std::tuple(positions[i].x, positions[i].y, positions[i].z);
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return at(a) != at(b) ? at(a) < at(b) : a < b; });
    std::vector<std::size_t> first(positions.size());
    std::iota(first.begin(), first.end(), std::size_t{0});
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (at(order[i]) == at(order[i - 1])) {
            first[order[i]] = first[order[i - 1]];
        }
    }
    count = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        out[i] = first[i] == i ? count++ : out[first[i]];
    }
    return out;
}

/// Both directions, sorted, one for each pair.
std::vector<border> borders_of(const surface& mesh, std::span<const std::size_t> places) {
    std::vector<border> out;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const std::array<std::size_t, 3> v = {mesh.triangles[t], mesh.triangles[t + 1],
                                              mesh.triangles[t + 2]};
        if (*std::max_element(v.begin(), v.end()) >= places.size()) {
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t a = v[k], b = v[(k + 1) % 3], c = v[(k + 2) % 3];
            const vec3<double>&pa = mesh.positions[a], &pb = mesh.positions[b];
            // A third of the line from the corner c to the middle of its edge.
            const double shared = length(mesh.positions[c] - 0.5 * (pa + pb)) / 3;
            if (places[a] != places[b] && shared > 0 && std::isfinite(shared)) {
                out.push_back({places[a], places[b], shared});
                out.push_back({places[b], places[a], shared});
            }
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const border& a, const border& b) {
        return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    });
    std::size_t kept = 0;
    for (const border& b : out) {
        if (kept > 0 && out[kept - 1].from == b.from && out[kept - 1].to == b.to) {
            out[kept - 1].length += b.length;
        } else {
            out[kept++] = b;
        }
    }
    out.resize(kept);
    return out;
}

void add_row(std::vector<bone_weight>& to, double share, std::span<const bone_weight> row) {
    for (const bone_weight& w : row) {
        to.push_back({w.bone, share * w.weight});
    }
}

/// The mean of the rows at each place. Those without weights do not count.
weight_table gather(const weight_table& table, std::span<const std::size_t> places,
                    std::size_t count) {
    std::vector<std::size_t> members(places.size()), bound(count);
    std::iota(members.begin(), members.end(), std::size_t{0});
    std::stable_sort(members.begin(), members.end(),
                     [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    for (std::size_t v = 0; v < places.size(); ++v) {
        bound[places[v]] += table.of(v).empty() ? 0U : 1U;
    }
    weight_table out;
    std::vector<bone_weight> row;
    for (std::size_t i = 0; i < members.size();) {
        const std::size_t place = places[members[i]];
        row.clear();
        for (; i < members.size() && places[members[i]] == place; ++i) {
            add_row(row, 1.0 / static_cast<double>(bound[place]), table.of(members[i]));
        }
        merge_bones(row);
        out.add(row);
    }
    return out;
}

} // namespace

void smooth(weight_table& table, const surface& mesh, int passes, double strength) {
    if (passes <= 0 || !(strength > 0)) {
        return;
    }
    strength = std::min(strength, 1.0);
    const std::size_t vertices = std::min(table.vertex_count(), mesh.positions.size());
    std::size_t count = 0;
    const std::vector<std::size_t> places = places_of(mesh.positions.first(vertices), count);
    const std::vector<border> borders = borders_of(mesh, places);
    weight_table now = gather(table, places, count);
    std::vector<bone_weight> row;
    for (int pass = 0; pass < passes; ++pass) {
        weight_table next;
        next.first.reserve(count + 1);
        auto range = borders.begin();
        for (std::size_t place = 0; place < count; ++place) {
            const auto begin = range;
            double sum = 0;
            for (; range != borders.end() && range->from == place; ++range) {
                sum += now.of(range->to).empty() ? 0 : range->length;
            }
            if (now.of(place).empty() || !(sum > 0)) {
                next.add(now.of(place));
                continue;
            }
            row.clear();
            add_row(row, 1 - strength, now.of(place));
            for (auto b = begin; b != range; ++b) {
                add_row(row, strength * b->length / sum, now.of(b->to));
            }
            merge_bones(row);
            next.add(row);
        }
        now = std::move(next);
    }
    weight_table out;
    out.first.reserve(table.first.size());
    for (std::size_t v = 0; v < table.vertex_count(); ++v) {
        const bool is_moved = v < vertices && !table.of(v).empty();
        out.add(is_moved ? now.of(places[v]) : table.of(v));
    }
    table = std::move(out);
}

} // namespace jounce::weights
