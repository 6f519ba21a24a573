#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tf {
class Executor;
}

namespace jounce::bench {

/// The crowd that is measured, its pipeline and, unless it runs on the calling thread, its workers.
class bench_scene {
public:
    /// Errors: `bad_size`; `too_much_memory`: half of the machine's is what a benchmark may take;
    /// `no_profiling` in a build without.
    static result<std::unique_ptr<bench_scene>> make(const bench_options& options);
    ~bench_scene();

    /// Poses everyone for the next frame; no part of what is measured.
    void animate();
    void frame();
    /// Calls `work` in a task on one of the workers, which may then call `frame`, and waits for it.
    /// @pre there are workers
    void run_inside(const std::function<void()>& work);

    entt::registry& registry() { return registry_; }
    pipeline& systems() { return *systems_; }
    const procedural::model& kind() const { return kind_; }
    const bench_options& options() const { return options_; }
    /// What a crowd of this kind takes, from what one block takes, bytes.
    std::uint64_t predicted_bytes() const { return predicted_bytes_; }

private:
    bench_scene(const bench_options& options, procedural::model kind);
    std::optional<error> predict_memory();

    bench_options options_;
    procedural::model kind_;
    entt::registry registry_;
    std::vector<entt::entity> crowd_;
    std::unique_ptr<pipeline> systems_;
    std::unique_ptr<tf::Executor> workers_;
    std::uint64_t predicted_bytes_ = 0;
    std::int64_t frames_ = 0;
};

} // namespace jounce::bench
