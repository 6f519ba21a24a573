#pragma once

#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/procedural/skin_weights.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/tuning/tuning_curve.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::procedural {

/// Assembles a model. Bones are identified by the index that `bone` returns; parents come first.
class model_builder {
public:
    /// The name is that of the model, for lists and messages.
    explicit model_builder(std::string name) : name_(std::move(name)) {}

    /// Adds a bone by its ends in model space at rest, metres; -1: it has no parent. Returns its index.
    std::int32_t bone(const std::string& name, std::int32_t parent, const vec3<double>& head,
                      const vec3<double>& tail);
    /// @{
    /// A chain of equal bones along a direction that are springs of a preset; returns its last bone.
    std::int32_t spring_chain(const std::string& name, std::int32_t parent,
                              const vec3<double>& head, const vec3<double>& step,
                              std::int32_t count, std::string_view preset);
    std::int32_t spring_chain(const std::string& name, std::int32_t parent,
                              const vec3<double>& head, const vec3<double>& step,
                              std::int32_t count, const spring_tuning& tuning,
                              std::span<const tuning_curve> curves = {});
    /// @}
    /// @{
    /// A point handle: no length, moved along straight lines.
    std::int32_t point_spring(const std::string& name, std::int32_t parent, const vec3<double>& at,
                              std::string_view preset);
    std::int32_t point_spring(const std::string& name, std::int32_t parent, const vec3<double>& at,
                              const spring_tuning& tuning);
    /// @}
    /// Makes a bone that was added a spring.
    void spring(const std::string& bone, const spring_tuning& tuning);
    /// Attaches a collider to a bone, in the bone's frame, metres.
    void collide(const std::string& bone, const collider& body);

    /// Which solver the springs are for, the stable one unless told. Under the reference solver
    /// they have a stiffness of N/m per kilogram instead of their tuning, and ignore colliders.
    void solver(solver_id kind, double reference_stiffness) {
        reference_stiffness_ = kind == reference_solver ? reference_stiffness : 0;
    }

    /// Periodic turn about a unit axis, up to `radians` each way.
    void sway(std::int32_t bone, const vec3<double>& axis, double radians, double hertz);
    /// The same in bursts.
    void shake(std::int32_t bone, const vec3<double>& axis, double radians, double hertz);
    /// Periodic shift.
    void bob(std::int32_t bone, const vec3<double>& metres, double hertz);
    /// Thrown by `metres` once a cycle, in the air for a share of it.
    void hop(std::int32_t bone, const vec3<double>& metres, double hertz, double air_share);

    /// A bone's ends, to put a surface around it.
    bone_line line(std::int32_t bone) const { return lines_[static_cast<std::size_t>(bone)]; }
    /// A bone and those after it, which follow each other.
    bone_chain chain(std::int32_t first, std::int32_t count, std::int32_t root = -1) const;

    /// @{
    /// The model as it was put together, with or without a surface to draw. `chain_length` is that of its
    /// longest spring chain, metres: the yardstick for deviations.
    /// @pre the parts fit together: whatever they are is decided by code, not by input
    model finish(double chain_length) const;
    model finish(double chain_length, surface shape) const;
    /// @}

private:
    driver& driver_of(std::int32_t bone);
    result<spring_set> make_springs(const rig& bones) const;

    std::string name_;
    rig_builder bones_;
    std::vector<bone_line> lines_; ///< [bone]
    std::vector<std::pair<std::string, spring_tuning>> springs_;
    std::vector<std::pair<std::string, collider>> colliders_;
    double reference_stiffness_ = 0; ///< 0: the stable solver
    motion_plan plan_;
};

/// The tuning of a preset at its softest bone. @pre there is one of this name
const spring_tuning& tuning_of_preset(std::string_view preset);

} // namespace jounce::procedural
