#pragma once

// A limb of three bones with flesh, from the golden data, and characters made of it.

#include "systems/tissue/loose_limb.hpp"

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace jounce::test {

/// Its bones: 25 cm each, along x.
template <class Real> basic_rig<Real> limb_rig();

struct limb_options {
    tissue_run_options run = {};
    bool has_spring = false;   ///< the last bone is one
    bool is_reference = false; ///< the reference solver, which does not feel the world
    double metres_per_unit = 1;
};
std::shared_ptr<const character_kind> limb_kind(const limb_options& options = {});

/// Characters of one kind in a pipeline.
class limb_stage {
public:
    explicit limb_stage(std::shared_ptr<const character_kind> kind) : kind_(std::move(kind)) {}

    entt::registry registry;
    pipeline systems{registry};

    entt::entity add() { return spawn(registry, kind_); }
    placement& at(entt::entity who) { return registry.get<placement>(who); }
    const character_kind& kind() const { return *kind_; }
    std::vector<vec3<float>> shown(entt::entity who) const {
        std::vector<vec3<float>> out(static_cast<std::size_t>(kind_->tissue->handle_count));
        displacements_of(registry, who, out);
        return out;
    }
    /// The largest displacement.
    float most(entt::entity who) const;

private:
    std::shared_ptr<const character_kind> kind_;
};

float farthest(const std::vector<vec3<float>>& displacements);
/// The largest difference.
float apart(const std::vector<vec3<float>>& a, const std::vector<vec3<float>>& b);

} // namespace jounce::test
