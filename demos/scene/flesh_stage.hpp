#pragma once

#include "flesh_models.hpp"
#include "poking_ball.hpp"

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

/// The heavy figure on stage: rigid, with helper bones and with flesh, poked by a ball, or as a crowd.
class flesh_stage {
public:
    /// Someone on stage, for who keeps the list of all.
    struct player {
        entt::entity who{};
        jounce::vec3<float> foot;
        std::string label;
        bool always_rigid = false;
        std::optional<jounce::tissue_tier> tier; ///< none: without flesh
    };

    /// @param renderer  null: nothing is drawn
    /// Errors: those of `read_flesh_models` and `poking_ball::make`.
    static jounce::result<std::unique_ptr<flesh_stage>>
    make(jounce::render::skin_renderer* renderer);

    /// @{ Everybody anew. Who was on stage must be gone.
    std::vector<player> line_up(entt::registry& registry);
    std::vector<player> crowd(entt::registry& registry, std::int64_t count);
    /// @}

    poking_ball& ball() { return ball_; }
    const jounce::tissue::baked_tissue& baked() const { return models_.baked; }
    /// What the flesh is made of.
    std::string summary() const;

private:
    flesh_stage(flesh_models models, poking_ball ball, bool is_drawn);
    player add(entt::registry& registry, const flesh_models::figure& as,
               const jounce::vec3<double>& at, float facing, const char* clip, float start,
               std::string label);

    flesh_models models_;
    poking_ball ball_;
    bool is_drawn_;
};

} // namespace demo
