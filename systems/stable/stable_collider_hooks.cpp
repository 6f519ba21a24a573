#include <jounce/systems/stable/stable_hooks.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/contact/world_colliders.hpp>

#include <cstddef>

namespace jounce {
namespace {

constexpr std::size_t numbers_per_collider = sizeof(lane_collider<float>) / sizeof(lane<float>);

const character_kind& kind_of(const entt::registry& registry, entt::entity e) {
    return *registry.get<block>(e).kind;
}

void fit(entt::registry& registry, entt::entity e, const world_collider_list& world) {
    fit_world_colliders(world, kind_of(registry, e).springs.stable.colliders.size(),
                        registry.get<block_colliders>(e));
}

/// Makes room for the world's colliders in a block that has not been in a frame yet, so that a
/// character that moves there keeps its history with them. The others in such a block are new
/// themselves and have met none.
void make_room(const block_colliders& source, const character_kind& kind, block_colliders& target) {
    if (target.world_version == source.world_version ||
        target.traits.size() >= source.traits.size()) {
        return;
    }
    target.world_version = source.world_version;
    target.traits = source.traits;
    for (lane_vector<lane_collider<float>>* list :
         {&target.frame_start, &target.frame_end, &target.tick_start, &target.tick_end}) {
        list->resize(source.traits.size());
    }
    target.motions.resize(source.traits.size());
    for (int lane = 0; lane < lane_count; ++lane) {
        rest_lane(target, kind, lane);
    }
}

void fit_like(entt::registry& registry, const character& from, const character& to) {
    const character_kind& kind = kind_of(registry, to.block);
    block_colliders& target = registry.get<block_colliders>(to.block);
    make_room(registry.get<block_colliders>(from.block), kind, target);
    // A character that has never been in a frame has not met the world's colliders: neither it nor
    // the former character of this lane has a history with them.
    rest_lane(target, kind, to.lane);
}

/// Where a block's colliders were, at the end of the last frame and of the last tick. All other
/// positions of colliders are written before they are read.
template <class Colliders, class Visit> void each_list(Colliders& all, Visit&& visit) {
    visit(all.frame_start);
    visit(all.tick_end);
}

std::span<lane<float>> numbers_of(lane_collider<float>& one) {
    return {reinterpret_cast<lane<float>*>(&one), numbers_per_collider};
}
std::span<const lane<float>> numbers_of(const lane_collider<float>& one) {
    return {reinterpret_cast<const lane<float>*>(&one), numbers_per_collider};
}

std::size_t count(const character_kind& kind, std::size_t in_world) {
    return 2 * numbers_per_collider * (kind.springs.stable.colliders.size() + in_world);
}

void save(const entt::registry& registry, const character& at, std::size_t in_world,
          std::vector<float>& to) {
    const std::size_t met = kind_of(registry, at.block).springs.stable.colliders.size() + in_world;
    each_list(registry.get<block_colliders>(at.block),
              [&](const lane_vector<lane_collider<float>>& list) {
                  // A block that no frame has seen yet has no place for the world's.
                  const lane_collider<float> none = nowhere();
                  for (std::size_t i = 0; i < met; ++i) {
                      for (const lane<float>& value :
                           numbers_of(i < list.size() ? list[i] : none)) {
                          to.push_back(value.v[at.lane]);
                      }
                  }
              });
}

void load(entt::registry& registry, const character& at, std::size_t in_world, const float* next) {
    const std::size_t met = kind_of(registry, at.block).springs.stable.colliders.size() + in_world;
    each_list(registry.get<block_colliders>(at.block),
              [&](lane_vector<lane_collider<float>>& list) {
                  for (std::size_t i = 0; i < met; ++i) {
                      for (lane<float>& value : numbers_of(list[i])) {
                          value.v[at.lane] = *next++;
                      }
                  }
              });
}

} // namespace

const collider_hooks stable_colliders = {fit, fit_like, count, save, load};

} // namespace jounce
