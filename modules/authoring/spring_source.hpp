#pragma once

#include <jounce/components/assets/spring_set.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/vrm/read_vrm.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jounce::authoring {

/// Where the springs of a model come from.
enum class spring_origin : std::uint8_t {
    none,
    settings, ///< a file beside the model
    extras,   ///< the same object inside the model
    vrm,      ///< a VRM extension of the model
};

struct spring_source {
    spring_origin origin = spring_origin::none;
    std::string place;    ///< for people: the file, or where in the model
    spring_file settings; ///< of `settings` and `extras`; of VRM what a program says of the whole
    vrm_springs vrm;      ///< its constraints are used wherever the springs come from
    std::vector<std::string> warnings;
};

/// Looks for springs: the given file, else `extras.jounce_springs` of the document or of its scene,
/// else VRM. It is no error if there are none. Mistakes in VRM data are errors only if its springs
/// are used.
/// @param settings       may be empty
/// @param warn_of_baked  warns of clips that have springs baked in already
///
/// Error names: those of `read_spring_file` and `read_vrm`.
result<spring_source> find_springs(const gltf::model& in, const std::filesystem::path& settings,
                                   bool warn_of_baked = true);

/// The object of that name in the model's extras, or a string that holds it as JSON. Extras of the
/// document come before those of its default scene. Error names: those of `parse_spring_file`.
result<std::optional<spring_file>> settings_in_extras(const gltf::model& in);

/// Settings as springs of a rig. The reference solver is given the same oscillators, per step of 1
/// / `fps`; `warnings` lists settings that a solver does not support. `tick_rate` and
/// `chains_collide` of the settings apply wherever the stable solver runs, for springs of VRM too.
/// @param solver  none: vrm for springs of VRM, else stable
///
/// Error names: `wrong_solver`, and those of `tunings_of`, `colliders_of`, `stable_builder`,
/// `reference_builder`, `vrm_builder` and `convert_to_stable`.
result<spring_set> build_springs(const spring_source& source, const rig& bones,
                                 std::optional<solver_id> solver, double fps,
                                 std::vector<std::string>& warnings);

} // namespace jounce::authoring
