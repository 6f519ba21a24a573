#pragma once

// A limb whose bones feel their flesh, from the golden case limb_free, without an ECS.

#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue_run/add_reactive_bones.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace jounce::test {

/// The golden case limb_free. Its handles may move by 5 cm.
const replay::golden_tissue& golden_free_limb();

/// Three reactive bones as the case has them: the first one free, 60 Nm/rad between them.
reactive_options free_bones(double joint = 1e6);

/// Lane 0 of a block, unless told otherwise; the animation stands in the rest pose.
template <class Real> class reactive_limb {
public:
    explicit reactive_limb(const reactive_options& options, int lane = 0,
                           const tissue_run_options& run = {});

    const basic_tissue_set<Real>& set() const { return *kind_.tissue; }
    const basic_reactive_set<Real>& bones_of() const { return kind_.tissue->reactive; }
    basic_tissue_state<Real> state;
    basic_displacements<Real> shown;
    basic_bone_transforms<Real> bones;
    tissue_options<Real> options;
    environment_lanes<Real> environment{};
    std::vector<tissue_obstacle<Real>> around; ///< what the next frame meets

    /// The animation: everything turned and shifted.
    void place(const quat<double>& turn, const vec3<double>& shift);
    void frame();
    double seconds() const { return 1.0 / 120; }

    /// Where a bone has a point of the rest pose.
    vec3<double> carried(std::size_t bone, const vec3<double>& rest) const;
    quat<double> turn(std::size_t bone) const;
    vec3<double> at(std::size_t point) const;
    /// Every point gets this velocity.
    template <class Field> void launch(Field&& field) {
        for (std::size_t p = 0; p < state.velocities.size(); ++p) {
            set_lane(state.velocities[p], lane_, cast<Real>(field(at(p))));
        }
    }
    vec3<double> momentum() const;
    vec3<double> angular_momentum() const;
    /// Sizes of all momenta.
    double gross_momentum() const;
    vec3<double> touched() const;
    bool is_finite() const;

private:
    static void surround(void* user, const tissue_view<Real>& block);

    int lane_;
    basic_character_kind<Real> kind_;
    basic_tissue_scratch<Real> scratch_;
    frame_clock clock_;
    std::array<affine<double>, 3> animated_;
};

} // namespace jounce::test
