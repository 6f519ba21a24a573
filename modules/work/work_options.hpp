#pragma once

#include <functional>
#include <string_view>

namespace tf {
class Executor;
} // namespace tf

/// Long computations on the caller's workers.
namespace jounce::work {

/// How long computations run, and who watches them. None of it changes results.
struct work_options {
    tf::Executor* workers = nullptr; ///< null: the calling thread
    /// Called from the calling thread with a step and the share done of all steps, 0..1. Returns
    /// false to cancel.
    std::function<bool(std::string_view step, double share)> progress;
};

} // namespace jounce::work
