#pragma once

#include <jounce/modules/render/upload_plan.hpp>

#include <memory>

namespace tf {
class Executor;
}

namespace jounce::render {

/// Copies palettes as tasks named "jounce.palette_upload". Few copies stay on the calling thread: waking
/// a worker takes longer than they do.
class upload_workers {
public:
    upload_workers();
    ~upload_workers();

    /// @pre as `upload_plan::copy`
    void copy(const upload_plan& plan, palette_row<float>* to, tf::Executor* workers);

private:
    struct graph;
    std::unique_ptr<graph> graph_;
};

} // namespace jounce::render
