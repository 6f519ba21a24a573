#include <jounce/modules/bench/spring_race.hpp>

#include <jounce/modules/bench/baseline_pose.hpp>
#include <jounce/modules/bench/race.hpp>
#include <jounce/systems/attach.hpp>
#include <jounce/systems/deflect.hpp>
#include <jounce/systems/fk.hpp>
#include <jounce/systems/integrate.hpp>
#include <jounce/systems/project.hpp>
#include <jounce/systems/rst.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace jounce::bench {
namespace {

constexpr std::int32_t raced_colliders = 4;
constexpr float since_tick = 0.5F; ///< share of a tick, for deflect

/// Ticks before the race: springs are in full swing, and those that begin inside a collider are out.
constexpr int warm_up_ticks = 48;

std::size_t bytes_of(block_data& block) {
    std::size_t bytes = 0;
    block.each([&](auto& component) {
        if constexpr (requires { visit_lanes(component, [](std::span<lane<float>>) {}); }) {
            visit_lanes(component, [&](std::span<lane<float>> all) { bytes += all.size_bytes(); });
        }
    });
    return bytes;
}

/// A block without its palette, which no race over springs looks at.
block_data make_spring_block(const archetype& kind) {
    block_data out = make_block_data(kind);
    out.palette = {};
    return out;
}

std::size_t blocks_for(const archetype& kind, std::int64_t characters) {
    constexpr std::int64_t most_characters = 4096;
    constexpr std::size_t most_bytes = std::size_t{128} << 20;
    block_data one = make_spring_block(kind);
    const std::size_t bytes =
        bytes_of(one) + lane_count * (baseline_bytes(kind) + stable_baseline_bytes(kind));
    const std::size_t wanted =
        (static_cast<std::size_t>(std::min(characters, most_characters)) + lane_count - 1) /
        lane_count;
    return std::clamp<std::size_t>(most_bytes / bytes, 1, wanted);
}

std::unique_ptr<race_crowd> make_crowd(const bench_options& options, solver_kind solver,
                                       std::int32_t colliders) {
    result<procedural::model> made =
        procedural::bench_character(static_cast<std::int32_t>(options.bones),
                                    static_cast<std::int32_t>(options.springs), solver, colliders);
    if (!made) {
        return nullptr; // more colliders than there are bones for them
    }
    const std::size_t blocks = blocks_for(*made->kind, options.characters);
    return std::make_unique<race_crowd>(*std::move(made), blocks);
}

kernel_cost race_steps(race_crowd& crowd) {
    double block_time = 2; // motion has faded in
    double ordinary_time = block_time;
    const double dt = static_cast<double>(procedural::frame_time);
    const racer both[] = {
        {[&] { crowd.step_blocks(); }, [&] { crowd.pose_blocks(block_time += dt); }},
        {[&] { crowd.step_ordinary(); }, [&] { crowd.pose_ordinary(ordinary_time += dt); }}};
    const std::vector<double> best = race(both);
    return compared("spring_step", "spring", crowd.springs(), best[0], best[1]);
}

kernel_cost race_transforms(const char* name, race_crowd& crowd) {
    return race(
        name, "bone", crowd.bones(), [&] { crowd.turn_blocks(); }, [&] { crowd.turn_ordinary(); });
}

racer block_racer(race_crowd& crowd) {
    return {[&crowd] { crowd.tick_blocks(); }, [&crowd] { crowd.prepare_tick_of_blocks(); }};
}
racer ordinary_racer(race_crowd& crowd) {
    return {[&crowd] { crowd.tick_ordinary(); }, [&crowd] { crowd.prepare_tick_of_ordinary(); }};
}

/// All in the same turns, so that the two crowds can be compared with each other too.
std::vector<kernel_cost> race_ticks(race_crowd& plain, race_crowd* with_colliders) {
    std::vector<racer> all = {block_racer(plain), ordinary_racer(plain)};
    if (with_colliders != nullptr) {
        all.push_back(block_racer(*with_colliders));
        all.push_back(ordinary_racer(*with_colliders));
    }
    for (const racer& one : all) {
        for (int tick = 0; tick < warm_up_ticks; ++tick) {
            one.before();
            one.work();
        }
    }
    const std::vector<double> best = race(all);
    std::vector<kernel_cost> out = {
        compared("spring_tick", "spring", plain.springs(), best[0], best[1])};
    if (with_colliders != nullptr) {
        out.push_back(compared("spring_tick_" + std::to_string(raced_colliders) + "_colliders",
                               "spring", with_colliders->springs(), best[2], best[3]));
        const double without = out.front().ns_per_element;
        out.back().over_spring_tick = without > 0 ? out.back().ns_per_element / without : 0;
    }
    return out;
}

} // namespace

void tick_sequence::next(const std::function<void()>& finish, const std::function<void()>& begin) {
    at_.share_before = at_.share;
    at_.first = false;
    at_.skipped = false;
    while (tick_ >= range_.last) {
        if (!is_first_frame_) {
            at_.share_before = had_ticks() ? at_.share : 0.0F;
            finish();
        }
        is_first_frame_ = false;
        clock_.dt = procedural::frame_time;
        clock_.time += static_cast<double>(clock_.dt);
        ++clock_.frame;
        range_ = ticks_of(tick_seconds_, 0, clock_, time_control{}.max_ticks);
        tick_ = range_.first - 1;
        at_ = {};
        at_.skipped = range_.skipped;
        begin();
    }
    ++tick_;
    at_.share = static_cast<float>(range_.share(tick_, clock_));
}

