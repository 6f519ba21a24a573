#pragma once

#include <jounce/modules/authoring/inspect_model.hpp>

#include <vector>

namespace jounce::authoring {

/// What in a model keeps springs from doing what someone wants, and what to do about it.
/// @param seen  all but its problems
std::vector<problem> find_problems(const gltf::model& in, const inspection& seen,
                                   const suggestion& wanted);

} // namespace jounce::authoring
