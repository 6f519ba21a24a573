#include <jounce/systems/built_with.hpp>

namespace jounce::built_with {

template <int, int, int> void entt() {}
template <int> void ecs_subset() {}
template <class> void entt_id_type() {}
template <std::size_t> void entt_sparse_page() {}
template <std::size_t> void entt_packed_page() {}
template <bool> void entt_no_eto() {}
template <bool> void entt_no_mixin() {}
template <bool> void entt_use_atomic() {}
template <bool> void entt_standard_cpp() {}
template <bool> void glibcxx_debug() {}

// The library defines only what matches its own build.
#define JOUNCE_DEFINE(...) template void __VA_ARGS__();
JOUNCE_SEES(JOUNCE_DEFINE)

} // namespace jounce::built_with
