#pragma once

#include <jounce/modules/pipeline/stage_list.hpp>

#include <cstddef>

namespace tf {
class Executor;
class Taskflow;
} // namespace tf

namespace jounce {

/// One system over a chunk of the blocks.
using stage_task = void (*)(void* self, std::size_t stage, std::size_t chunk, std::size_t chunks);

/// Schedule by_system as a graph: one system after the other, with a task per chunk.
void make_system_graph(tf::Taskflow& graph, const stage_list& stages, std::size_t chunks,
                       void* self, stage_task run);

/// From outside or from one of the executor's own tasks.
void run_and_wait(tf::Executor& executor, tf::Taskflow& graph);

} // namespace jounce
