#pragma once

/// JOUNCE_ZONE("name") marks the rest of a scope for the Tracy profiler. It is nothing unless the build
/// defines JOUNCE_TRACY (CMake's option of that name) and Tracy's header can be found. The name must be
/// a constant expression that ends with a zero. JOUNCE_NAMED_ZONE(view) takes any string_view.
#if defined(JOUNCE_TRACY) && __has_include(<tracy/Tracy.hpp>)
#include <tracy/Tracy.hpp>
#define JOUNCE_ZONE(name) ZoneScopedN(name)
#define JOUNCE_NAMED_ZONE(name)                                                                    \
    ZoneScoped;                                                                                    \
    ZoneName((name).data(), (name).size())
#define JOUNCE_FRAME_MARK() FrameMarkNamed("jounce")
#else
#define JOUNCE_ZONE(name) static_cast<void>(0)
#define JOUNCE_NAMED_ZONE(name) static_cast<void>(0)
#define JOUNCE_FRAME_MARK() static_cast<void>(0)
#endif
