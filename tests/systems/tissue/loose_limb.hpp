#pragma once

// Flesh of the golden data without an ECS, for tests of the kernels.

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>
#include <jounce/systems/tissue/tissue_frame.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::test {

/// A golden case whose handles may move by 5 cm.
replay::golden_tissue read_golden(const char* name);
/// The golden case limb_shaken. Its handles may move by 5 cm.
const replay::golden_tissue& golden_limb();

/// The golden case limb_pressed with a finer skin to touch: about 2.4 cm between vertices instead of 4.7. Every vertex is
/// a probe. Its handles may move by 6 cm.
struct fine_limb {
    tissue::baked_tissue baked;
    replay::golden_tissue recorded; ///< the same skin and weights
};
const fine_limb& golden_fine_limb();

/// Flesh of eight limbs without an ECS. Bones are written by the test.
template <class Real> class loose_limb {
public:
    /// @param skin  null: it touches nothing
    explicit loose_limb(const tissue::baked_tissue& baked, const tissue_run_options& options,
                        const basic_skinned_mesh<Real>* skin = nullptr,
                        std::span<const bone_collider> colliders = {});

    const basic_tissue_set<Real>& set() const { return *kind_.tissue; }
    basic_tissue_state<Real> state;
    basic_displacements<Real> shown;
    basic_bone_transforms<Real> bones;
    environment_lanes<Real> environment{};
    tissue_options<Real> options;
    std::vector<tissue_obstacle<Real>> around; ///< what the next frame meets

    /// All lanes.
    void place(std::size_t bone, const quat<double>& rotation, const vec3<double>& shift);
    void place(std::size_t bone, int lane, const quat<double>& rotation, const vec3<double>& shift);
    /// A frame of one tick, which ends with it.
    void frame();
    vec3<double> displacement(std::size_t handle, int lane = 0) const;

private:
    static void surround(void* user, const tissue_view<Real>& block);

    basic_character_kind<Real> kind_;
    basic_tissue_scratch<Real> scratch_;
    frame_clock clock_;
    double seconds_;
};

} // namespace jounce::test
