#include <jounce/systems/pose/palette.hpp>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace jounce {

void finish_streams() noexcept {
#if defined(__SSE2__)
    _mm_sfence(); // stores past the caches are not ordered by anything else
#endif
}

} // namespace jounce
