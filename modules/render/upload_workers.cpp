#include <jounce/modules/render/upload_workers.hpp>

#include <taskflow/taskflow.hpp>

namespace jounce::render {
namespace {

/// Texels that are worth a second thread: 256 KB, some 20 microseconds of copying.
constexpr std::size_t worth_sharing = std::size_t{16} << 10U;

} // namespace

struct upload_workers::graph {
    tf::Taskflow tasks;
    std::size_t workers = 0;
    const upload_plan* plan = nullptr;
    palette_row<float>* to = nullptr;
};

upload_workers::upload_workers() : graph_(std::make_unique<graph>()) {}
upload_workers::~upload_workers() = default;

void upload_workers::copy(const upload_plan& plan, palette_row<float>* to, tf::Executor* workers) {
    if (workers == nullptr || workers->num_workers() < 2 || plan.texel_count() < worth_sharing) {
        plan.copy(to, 0, 1);
        return;
    }
    graph& g = *graph_;
    g.plan = &plan;
    g.to = to;
    if (g.workers != workers->num_workers()) {
        g.workers = workers->num_workers();
        g.tasks.clear();
        for (std::size_t w = 0; w < g.workers; ++w) {
            g.tasks.emplace([&g, w] { g.plan->copy(g.to, w, g.workers); })
                .name("jounce.palette_upload");
        }
    }
    if (workers->this_worker_id() >= 0) {
        workers->corun(g.tasks);
    } else {
        workers->run(g.tasks).wait();
    }
}

} // namespace jounce::render
