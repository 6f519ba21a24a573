#pragma once

#include <jounce/modules/inspection/inspect_model.hpp>

#include <vector>

namespace jounce::inspection {

/// Problems of a model that keep springs from working as expected, and their remedies.
/// @param seen  all but its problems
std::vector<problem> find_problems(const gltf::model& in, const findings& seen,
                                   const authoring::suggestion& wanted);

} // namespace jounce::inspection
