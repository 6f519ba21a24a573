#pragma once

#include <jounce/modules/authoring/inspect_model.hpp>

#include <vector>

namespace jounce::authoring {

/// Problems of a model that keep springs from working as expected, and their remedies.
/// @param seen  all but its problems
std::vector<problem> find_problems(const gltf::model& in, const inspection& seen,
                                   const suggestion& wanted);

} // namespace jounce::authoring
