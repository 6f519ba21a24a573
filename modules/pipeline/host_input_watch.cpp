#include <jounce/modules/pipeline/host_input_watch.hpp>

#include <jounce/modules/crowd/host_input_report.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/check_host_input.hpp>

#include <algorithm>

namespace jounce {

host_input_watch::host_input_watch(entt::registry& registry)
    : crowd_(context<crowd_index>(registry)), forces_(context<world_forces>(registry)),
      control_(context<time_control>(registry)) {
    context<host_input_report>(registry); // there from the start, for hosts that look at it
}

void host_input_watch::tell_held(entt::registry& registry, float dt) {
    if (!(dt >= 0 && dt <= longest_step)) {
        tell_host(registry, host_field::time_step);
    } else if (!(control_.scale >= 0 && control_.scale * dt <= longest_step)) {
        tell_host(registry, host_field::time_scale);
    }
}

void host_input_watch::begin_frame(entt::registry& registry) {
    faults_.resize(std::max(faults_.size(), crowd_.blocks.size()));
    if (!has_usable_gravity(forces_)) [[unlikely]] {
        tell_host(registry, host_field::gravity);
    }
    if (!has_usable_wind(forces_)) [[unlikely]] {
        tell_host(registry, host_field::wind);
    }
}

void host_input_watch::end_frame(entt::registry& registry) {
    if (has_any_.exchange(false, std::memory_order_relaxed)) [[unlikely]] {
        tell_host(registry, crowd_, faults_);
    }
}

void host_input_watch::keep(std::size_t block, host_faults& noted) noexcept {
    faults_[block] = noted;
    noted = {};
    has_any_.store(true, std::memory_order_relaxed);
}

} // namespace jounce
