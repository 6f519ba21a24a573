#include <jounce/modules/weights/make_rows.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::weights {
namespace {

constexpr std::size_t rows_of_piece = 128;

} // namespace

void merge_bones(std::vector<bone_weight>& row) {
    std::erase_if(row,
                  [](const bone_weight& w) { return !(w.weight > 0) || std::isinf(w.weight); });
    std::stable_sort(row.begin(), row.end(),
                     [](const bone_weight& a, const bone_weight& b) { return a.bone < b.bone; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (kept > 0 && row[kept - 1].bone == row[i].bone) {
            row[kept - 1].weight += row[i].weight;
        } else {
            row[kept++] = row[i];
        }
    }
    row.resize(kept);
}

std::optional<weight_table>
make_rows(const work_options& of, const work_step& step, std::size_t count,
          const std::function<void(std::size_t, std::vector<bone_weight>&)>& make_row) {
    struct part {
        std::vector<bone_weight> entries;
        std::vector<std::size_t> ends; ///< [vertex of the piece]
    };
    std::vector<part> parts(count / rows_of_piece + 1);
    const bool is_done =
        work::share_work(of, step, count, rows_of_piece, [&](std::size_t begin, std::size_t end) {
            part mine;
            std::vector<bone_weight> row;
            for (std::size_t vertex = begin; vertex < end; ++vertex) {
                row.clear();
                make_row(vertex, row);
                merge_bones(row);
                mine.entries.insert(mine.entries.end(), row.begin(), row.end());
                mine.ends.push_back(mine.entries.size());
            }
            parts[begin / rows_of_piece] = std::move(mine);
        });
    if (!is_done) {
        return std::nullopt;
    }
    weight_table out;
    std::size_t entries = 0;
    for (const part& p : parts) {
        entries += p.entries.size();
    }
    out.entries.reserve(entries);
    out.first.reserve(count + 1);
    for (const part& p : parts) {
        const std::size_t before = out.entries.size();
        for (const std::size_t end : p.ends) {
            out.first.push_back(before + end);
        }
        out.entries.insert(out.entries.end(), p.entries.begin(), p.entries.end());
    }
    return out;
}

} // namespace jounce::weights
