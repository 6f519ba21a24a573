#include <jounce/modules/crowd/tick_hashes.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/tick_slots.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/mix_hash.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/solver.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <tuple>

namespace jounce {
namespace {

constexpr std::int32_t most_ticks = 4096;

bool has_ticks(const block& home) { return home.solver->logs_ticks && home.active != 0; }

void list_block(const block& home, const tick_slots& slots, std::vector<tick_log::entry>& to) {
    for (std::int32_t t = 0; t < slots.count; ++t) {
        for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
            const std::size_t lane = static_cast<std::size_t>(std::countr_zero(left));
            to.push_back({slots.seconds, slots.first + t, home.characters[lane],
                          slots.lanes[static_cast<std::size_t>(t)][lane]});
        }
    }
}

auto order_of(const tick_log::entry& one) {
    return std::tuple(static_cast<double>(one.tick) * one.seconds, one.seconds,
                      entt::to_integral(one.who));
}

} // namespace

void fit_tick_log(entt::registry& registry) {
    if (!context<tick_log>(registry).enabled) {
        return;
    }
    const std::size_t room = static_cast<std::size_t>(
        std::clamp(context<time_control>(registry).max_ticks, 1, most_ticks));
    for (const auto [e, home] : registry.view<const block>().each()) {
        tick_slots* slots = registry.try_get<tick_slots>(e);
        if (slots == nullptr) {
            slots = &registry.emplace<tick_slots>(e);
        }
        if (slots->lanes.size() < room) {
            slots->lanes.resize(room);
        }
    }
}

std::span<const tick_hash> tick_hashes(entt::registry& registry) {
    tick_log& log = context<tick_log>(registry);
    log.entries.clear();
    log.hashes.clear();
    const std::uint64_t frame = context<frame_clock>(registry).frame;
    if (!log.enabled || frame == 0) {
        return {};
    }
    for (const auto [e, home] : registry.view<const block>().each()) {
        if (!has_ticks(home)) {
            continue;
        }
        const tick_slots* slots = registry.try_get<tick_slots>(e);
        const bool logged = slots != nullptr && slots->frame == frame;
        JOUNCE_ASSERT(logged, "a block's ticks were not logged: call fit_tick_log before the frame "
                              "and tick_hashes before anything is spawned");
        if (!logged) {
            log.entries.clear();
            return {};
        }
        list_block(home, *slots, log.entries);
    }
    std::sort(log.entries.begin(), log.entries.end(),
              [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
    for (const tick_log::entry& one : log.entries) {
        const bool same = !log.hashes.empty() && log.hashes.back().tick == one.tick &&
                          log.hashes.back().seconds == one.seconds;
        if (!same) {
            log.hashes.push_back({one.seconds, one.tick, empty_hash, 0});
        }
        tick_hash& to = log.hashes.back();
        mix(to.hash, entt::to_integral(one.who));
        mix(to.hash, one.hash);
        ++to.characters;
    }
    return log.hashes;
}

} // namespace jounce
