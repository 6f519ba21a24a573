// Included by the headers that take an executor. Without a guard on purpose: Taskflow may have been
// included since the last time. Where it has, the program fails to link unless the library was
// compiled with the same version, as with EnTT in systems/built_with.hpp. A file that includes
// Taskflow after all of jounce's headers is not checked here; CMake's check covers all files.

#include <jounce/systems/built_with.hpp>

#if defined(TF_VERSION) && !defined(JOUNCE_TASKFLOW_IS_SEEN)
#define JOUNCE_TASKFLOW_IS_SEEN

namespace jounce::built_with {

template <int Version> void taskflow(); ///< TF_VERSION: major * 100000 + minor * 100 + patch

namespace {
JOUNCE_KEEP void (*const taskflow_seen_here)() = &taskflow<TF_VERSION>;
} // namespace

} // namespace jounce::built_with

#endif
