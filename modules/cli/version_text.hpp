#pragma once

#include <string>

namespace jounce::cli {

/// What `--version` says, a line each: the version, the ECS it was built with, instruction sets and the
/// one that is used here, what is built in.
std::string version_text();

} // namespace jounce::cli
