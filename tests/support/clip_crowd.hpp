#pragma once

// Characters of several kinds that play clips in all the ways there are, as a function of the
// frame's number alone.

#include "support/clips.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/animation/clip_actions.hpp>

#include <memory>
#include <string>
#include <vector>

namespace jounce::test {

/// Three clips of any bones of a rig: "a", "b" and "c".
inline std::shared_ptr<const clip_set> clips_for(const rig& bones, std::uint32_t seed = 1) {
    clip_set out;
    for (const char* name : {"a", "b", "c"}) {
        clip_recipe recipe;
        recipe.seconds = 0.7F + 0.2F * static_cast<float>(out.clips.size());
        recipe.tracked = 0.5;
        out.clips.push_back(random_clip(seed++, bones, recipe));
        out.clips.back().name = name;
    }
    return std::make_shared<const clip_set>(out);
}

/// The host's part of a crowd: every third character has its pose from the host.
struct clip_crowd {
    entt::registry registry;
    std::vector<entt::entity> all;
    std::vector<std::shared_ptr<const clip_set>> clips;

    explicit clip_crowd(int characters = 30) {
        rig_recipe sheared;
        sheared.stretch = true;
        const std::vector<std::shared_ptr<const character_kind>> kinds = {
            hairy_kind(), std::make_shared<const character_kind>(random_kind<float>(1, sheared))};
        for (const auto& kind : kinds) {
            clips.push_back(clips_for(kind->rig));
        }
        for (int i = 0; i < characters; ++i) {
            const std::size_t which = static_cast<std::size_t>(i) % kinds.size();
            all.push_back(spawn(registry, kinds[which]));
            if (i % 3 != 0) {
                play_options options;
                options.speed = 0.5F + 0.1F * static_cast<float>(i % 7);
                options.speed *= i % 5 == 0 ? -1.0F : 1.0F;
                options.mode = static_cast<play_mode>(i % 3);
                play(registry, all.back(), clips[which], i % 4 == 0 ? "a" : "b", options);
            }
        }
        for (const std::size_t gone : {1U, 4U, 7U, 8U, 9U, 12U}) {
            despawn(registry, all[gone]);
        }
        std::erase_if(all, [&](entt::entity who) { return !is_character(registry, who); });
    }

    void input(int frame) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const int turn = frame + static_cast<int>(i) * 5;
            if (!registry.all_of<clip_player>(all[i])) {
                dice roll(static_cast<std::uint32_t>(turn));
                const character& at = registry.get<character>(all[i]);
                sway_lane(registry.get<local_pose>(at.block), *registry.get<block>(at.block).kind,
                          at.lane, roll);
            } else if (turn % 19 == 0) {
                cross_fade(registry, all[i], turn % 2 == 0 ? "a" : "c", 0.2F);
            } else if (turn % 29 == 0) {
                add_layer(registry, all[i], "b", {.weight = 0.4F, .fade_seconds = 0.1F});
            } else if (turn % 37 == 0) {
                seek(registry, all[i], 0.3);
            } else if (turn % 53 == 0) {
                stop(registry, all[i], 0.1F);
            }
        }
    }
    std::vector<std::uint64_t> run(runner& systems, int first, int last, int rate = 60) {
        std::vector<std::uint64_t> hashes;
        for (int frame = first; frame < last; ++frame) {
            input(frame);
            systems.run(dt_of(rate, frame));
            hashes.push_back(state_hash(registry));
        }
        return hashes;
    }
};

} // namespace jounce::test
