#pragma once

#include <cstdint>
#include <string>

namespace jounce::bench {

/// Name of the CPU as the system tells it, or "unknown CPU".
std::string cpu_model();

/// Bytes of memory in the machine; 0 if the system does not say.
std::uint64_t physical_memory();

/// Bytes of this process that are in memory, after what was freed is given back; 0 if the system does
/// not say.
std::uint64_t resident_memory();

/// Which ECS this program was built with.
std::string ecs_name();

} // namespace jounce::bench
