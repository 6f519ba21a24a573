#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/clip.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/modules/bake/record_motion.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace jounce::bake {

/// One character on an empty stage: a registry, the pipeline and a clip whose time is set by hand.
class stage {
public:
    /// @param kind  see `land_ticks`: every frame shows the tick that ends with it
    /// @param clip  index into `clips`, or -1 for the rest pose
    stage(std::shared_ptr<const character_kind> kind, std::shared_ptr<const clip_set> clips,
          std::int32_t clip);

    /// Shows the clip at a time and lets `dt` seconds pass for the springs. The first call puts them at
    /// rest in that pose.
    void step(double clip_time, double dt);

    /// Of the last step: a bone relative to its parent as the clip has it, and in model space with and
    /// without springs.
    bone_key animated(std::int32_t bone) const;
    affine<double> model(std::int32_t bone) const;
    /// Of the last step: how far flesh moves its handles. @pre the kind has flesh and so many handles
    void displacements(std::span<vec3<float>> to) const;

private:
    std::shared_ptr<const character_kind> kind_;
    entt::registry registry_;
    pipeline systems_;
    entt::entity who_ = entt::null;
    local_pose constrained_;           ///< of kinds whose bones follow others
    const local_pose* pose_ = nullptr; ///< of the last step
};

} // namespace jounce::bake
