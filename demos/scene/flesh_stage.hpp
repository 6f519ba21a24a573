#pragma once

#include "flesh_models.hpp"
#include "pusher.hpp"

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace demo {

/// The heavy figure on stage: rigid, with helper bones and with flesh, touched by balls and a hand, or as a crowd.
class flesh_stage {
public:
    /// Someone on stage, for who keeps the list of all.
    struct player {
        entt::entity who{};
        jounce::vec3<float> foot;
        std::string label;
        bool always_rigid = false;
        std::optional<jounce::tissue_tier> tier;                   ///< none: without flesh
        std::shared_ptr<const jounce::tissue::baked_tissue> flesh; ///< the bake of it
    };

    /// @param renderer  null: nothing is drawn
    /// Errors: those of `read_flesh_models`, `make_ball` and `make_hand`.
    static jounce::result<std::unique_ptr<flesh_stage>>
    make(jounce::render::skin_renderer* renderer);

    /// @{ Everybody anew. Who was on stage must be gone.
    std::vector<player> line_up(entt::registry& registry);
    /// A cheek that a hand presses, and a shove that bones feel or do not.
    std::vector<player> touched(entt::registry& registry);
    std::vector<player> crowd(entt::registry& registry, std::int64_t count);
    /// @}
    /// Takes off what pushes.
    void clear(entt::registry& registry);

    /// Moves what pushes, to a time in seconds.
    void animate(entt::registry& registry, double time);
    /// As `pusher::drag`, of whichever the pointer takes.
    bool drag(const entt::registry& registry, const jounce::vec3<float>& eye,
              const jounce::vec3<float>& direction, bool is_pressed, bool was_pressed);
    /// What the flesh is made of.
    std::string summary() const;

private:
    flesh_stage(flesh_models models, pusher_shape ball, pusher_shape hand, bool is_drawn);
    player add(entt::registry& registry, const flesh_models::figure& as,
               const jounce::vec3<double>& at, float facing, const char* clip, float start,
               std::string label);
    player push(entt::registry& registry, const pusher_shape& with, const pusher_path& path);

    flesh_models models_;
    pusher_shape ball_, hand_;
    std::vector<pusher> pushers_;
    bool is_drawn_;
};

} // namespace demo
