#include <jounce/modules/dev/bench/bench_scene.hpp>

#include <jounce/components/base/lanes.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/dev/bench/baseline.hpp>
#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/rig/make_kind.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::bench {

bench_scene::bench_scene(const bench_options& options, procedural::model kind)
    : options_(options), kind_(std::move(kind)) {}
bench_scene::~bench_scene() = default;

result<std::unique_ptr<bench_scene>> bench_scene::make(const bench_options& options) {
    if (!profiling_is_built) {
        return error{errors::no_profiling,
                     "this program was built without profiling and cannot measure; "
                     "build it with JOUNCE_PROFILING=ON"};
    }
    result<procedural::model> kind = procedural::bench_character(
        static_cast<std::int32_t>(options.bones), static_cast<std::int32_t>(options.springs),
        options.solver, static_cast<std::int32_t>(options.colliders));
    if (!kind) {
        return kind.error();
    }
    if (!options.keep_bones) {
        // Spread over the rig.
        const std::vector<std::string>& names = kind->kind->rig.names;
        std::vector<std::string_view> kept;
        for (std::int64_t i = 0; i < options.sockets; ++i) {
            kept.push_back(
                names[static_cast<std::size_t>((i + 1) * options.bones / (options.sockets + 1))]);
        }
        const auto smaller = jounce::keep_bones(*kind->kind, kept);
        if (!smaller) {
            return smaller.error();
        }
        kind->kind = *smaller;
    }
    std::unique_ptr<bench_scene> out(new bench_scene(options, *std::move(kind)));
    // Says no before the machine starts to swap.
    if (std::optional<error> too_much = out->predict_memory()) {
        return *std::move(too_much);
    }
    out->crowd_.reserve(static_cast<std::size_t>(options.characters));
    for (std::int64_t i = 0; i < options.characters; ++i) {
        out->crowd_.push_back(procedural::spawn(out->registry_, out->kind_));
    }
    const std::size_t looked_back_on =
        static_cast<std::size_t>(std::min<std::int64_t>(options.frames, 1024));
    out->systems_ = std::make_unique<pipeline>(
        out->registry_, pipeline_options{options.order, true, looked_back_on});
    if (options.threads > 0) {
        out->workers_ = std::make_unique<tf::Executor>(static_cast<std::size_t>(options.threads));
    }
    return out;
}

std::optional<error> bench_scene::predict_memory() {
    entt::registry scratch;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(options_.characters, lane_count); ++i) {
        procedural::spawn(scratch, kind_);
    }
    const std::uint64_t characters = static_cast<std::uint64_t>(options_.characters);
    // Beside what its blocks hold, what is left at the ends of the arena's pieces.
    const std::size_t shares =
        slot_bytes(*find_solver(scratch, kind_.kind->springs.solver), *kind_.kind);
    const std::size_t blocks =
        (static_cast<std::size_t>(options_.characters) + lane_count - 1) / lane_count;
    predicted_bytes_ = characters * bytes_per_character(scratch) +
                       block_arena::system_bytes(shares, blocks) -
                       blocks * lane_slot::whole(shares);
    const std::uint64_t needed =
        predicted_bytes_ + (options_.baseline ? characters * baseline_bytes(*kind_.kind) : 0);
    const std::uint64_t present = physical_memory();
    if (present == 0 || needed <= present / 2) {
        return std::nullopt;
    }
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    return error{
        errors::too_much_memory,
        std::to_string(options_.characters) + " characters of " + std::to_string(options_.bones) +
            " bones need " + std::to_string(needed / mebibyte) + " MiB, more than half of the " +
            std::to_string(present / mebibyte) + " MiB of this machine; take fewer of either"};
}

void bench_scene::animate() {
    const double time = static_cast<double>(frames_) * static_cast<double>(procedural::frame_time);
    for (std::size_t i = 0; i < crowd_.size(); ++i) {
        procedural::animate(registry_, crowd_[i], time, procedural::crowd_phase(i));
    }
}

void bench_scene::run_inside(const std::function<void()>& work) { workers_->async(work).wait(); }

void bench_scene::frame() {
    if (workers_ != nullptr) {
        systems_->run(*workers_, procedural::frame_time);
    } else {
        systems_->run(procedural::frame_time);
    }
    ++frames_;
}

} // namespace jounce::bench
