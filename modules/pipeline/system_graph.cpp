#include <jounce/modules/pipeline/system_graph.hpp>

#include <taskflow/taskflow.hpp>

#include <string>

namespace jounce {

void make_system_graph(tf::Taskflow& graph, std::size_t chunks, void* self,
                       const std::array<system_task, system_count>& tasks) {
    graph.clear();
    graph.name("jounce");
    tf::Task before;
    for (std::size_t system = 0; system < system_count; ++system) {
        const std::string name = "jounce." + std::string(system_descriptions[system].name);
        tf::Task after = graph.emplace([] {}).name(name + ".done");
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const system_task run = tasks[system];
            tf::Task work =
                graph.emplace([run, self, chunk, chunks] { run(self, chunk, chunks); }).name(name);
            work.precede(after);
            if (!before.empty()) {
                before.precede(work);
            }
        }
        before = after;
    }
}

void run_and_wait(tf::Executor& executor, tf::Taskflow& graph) {
    if (executor.this_worker_id() >= 0) {
        executor.corun(graph);
    } else {
        executor.run(graph).wait();
    }
}

} // namespace jounce
