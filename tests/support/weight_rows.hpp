#pragma once

#include <jounce/modules/weights/weight_table.hpp>

#include <initializer_list>
#include <vector>

namespace jounce::test {

/// A table written out by hand.
inline weights::weight_table
table_of(std::initializer_list<std::vector<weights::bone_weight>> rows) {
    weights::weight_table out;
    for (const std::vector<weights::bone_weight>& row : rows) {
        out.add(row);
    }
    return out;
}

inline std::vector<weights::bone_weight> row_of(const weights::weight_table& table,
                                                std::size_t vertex) {
    const auto row = table.of(vertex);
    return {row.begin(), row.end()};
}

inline double sum_of_row(const weights::weight_table& table, std::size_t vertex) {
    double sum = 0;
    for (const weights::bone_weight& w : table.of(vertex)) {
        sum += w.weight;
    }
    return sum;
}

/// Rows ascend by bone, and no weight is negative or no number.
inline bool is_well_formed(const weights::weight_table& table) {
    bool good = table.first.front() == 0 && table.first.back() == table.entries.size();
    for (std::size_t v = 0; v < table.vertex_count(); ++v) {
        const auto row = table.of(v);
        for (std::size_t i = 0; i < row.size(); ++i) {
            good = good && row[i].weight >= 0 && row[i].weight <= 1 + 1e-12;
            good = good && (i == 0 || row[i - 1].bone < row[i].bone);
        }
    }
    return good;
}

inline bool same_bits(const weights::weight_table& a, const weights::weight_table& b) {
    return a.first == b.first && a.entries == b.entries;
}

} // namespace jounce::test
