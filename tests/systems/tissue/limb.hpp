#pragma once

// A limb of three bones with flesh, from the golden data, and characters made of it.

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/tissue_run/add_reactive_bones.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>
#include <jounce/systems/tissue/tissue_frame.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace jounce::test {

/// The golden case limb_shaken. Its handles may move by 5 cm.
const replay::golden_tissue& golden_limb();

/// Its bones: 25 cm each, along x.
template <class Real> basic_rig<Real> limb_rig();

struct limb_options {
    tissue_run_options run = {};
    bool has_spring = false;   ///< the last bone is one
    bool is_reference = false; ///< the reference solver, which does not feel the world
    double metres_per_unit = 1;
    std::optional<reactive_options> reactive = {}; ///< bones that feel their flesh
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

/// Flesh of eight limbs without an ECS. Bones are written by the test.
template <class Real> class loose_limb {
public:
    explicit loose_limb(const tissue::baked_tissue& baked, const tissue_run_options& options);

    const basic_tissue_set<Real>& set() const { return *kind_.tissue; }
    basic_tissue_state<Real> state;
    basic_displacements<Real> shown;
    basic_bone_transforms<Real> bones;
    environment_lanes<Real> environment{};
    tissue_options<Real> options;

    /// All lanes.
    void place(std::size_t bone, const quat<double>& rotation, const vec3<double>& shift);
    void place(std::size_t bone, int lane, const quat<double>& rotation, const vec3<double>& shift);
    /// A frame of one tick, which ends with it.
    void frame();
    vec3<double> displacement(std::size_t handle, int lane = 0) const;

private:
    basic_character_kind<Real> kind_;
    basic_tissue_scratch<Real> scratch_;
    frame_clock clock_;
    double seconds_;
};

} // namespace jounce::test
