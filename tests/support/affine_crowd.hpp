#pragma once

// Decomposed characters, with and without springs, and ordinary ones, that play in all the ways there are, as a
// function of the frame's number alone.

#include "support/affine_box.hpp"
#include "support/spring_crowd.hpp"

#include <jounce/modules/animation/clip_actions.hpp>

#include <memory>
#include <vector>

namespace jounce::test {

/// Every fifth character has its pose from the host.
struct affine_crowd {
    entt::registry registry;
    std::vector<entt::entity> all;

    explicit affine_crowd(int characters = 45) {
        const affine_character box = box_character();
        const affine_character tailed = tailed_box();
        const std::vector<std::shared_ptr<const character_kind>> kinds = {
            palette_only(*box.kind), tailed.kind, hairy_kind(), palette_only(*tailed.kind)};
        const std::vector<std::shared_ptr<const clip_set>> clips = {box.clips, tailed.clips,
                                                                    nullptr, tailed.clips};
        for (int i = 0; i < characters; ++i) {
            const std::size_t which = static_cast<std::size_t>(i) % kinds.size();
            all.push_back(spawn(registry, kinds[which]));
            if (i % 5 != 0 && clips[which] != nullptr) {
                play_options options;
                options.speed =
                    (i % 7 == 0 ? -1.0F : 1.0F) * (0.3F + 0.1F * static_cast<float>(i % 6));
                options.mode = static_cast<play_mode>(i % 3);
                play(registry, all.back(), clips[which], i % 2 == 0 ? "bend" : "back", options);
            }
        }
        for (const std::size_t gone : {1U, 4U, 7U, 8U, 9U, 12U, 16U, 20U}) {
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
                cross_fade(registry, all[i], turn % 2 == 0 ? "bend" : "back", 0.2F);
            } else if (turn % 29 == 0) {
                add_layer(registry, all[i], "back", {.weight = 0.4F, .fade_seconds = 0.1F});
            } else if (turn % 37 == 0) {
                seek(registry, all[i], 0.1);
            } else if (turn % 53 == 0) {
                stop(registry, all[i], 0.1F);
            }
        }
    }

    /// Hashes of all characters and of all their palettes.
    std::vector<std::uint64_t> run(runner& systems, int first, int last) {
        std::vector<std::uint64_t> hashes;
        for (int frame = first; frame < last; ++frame) {
            input(frame);
            systems.run(dt_of(60, frame));
            hashes.push_back(state_hash(registry));
            hashes.push_back(palette_hash());
        }
        return hashes;
    }

    std::uint64_t palette_hash() const {
        std::uint64_t hash = 14695981039346656037ULL;
        for (const entt::entity who : all) {
            for (const palette_row<float>& row : palette_of(registry, who)) {
                for (const float number : row.v) {
                    hash = (hash ^ std::bit_cast<std::uint32_t>(number)) * 1099511628211ULL;
                }
            }
        }
        return hash;
    }
};

} // namespace jounce::test