race_crowd::race_crowd(procedural::model of, std::size_t blocks)
    : of_(std::move(of)), blocks_(blocks, make_spring_block(*of_.kind)),
      poses_(blocks * lane_count, make_baseline(*of_.kind)),
      block_ticks_(static_cast<double>(of_.kind->springs.stable.tick_seconds)),
      ordinary_ticks_(block_ticks_) {
    if (of_.kind->springs.solver == solver_kind::stable) {
        ordinary_.assign(poses_.size(), make_stable_baseline(*of_.kind));
    }
}

std::size_t race_crowd::bones() const { return poses_.size() * of_.kind->rig.parents.size(); }

std::size_t race_crowd::springs() const {
    const spring_set& set = of_.kind->springs;
    return poses_.size() * (set.springs.size() + set.stable.springs.size());
}

stable_view<float> race_crowd::view(block_data& of) const {
    return {of_.kind->rig, of_.kind->springs.stable,
            of.local,      of.rigid,
            of.history,    of.conditions,
            of.colliders,  of.swing,
            of.walk};
}

void race_crowd::pose_blocks(double time) {
    for (std::size_t i = 0; i < poses_.size(); ++i) {
        for (const procedural::driver& bone : *of_.plan) {
            set_lane(blocks_[i / lane_count].local.bones[static_cast<std::size_t>(bone.bone)],
                     static_cast<int>(i % lane_count),
                     procedural::pose_at(bone, time, procedural::crowd_phase(i)));
        }
    }
    for (block_data& block : blocks_) {
        fk<float>(of_.kind->rig, of_.kind->springs, block.local, block.rigid);
    }
}

void race_crowd::pose_ordinary(double time) {
    for (std::size_t i = 0; i < poses_.size(); ++i) {
        for (const procedural::driver& bone : *of_.plan) {
            set_local(poses_[i], static_cast<std::size_t>(bone.bone),
                      procedural::pose_at(bone, time, procedural::crowd_phase(i)));
        }
        baseline_fk(*of_.kind, poses_[i]);
    }
}

void race_crowd::step_blocks() {
    const spring_set& set = of_.kind->springs;
    for (block_data& block : blocks_) {
        integrate<float>(set, block.rigid, block.dynamic, procedural::frame_time, block.springs);
        project<float>(set, block.rigid, block.springs, block.dynamic);
    }
}

void race_crowd::step_ordinary() {
    for (baseline_character& one : poses_) {
        baseline_springs(*of_.kind, procedural::frame_time, one);
    }
}

void race_crowd::turn_blocks() {
    const archetype& kind = *of_.kind;
    for (block_data& block : blocks_) {
        if (kind.springs.solver == solver_kind::stable) {
            deflect<float>(view(block), since_tick, block.transforms);
        } else {
            rst<float>(kind.rig, kind.springs, block.rigid, block.dynamic, block.transforms);
        }
    }
}

void race_crowd::turn_ordinary() {
    const archetype& kind = *of_.kind;
    for (std::size_t i = 0; i < poses_.size(); ++i) {
        if (kind.springs.solver == solver_kind::stable) {
            baseline_deflect(kind, since_tick, poses_[i], ordinary_[i]);
        } else {
            baseline_rst(kind, poses_[i]);
        }
    }
}

void race_crowd::prepare_tick_of_blocks() {
    block_ticks_.next(
        [&] {
            for (block_data& block : blocks_) {
                finish_frame<float>(view(block), block_ticks_.share_done(),
                                    block_ticks_.had_ticks());
            }
        },
        [&] {
            pose_blocks(block_ticks_.clock().time);
            for (block_data& block : blocks_) {
                attach<float>(view(block));
            }
        });
}

void race_crowd::prepare_tick_of_ordinary() {
    ordinary_ticks_.next(
        [&] {
            for (std::size_t i = 0; i < ordinary_.size(); ++i) {
                baseline_finish(*of_.kind, ordinary_ticks_.share_done(),
                                ordinary_ticks_.had_ticks(), poses_[i], ordinary_[i]);
            }
        },
        [&] {
            pose_ordinary(ordinary_ticks_.clock().time);
            for (std::size_t i = 0; i < ordinary_.size(); ++i) {
                baseline_attach(*of_.kind, poses_[i], ordinary_[i]);
            }
        });
}

void race_crowd::tick_blocks() {
    for (block_data& block : blocks_) {
        tick<float>(view(block), block_ticks_.at());
    }
}

void race_crowd::tick_ordinary() {
    for (std::size_t i = 0; i < ordinary_.size(); ++i) {
        baseline_tick(*of_.kind, ordinary_ticks_.at(), poses_[i], ordinary_[i]);
    }
}

std::vector<kernel_cost> race_springs(const bench_options& options) {
    std::vector<kernel_cost> out;
    if (options.springs == 0) {
        return out;
    }
    if (const auto crowd = make_crowd(options, solver_kind::reference, 0)) {
        out.push_back(race_steps(*crowd));
        out.push_back(race_transforms("rst", *crowd));
    }
    const auto plain = make_crowd(options, solver_kind::stable, 0);
    const auto with_colliders = make_crowd(options, solver_kind::stable, raced_colliders);
    if (plain != nullptr) {
        for (kernel_cost& cost : race_ticks(*plain, with_colliders.get())) {
            out.push_back(std::move(cost));
        }
        out.push_back(race_transforms("deflect", *plain));
    }
    return out;
}

} // namespace jounce::bench
