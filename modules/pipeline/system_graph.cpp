#include <jounce/modules/pipeline/system_graph.hpp>

#include <taskflow/taskflow.hpp>

#include <string>

namespace jounce {

void make_system_graph(tf::Taskflow& graph, const stage_list& stages, std::size_t chunks,
                       void* self, stage_task run) {
    graph.clear();
    graph.name("jounce");
    tf::Task before;
    for (std::size_t system = 0; system < stages.size(); ++system) {
        const std::string name = "jounce." + std::string(stages[system].system.name);
        tf::Task after = graph.emplace([] {}).name(name + ".done");
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            tf::Task work = graph
                                .emplace([run, self, system, chunk, chunks] {
                                    run(self, system, chunk, chunks);
                                })
                                .name(name);
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
