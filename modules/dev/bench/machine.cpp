#include <jounce/modules/dev/bench/machine.hpp>

#include <entt/entt.hpp>

#include <fstream>
#include <string_view>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace jounce::bench {

std::string cpu_model() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const std::size_t colon = line.find(':');
        if (std::string_view(line).starts_with("model name") && colon != std::string::npos) {
            const std::size_t start = line.find_first_not_of(' ', colon + 1);
            return start != std::string::npos ? line.substr(start) : "unknown CPU";
        }
    }
    return "unknown CPU";
}

std::uint64_t physical_memory() {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_size > 0) {
        return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size);
    }
#endif
    return 0;
}

std::uint64_t resident_memory() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
#if defined(_SC_PAGESIZE)
    std::ifstream sizes("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    const long page_size = sysconf(_SC_PAGESIZE);
    if (sizes >> all >> resident && page_size > 0) {
        return resident * static_cast<std::uint64_t>(page_size);
    }
#endif
    return 0;
}

std::string ecs_name() {
#ifdef JOUNCE_ECS_SUBSET
    return "ecs_subset (this project's stand-in for EnTT)";
#else
    return "EnTT " ENTT_VERSION;
#endif
}

} // namespace jounce::bench
