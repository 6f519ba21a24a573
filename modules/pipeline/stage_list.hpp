#pragma once

#include <jounce/components/block/character.hpp>
#include <jounce/modules/profiling/system_stats.hpp>
#include <jounce/systems/any_system.hpp>
#include <jounce/systems/solver.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace jounce {

/// A system of a pipeline, ready to run.
struct stage {
    any_system system;
    const solver* of = nullptr; ///< whose blocks it visits; null: all
    std::size_t row = 0;        ///< of the table of costs
    std::shared_ptr<const void> self;
};

/// The whole pipeline, in order: the systems of all blocks (sample, constrain, fk, prepare), the
/// systems of each solver, the pose of each solver, tissue, react, and palette or
/// affine_palette.
class stage_list {
public:
    static constexpr std::size_t most = 64; ///< a bit each

    /// Of the solvers that a registry knows.
    explicit stage_list(entt::registry& registry);

    std::size_t size() const { return stages_.size(); }
    const stage& operator[](std::size_t index) const { return stages_[index]; }
    /// Rows of the table of costs; systems of the same name share one.
    std::span<const system_stats::description> rows() const { return rows_; }
    /// Solvers that it was made for.
    std::size_t solver_count() const { return solver_count_; }
    /// Sets the row numbers to those of a table that also has other rows.
    void take_rows(system_stats& table);

    /// Bit per system that visits a block.
    std::uint64_t systems_for(const block& home) const;
    /// Bit per system that has work with any block in this frame.
    std::uint64_t at_work() const;

private:
    void add(entt::registry& registry, const any_system& system, const solver* of);

    std::vector<stage> stages_;
    std::vector<system_stats::description> rows_;
    std::size_t solver_count_ = 0;
};

} // namespace jounce
