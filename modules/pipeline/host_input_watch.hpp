#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

#include <entt/entt.hpp>

#include <atomic>
#include <cstddef>
#include <vector>

namespace jounce {

/// A step longer than this is not a step but a mistake (or a breakpoint).
inline constexpr float longest_step = 10.0F;

/// Gathers the faults that the systems of a frame find in the host's input, and reports them when
/// the frame is over (`host_input_report`). A frame without faults costs one flag test per block.
/// Registries may be moved between frames, so each call names the one that it is about.
class host_input_watch {
public:
    explicit host_input_watch(entt::registry& registry);

    /// A frame was not computed, because of its time step or of the scale of time. 0 is not
    /// reported, because hosts use it to pause.
    void tell_held(entt::registry& registry, float dt);

    /// Before a frame: makes room for its blocks, and checks the world's forces.
    void begin_frame(entt::registry& registry);

    /// Takes what was noted about blocks that are done. On any thread; a block has one at a time.
    /// @param scratch  of the first of them and those after it
    void take(std::size_t first, std::size_t last, frame_scratch* scratch) noexcept {
        for (std::size_t i = first; i < last; ++i) {
            if (scratch[i - first].faults.any) [[unlikely]] {
                keep(i, scratch[i - first].faults);
            }
        }
    }

    /// After a frame, when all threads are done with it.
    void end_frame(entt::registry& registry);

    /// Instead of `end_frame`: blocks went during the frame, so the faults cannot be told apart.
    void drop_frame() noexcept { has_any_.store(false, std::memory_order_relaxed); }

private:
    void keep(std::size_t block, host_faults& noted) noexcept;

    const crowd_index& crowd_;
    const world_forces& forces_;
    const time_control& control_;
    std::vector<host_faults> faults_; ///< [block]
    std::atomic<bool> has_any_{false};
};

} // namespace jounce
