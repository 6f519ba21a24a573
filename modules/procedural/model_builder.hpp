#pragma once

#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/spring_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jounce::procedural {

/// Puts a model together. Bones are named by the index that `bone` returns; parents come first.
class model_builder {
public:
    explicit model_builder(std::string name) : name_(std::move(name)) {}

    std::int32_t bone(const std::string& name, std::int32_t parent, const vec3<double>& head,
                      const vec3<double>& tail);
    /// A chain of equal spring bones along a direction; returns its last bone.
    std::int32_t spring_chain(const std::string& name, std::int32_t parent,
                              const vec3<double>& head, const vec3<double>& step,
                              std::int32_t count, const spring_settings& settings);
    /// A point handle: no length, moved by a point spring.
    std::int32_t point_spring(const std::string& name, std::int32_t parent, const vec3<double>& at,
                              const spring_settings& settings);
    void spring(const std::string& bone, const spring_settings& settings);

    /// Which solver the springs are for; the published one unless told. Under the stable solver they
    /// have the frequency that their stiffness and mass give, and swing freely.
    void solver(solver_kind kind) { solver_ = kind; }
    /// For the stable solver.
    void collide(const std::string& bone, const collider& body);

    /// Periodic turn about a unit axis, up to `radians` each way.
    void sway(std::int32_t bone, const vec3<double>& axis, double radians, double hertz);
    /// The same in bursts.
    void shake(std::int32_t bone, const vec3<double>& axis, double radians, double hertz);
    /// Periodic shift.
    void bob(std::int32_t bone, const vec3<double>& metres, double hertz);

    /// @pre the parts fit together: whatever they are is decided by code, not by input
    model finish(double chain_length) const;

private:
    driver& driver_of(std::int32_t bone);
    result<spring_set> make_springs(const rig& bones) const;

    std::string name_;
    rig_builder bones_;
    std::vector<std::pair<std::string, spring_settings>> springs_;
    std::vector<std::pair<std::string, collider>> colliders_;
    solver_kind solver_ = solver_kind::reference;
    motion_plan plan_;
};

/// Springs that pull a tail back to where the animation has it.
spring_settings point_settings(double stiffness);
/// The same for bones that keep their length and hang in chains.
spring_settings chain_settings(double stiffness);

} // namespace jounce::procedural
