#include <jounce/modules/weights/clean_up.hpp>

#include <jounce/modules/weights/make_rows.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::weights {
namespace {

/// What a weight counts: none if it is no number or below zero.
double sound(double weight) { return weight > 0 && std::isfinite(weight) ? weight : 0.0; }

double sum_of(std::span<const bone_weight> row) {
    double sum = 0;
    for (const bone_weight& w : row) {
        sum += sound(w.weight);
    }
    return sum;
}

void let_sum_be_one(std::vector<bone_weight>& row) {
    const double sum = sum_of(row);
    for (bone_weight& w : row) {
        w.weight /= sum;
    }
}

bool is_set(const std::vector<std::uint8_t>& flags, std::size_t index) {
    return index < flags.size() && flags[index] != 0;
}

/// The row of a vertex of which only bones are protected.
void keep_bones(std::vector<bone_weight>& row, std::span<const bone_weight> changed,
                std::span<const bone_weight> before, const std::vector<std::uint8_t>& bones) {
    const auto is_kept = [&](const bone_weight& w) {
        return w.bone >= 0 && is_set(bones, static_cast<std::size_t>(w.bone));
    };
    const auto take = [&](std::span<const bone_weight> from, bool kept) {
        for (const bone_weight& w : from) {
            if (is_kept(w) == kept && sound(w.weight) > 0) {
                row.push_back(w);
            }
        }
    };
    take(before, true);
    const double kept = sum_of(row), left = std::max(1 - kept, 0.0);
    const std::size_t first = row.size();
    if (left > 0) {
        take(changed, false);
        if (row.size() == first) { // nobody new takes what is left: those who had it before do
            take(before, false);
        }
    }
    const double others = sum_of(std::span(row).subspan(first));
    for (std::size_t i = first; i < row.size(); ++i) {
        row[i].weight *= left / others;
    }
    if (row.empty()) { // it would have no bone at all
        row.assign(changed.begin(), changed.end());
    } else if (others == 0) {
        let_sum_be_one(row);
    }
}

} // namespace

void tidy(weight_table& table, std::int32_t most, double threshold) {
    const std::size_t limit = most > 1 ? static_cast<std::size_t>(most) : 1;
    weight_table out;
    out.first.reserve(table.first.size());
    out.entries.reserve(table.entries.size());
    std::vector<bone_weight> row;
    for (std::size_t vertex = 0; vertex < table.vertex_count(); ++vertex) {
        row.clear();
        for (const bone_weight& w : table.of(vertex)) {
            row.push_back({w.bone, sound(w.weight)});
        }
        const double least = threshold * sum_of(row);
        std::sort(row.begin(), row.end(), [](const bone_weight& a, const bone_weight& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.bone < b.bone;
        });
        row.resize(std::min(row.size(), limit));
        while (row.size() > 1 && (row.back().weight < least || row.back().weight == 0)) {
            row.pop_back();
        }
        if (row.size() == 1) {
            row[0].weight = 1; // also where it was zero: a vertex without a bone stays behind
        }
        let_sum_be_one(row);
        merge_bones(row);
        out.add(row);
    }
    table = std::move(out);
}

void keep_protected(weight_table& changed, const weight_table& before, const protection& what) {
    weight_table out;
    out.first.reserve(changed.first.size());
    out.entries.reserve(changed.entries.size());
    std::vector<bone_weight> row;
    for (std::size_t vertex = 0; vertex < changed.vertex_count(); ++vertex) {
        const bool is_new = vertex >= before.vertex_count();
        if (!is_new && is_set(what.vertices, vertex)) {
            out.add(before.of(vertex));
        } else if (is_new || what.bones.empty()) {
            out.add(changed.of(vertex));
        } else {
            row.clear();
            keep_bones(row, changed.of(vertex), before.of(vertex), what.bones);
            merge_bones(row);
            out.add(row);
        }
    }
    changed = std::move(out);
}

} // namespace jounce::weights
