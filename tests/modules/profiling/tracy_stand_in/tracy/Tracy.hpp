#pragma once

// Stands in for Tracy's header where the hook is tested: counts the zones by name. Like the real one it
// wants names that are constant expressions.

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
#define FrameMarkNamed(name) ++tracy_stand_in::frames
