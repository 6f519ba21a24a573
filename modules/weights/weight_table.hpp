#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Automatic weights: which bones move a vertex, and by how much.
namespace jounce::weights {

/// One bone that moves a vertex.
struct bone_weight {
    std::int32_t bone = 0;
    double weight = 0; ///< 0..1

    friend bool operator==(const bone_weight&, const bone_weight&) = default;
};

/// Weights of every vertex, any number per vertex. The bones of a vertex ascend and differ.
struct weight_table {
    std::vector<std::size_t> first = {0}; ///< [vertex + 1], ascending
    std::vector<bone_weight> entries;     ///< ranges given by `first`

    /// Rows of the table.
    std::size_t vertex_count() const { return first.size() - 1; }
    /// The bones that move a vertex.
    std::span<const bone_weight> of(std::size_t vertex) const {
        return {entries.data() + first[vertex], first[vertex + 1] - first[vertex]};
    }
    /// Appends the weights of the next vertex.
    void add(std::span<const bone_weight> of_vertex) {
        entries.insert(entries.end(), of_vertex.begin(), of_vertex.end());
        first.push_back(entries.size());
    }
    /// The weight of one bone, 0 if it does not move the vertex.
    double of(std::size_t vertex, std::int32_t bone) const;
};

} // namespace jounce::weights
