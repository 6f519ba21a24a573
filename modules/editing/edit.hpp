#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/tuning/tuning_curve.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Sessions in which somebody tunes the springs of a character: edits, undo, files, and what they cost.
namespace jounce::editing {

/// Whose settings an edit changes.
enum class edit_scope : std::uint8_t {
    entry, ///< of all bones that share the entry, a chain for example
    bone,  ///< of this bone alone: it gets an entry of its own, the others keep what they have
};

/// What a field can be set to; names of enumerations as text.
using field_value = std::variant<double, bool, std::uint32_t, quat<double>, std::string>;

/// Makes a bone a spring. Refused if it is one.
struct make_spring {
    std::string bone;
    std::string preset; ///< empty: the defaults
    /// With all bones below it that have a length and are no springs yet.
    bool chain = false;
};

/// Makes a bone stiff again. Other springs keep their settings.
struct remove_spring {
    std::string bone;
    bool chain = false; ///< and all springs below it
};

/// Sets a field. With scope `bone` it is what the bone has after curves, with scope `entry` what curves
/// multiply.
struct set_field {
    std::string bone;  ///< one of the entry
    std::string field; ///< of `tuning_fields`
    field_value value;
    edit_scope scope = edit_scope::entry;
};

/// Takes a field back to that of the preset.
struct clear_field {
    std::string bone;
    std::string field;
};

/// Sets a curve of the entry of a bone.
struct set_curve {
    std::string bone;
    std::string field;
    std::vector<curve_key> keys;
};

/// Takes a curve back to that of the preset, if it has one.
struct clear_curve {
    std::string bone;
    std::string field;
};

/// Changes what the entry of a bone starts from. Its own fields and curves stay.
struct choose_preset {
    std::string bone;
    std::string preset; ///< empty: the defaults
};

/// Adds a collider after all others.
struct add_collider {
    collider_entry body;
};

/// Moves a collider, gives it another size, shape or bone.
struct change_collider {
    std::size_t index = 0; ///< of `spring_file::colliders`
    collider_entry body;
};

/// Removes a collider.
struct remove_collider {
    std::size_t index = 0;
};

/// Adds a helper bone after all others.
struct add_helper {
    helper_entry bone;
};

/// Moves a helper or changes what follows it. Its name stays.
struct change_helper {
    helper_entry bone; ///< the one of this name
};

/// Removes a helper, and its spring.
struct remove_helper {
    std::string name;
};

/// Names the settings, for people.
struct set_name {
    std::string name;
};

/// Sets how large a unit of the model is.
struct set_unit {
    std::optional<double> metres_per_unit; ///< none: as the size of the model makes likely
};

/// Sets the ticks per second of the solver.
struct set_tick_rate {
    std::optional<double> hertz; ///< none: as usual
};

/// Sets whether chains of the character push each other apart.
struct set_chains_collide {
    bool collide = false;
};

/// Sets how flesh is computed. Refused without flesh.
struct set_tissue_tier {
    tissue_tier tier = tissue_tier::nonlinear;
};

/// Sets how much of the flesh's displacement is shown. Refused without flesh.
struct set_tissue_weight {
    double weight = 1;
};

/// One change that somebody makes. A value: it may be kept, sent and made again.
using edit =
    std::variant<make_spring, remove_spring, set_field, clear_field, set_curve, clear_curve,
                 choose_preset, add_collider, change_collider, remove_collider, add_helper,
                 change_helper, remove_helper, set_name, set_unit, set_tick_rate,
                 set_chains_collide, set_tissue_tier, set_tissue_weight>;

/// What an edit changes, in a few words for lists of steps: "frequency of tail1".
std::string name_of(const edit& of);

} // namespace jounce::editing
