#pragma once

#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jounce::bench {

/// The kernels that a pipeline runs for a `procedural::bench_character`, in its order.
enum class kernel_step : std::uint8_t { fk, prepare, integrate, project, tick, pose, palette };
inline constexpr std::size_t kernel_steps = 7;
/// The name of the system that runs it.
std::string_view step_name(kernel_step step);

/// What the kernels of a frame took, ns; 0 for those of the other solver.
using step_times = std::array<std::uint64_t, kernel_steps>;

/// The crowd of a `bench_scene` without a pipeline: blocks in an array, kernels called on them as
/// schedule by_block does, and neither registry, task, counter nor clock. The overhead of a
/// pipeline is its time beyond this. Same poses, and results of the same bits.
class kernels_alone {
public:
    /// @pre a kind of the stable or the reference solver
    kernels_alone(const procedural::model& of, std::size_t characters);

    /// Poses everyone for the next frame; no part of what is measured.
    void animate();
    /// Lets time pass; `run` over all blocks then makes it a frame.
    void begin_frame();
    /// Blocks from first to last through all kernels. Those of different ranges may run at the same
    /// time.
    void run(std::size_t first, std::size_t last) noexcept;
    void frame() {
        begin_frame();
        run(0, blocks_.size());
    }
    /// A frame that reads the clock where a pipeline does: after each kernel on each batch of blocks.
    step_times timed_frame() noexcept;

    std::size_t size() const { return blocks_.size(); }
    std::span<const block_data> blocks() const { return blocks_; }

private:
    template <class After>
    void run_batches(std::size_t first, std::size_t last, After&& after) noexcept;
    template <class After>
    void run_stable(std::size_t first, std::size_t last, std::size_t end_of_part,
                    After&& after) noexcept;
    template <class After>
    void run_reference(std::size_t first, std::size_t last, After&& after) noexcept;
    void prepare_block(std::size_t block) noexcept;

    std::shared_ptr<const character_kind> kind_;
    std::shared_ptr<const procedural::motion_plan> plan_;
    std::size_t characters_;
    block_arena arena_;              ///< in memory the blocks lie as those of a pipeline do
    std::vector<slot_handle> slots_; ///< [block] its memory
    std::vector<block_data> blocks_;
    std::vector<std::uint32_t> active_; ///< [block], a bit per lane
    world_forces forces_;
    frame_clock clock_;
};

} // namespace jounce::bench
