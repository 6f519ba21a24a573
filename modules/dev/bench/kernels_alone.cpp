#include <jounce/modules/dev/bench/kernels_alone.hpp>

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/modules/pipeline/look_ahead.hpp>
#include <jounce/modules/profiling/clock.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/pose/prepare.hpp>
#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/reference/integrate.hpp>
#include <jounce/systems/reference/project.hpp>
#include <jounce/systems/reference/reference_pose.hpp>
#include <jounce/systems/stable/stable_frame.hpp>
#include <jounce/systems/stable/stable_pose.hpp>
#include <jounce/systems/stable/stable_view_of.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace jounce::bench {
namespace {

/// As many as a pipeline takes through all systems together.
constexpr std::size_t blocks_per_batch = 4;

/// Of one block of the batch that this thread is at. As in a pipeline, it stays in cache.
frame_scratch& scratch_of(std::size_t in_batch) {
    thread_local std::array<frame_scratch, blocks_per_batch> all;
    return all[in_batch];
}
rigid_pose& animated(std::size_t in_batch) { return scratch_of(in_batch).rigid; }

stable_view<float> view_of(const character_kind& kind, block_data& data, std::size_t in_batch) {
    return stable_view_of(kind, data, animated(in_batch), scratch_of(in_batch).stable);
}

} // namespace

std::string_view step_name(kernel_step step) {
    constexpr std::array<std::string_view, kernel_steps> names = {
        "fk", "prepare", "integrate", "project", "tick", "pose", "palette"};
    return names[static_cast<std::size_t>(step)];
}

kernels_alone::kernels_alone(const procedural::model& of, std::size_t characters)
    : kind_(of.kind), plan_(of.plan), characters_(characters) {
    const std::size_t lanes = lane_count;
    const std::size_t count = (characters + lanes - 1) / lanes;
    blocks_.reserve(count);
    for (std::size_t b = 0; b < count; ++b) {
        slots_.push_back(arena_.take(block_bytes(*kind_)));
        blocks_.push_back(make_block_data(*kind_, slots_.back()));
        const std::size_t taken = std::min(lanes, characters - b * lanes);
        active_.push_back((1U << taken) - 1U);
    }
}

void kernels_alone::animate() {
    const double time =
        static_cast<double>(clock_.frame) * static_cast<double>(procedural::frame_time);
    for (std::size_t i = 0; i < characters_; ++i) {
        const double phase = procedural::crowd_phase(i);
        local_pose& pose = blocks_[i / lane_count].local;
        for (const procedural::driver& bone : *plan_) {
            set_lane(pose.bones[static_cast<std::size_t>(bone.bone)],
                     static_cast<int>(i % lane_count), procedural::pose_at(bone, time, phase));
        }
    }
}

void kernels_alone::begin_frame() {
    clock_.dt = procedural::frame_time;
    clock_.time += static_cast<double>(clock_.dt);
    ++clock_.frame;
}

void kernels_alone::run(std::size_t first, std::size_t last) noexcept {
    run_batches(first, last, [](kernel_step) {});
}

step_times kernels_alone::timed_frame() noexcept {
    begin_frame();
    step_times out{};
    std::uint64_t before = now_ns();
    run_batches(0, blocks_.size(), [&](kernel_step step) {
        const std::uint64_t now = now_ns();
        out[static_cast<std::size_t>(step)] += now - before;
        before = now;
    });
    return out;
}

template <class After>
void kernels_alone::run_batches(std::size_t first, std::size_t last, After&& after) noexcept {
    const bool is_stable = kind_->springs.solver == stable_solver;
    const bool streams = worth_streaming(arena_.report().slot_bytes);
    while (first < last) {
        const std::size_t end = std::min(first + blocks_per_batch, last);
        for (std::size_t b = first; b < end; ++b) {
            fit_scratch(scratch_of(b - first), *kind_);
            fk(kind_->rig, kind_->springs, blocks_[b].local, animated(b - first));
        }
        after(kernel_step::fk);
        if (is_stable) {
            run_stable(first, end, last, after);
        } else {
            run_reference(first, end, after);
        }
        for (std::size_t b = first; b < end; ++b) {
            frame_scratch& scratch = scratch_of(b - first);
            block_data& data = blocks_[b];
            const bone_transforms& bones = shown_bones(*kind_, data.transforms, scratch);
            if (streams) {
                stream_palette_rows(kind_->bind, bones, data.palette);
            } else {
                palette_rows(kind_->bind, bones, data.palette);
            }
        }
        after(kernel_step::palette);
        first = end;
    }
    if (streams) {
        finish_streams();
    }
}

template <class After>
void kernels_alone::run_stable(std::size_t first, std::size_t last, std::size_t end_of_part,
                               After&& after) noexcept {
    for (std::size_t b = first; b < last; ++b) {
        prepare_block(b);
    }
    after(kernel_step::prepare);
    for (std::size_t b = first; b < last; ++b) {
        tick_options<float> options;
        options.active_lanes = active_[b];
        if (const std::size_t next = b + blocks_per_batch; next < end_of_part) {
            options.ahead = worth_fetching(slots_[next].get(), blocks_.size());
        }
        run_ticks(view_of(*kind_, blocks_[b], b - first), clock_, options);
    }
    after(kernel_step::tick);
    const double seconds = static_cast<double>(kind_->springs.stable.tick_seconds);
    for (std::size_t b = first; b < last; ++b) {
        const tick_range range = ticks_of(seconds, 0, clock_, 1);
        stable_pose(pose_view_of(view_of(*kind_, blocks_[b], b - first)),
                    static_cast<float>(range.progress),
                    shown_bones(*kind_, blocks_[b].transforms, scratch_of(b - first)));
    }
    after(kernel_step::pose);
}

template <class After>
void kernels_alone::run_reference(std::size_t first, std::size_t last, After&& after) noexcept {
    const spring_set& set = kind_->springs;
    for (std::size_t b = first; b < last; ++b) {
        integrate(set, animated(b - first), blocks_[b].dynamic, clock_.dt, blocks_[b].springs);
    }
    after(kernel_step::integrate);
    for (std::size_t b = first; b < last; ++b) {
        project(set, animated(b - first), blocks_[b].springs, blocks_[b].dynamic);
    }
    after(kernel_step::project);
    for (std::size_t b = first; b < last; ++b) {
        reference_pose(kind_->rig, set, animated(b - first), blocks_[b].dynamic,
                       shown_bones(*kind_, blocks_[b].transforms, scratch_of(b - first)));
    }
    after(kernel_step::pose);
}

void kernels_alone::prepare_block(std::size_t block) noexcept {
    for (std::uint32_t left = active_[block]; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        character_frame now;
        now.dt = clock_.dt;
        now.time = clock_.time;
        prepare(now, forces_, blocks_[block].controls.lanes[static_cast<std::size_t>(lane)],
                blocks_[block].environment, lane);
    }
}

} // namespace jounce::bench
