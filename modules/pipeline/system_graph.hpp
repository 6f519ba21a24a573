#pragma once

#include <jounce/modules/pipeline/system_list.hpp>

#include <array>
#include <cstddef>

namespace tf {
class Executor;
class Taskflow;
} // namespace tf

namespace jounce {

/// One system over a chunk of the blocks.
using system_task = void (*)(void* self, std::size_t chunk, std::size_t chunks);

/// Schedule by_system as a graph: a stage per system, one after the other, with a task per chunk.
void make_system_graph(tf::Taskflow& graph, std::size_t chunks, void* self,
                       const std::array<system_task, system_count>& tasks);

/// From outside or from one of the executor's own tasks.
void run_and_wait(tf::Executor& executor, tf::Taskflow& graph);

} // namespace jounce
