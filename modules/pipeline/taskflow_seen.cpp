#include <taskflow/taskflow.hpp>

#include <jounce/modules/pipeline/taskflow_seen.hpp>

namespace jounce::built_with {

template <int> void taskflow() {}
template void taskflow<TF_VERSION>();

} // namespace jounce::built_with
