// A scene of a few hundred characters made by code, simulated off-screen at a fixed time step.
// Prints what it simulates, what each system costs, and how far the springs moved.

#include "scene.hpp"

#include <jounce/modules/bench/bench_format.hpp>
#include <jounce/modules/bench/bench_run.hpp>
#include <jounce/modules/bench/machine.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/pipeline/state_hash.hpp>
#include <jounce/modules/profiling/cost_table.hpp>
#include <jounce/systems/isa.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>

namespace {

using namespace jounce;

struct scene_options {
    std::int64_t characters = 400;
    std::int64_t frames = 300;
    std::int64_t threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 256);
    std::string order{bench::schedule_name(pipeline_options{}.order)};
};

std::optional<int> read_options(cli::arguments given, scene_options& to) {
    const cli::command_line takes = {
        "jounce_demo",
        "Simulates a scene of procedural characters off-screen and prints what it costs.",
        {},
        {{"--characters", "N", "1 to 100000 (default 400)",
          cli::whole_number{&to.characters, 1, 100000}},
         {"--frames", "N", "of 1/60 s, 1 to 1000000 (default 300)",
          cli::whole_number{&to.frames, 1, 1000000}},
         {"--threads", "T", "workers, 1 to 256 (default: as many as the machine has)",
          cli::whole_number{&to.threads, 1, 256}},
         {"--schedule", "NAME", "by_system or by_block (default)",
          cli::choice{&to.order, {"by_system", "by_block"}}}}};
    return cli::parse(takes, given);
}

void print_scene(const demo::scene& scene, const scene_options& options) {
    std::printf("jounce: %lld characters, %lld frames of 1/60 s\n",
                static_cast<long long>(options.characters), static_cast<long long>(options.frames));
    for (const demo::group& group : scene.groups()) {
        std::printf("  %4zu %-9s %3d bones, %2zu springs\n", group.characters.size(),
                    group.model.name.c_str(), group.model.kind->rig.bone_count(),
                    group.model.kind->springs.stable.springs.size());
    }
    std::printf("on %s, kernels %s, %lld worker%s, %s, %s\n\n", bench::cpu_model().c_str(),
                std::string(isa_name(active_isa())).c_str(),
                static_cast<long long>(options.threads), options.threads == 1 ? "" : "s",
                options.order.c_str(), bench::ecs_name().c_str());
}

void print_movement(const demo::scene& scene) {
    std::printf(
        "\nhow far springs carry tails from the animated pose, of the length of their chain:\n");
    for (const demo::group& group : scene.groups()) {
        if (!group.characters.empty()) {
            std::printf("  %-9s mean %5.1f %%, at most %5.1f %%\n", group.model.name.c_str(),
                        100 * group.mean_deviation(), 100 * group.largest_deviation);
        }
    }
}

int run(cli::arguments given) {
    scene_options options;
    if (const std::optional<int> code = read_options(given, options)) {
        return *code;
    }
    entt::registry registry;
    demo::scene scene(registry, static_cast<std::size_t>(options.characters));
    print_scene(scene, options);

    pipeline frames(registry, {*bench::schedule_from_name(options.order), true});
    tf::Executor workers(static_cast<std::size_t>(options.threads));
    for (std::int64_t frame = 0; frame < options.frames; ++frame) {
        scene.animate(registry, static_cast<double>(frame) / 60.0);
        frames.run(workers, procedural::frame_time);
        scene.observe(registry);
    }

    std::fputs(format_cost_table(frames.stats()).c_str(), stdout);
    print_movement(scene);
    std::printf("\nstate hash %s (the same for any number of workers and either schedule)\n",
                bench::hash_text(state_hash(registry)).c_str());
    return cli::exit_ok;
}

} // namespace

int main(int count, char** words) {
    try {
        const std::size_t given = count > 0 ? static_cast<std::size_t>(count) - 1 : 0;
        return run(cli::arguments(words + (count > 0 ? 1 : 0), given));
    } catch (const std::exception& wrong) { // memory may run out
        std::fprintf(stderr, "jounce demo: %s\n", wrong.what());
        return cli::exit_wrong;
    }
}
