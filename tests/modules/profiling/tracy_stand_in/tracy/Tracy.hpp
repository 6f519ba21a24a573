#pragma once

// Stands in for Tracy's header where the hook is tested: counts the zones by name. Like the real one it
// wants names that are constant expressions, or a zone that is open.

#include <map>
#include <string>

namespace tracy_stand_in {

inline std::map<std::string, int> zones;
inline int frames = 0;

struct zone {
    explicit zone(const char* name) { ++zones[name]; }
};

} // namespace tracy_stand_in

#define ZoneScopedN(name)                                                                          \
    static constexpr const char* tracy_zone_name = name;                                           \
    const tracy_stand_in::zone tracy_zone(tracy_zone_name)
#define ZoneScoped const int tracy_zone_is_open = 0
#define ZoneName(text, size)                                                                       \
    static_cast<void>(tracy_zone_is_open);                                                         \
    const tracy_stand_in::zone tracy_zone(std::string(text, size).c_str())
#define FrameMarkNamed(name) ++tracy_stand_in::frames
