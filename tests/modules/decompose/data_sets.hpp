#pragma once

#include <jounce/modules/decompose/mesh_animation.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace jounce::test {

/// Skips the test with a message where JOUNCE_DATA_DIR has no folder `sma`.
void need_data_sets();

/// An animation of the data sets; it names the file without its suffix.
/// @pre `need_data_sets` returned
decompose::mesh_animation read_data_set(const std::string& name);

/// What is expected of it, with `must` to hold.
nlohmann::json expected_of(const std::string& name);

} // namespace jounce::test
