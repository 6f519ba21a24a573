#include "churn_world.hpp"

#include "support/crowd_checks.hpp"
#include "support/random_rigs.hpp"
#include "support/stable_block.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/snapshot.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/block_system.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace churn {
namespace {

using namespace jounce;
using kind_pointer = std::shared_ptr<const character_kind>;

/// Blocks so large that 25 of them leave the cache: frames then look ahead.
kind_pointer long_chain(double frequency) {
    spring_tuning tuning;
    tuning.frequency = frequency;
    tuning.gravity = 0.4;
    tuning.radius = 0.01;
    collider head;
    head.radius = 0.05F;
    return std::make_shared<const character_kind>(test::chain_kind<float>(
        {.links = 48, .along = {0.6, -0.8, 0}}, tuning, {{"root", head}, {"link1", head}}));
}

kind_pointer reference_kind() {
    return std::make_shared<const character_kind>(test::random_kind<float>(3, {}));
}

/// Sizes of crowds, in blocks: none divides by the numbers of threads.
constexpr int crowd_blocks[] = {25, 40, 33, 41, 7};

class churned_world {
public:
    churned_world(std::uint32_t seed, int workers)
        : roll_(seed), systems_(registry_, {.measure = false, .workers = worker_use::always}) {
        if (workers > 0) {
            executor_ = std::make_unique<tf::Executor>(static_cast<std::size_t>(workers));
        }
        context<world_forces>(registry_).wind = {2, 0, 1};
    }

    std::string frame(int number) {
        if (all_.empty()) {
            fill();
        }
        come();
        go();
        change();
        if (number % 23 == 22) {
            rewind();
        }
        move_all(number);
        const frame_status status =
            executor_ != nullptr ? systems_.run(*executor_, step()) : systems_.run(step());
        if (status != frame_status::done) {
            return "frames are computed";
        }
        hash_ = hash_ * 31 + state_hash(registry_);
        std::string fault = test::fault_of_index(registry_);
        if (fault.empty() && number % 19 == 18) {
            fault = clear();
        }
        return fault;
    }

    /// Empties the registry and asks the arena.
    std::string clear() {
        registry_.clear();
        ++clears_;
        all_.clear();
        past_.reset();
        obstacle_ = entt::null;
        const arena_report left = context<block_arena>(registry_).report();
        constexpr std::size_t spare = std::size_t{4} << 20U; // what an arena keeps for what comes
        if (left.slots != 0 || left.slot_bytes != 0) {
            return "a cleared registry has no block in the arena";
        }
        if (left.bytes != left.empty_bytes || left.bytes > spare) {
            return "a cleared registry's arena gives its memory back";
        }
        return context<crowd_index>(registry_).blocks.empty() ? ""
                                                              : "a cleared registry has no block";
    }

    int came() const { return came_; }
    int clears() const { return clears_; }
    std::uint64_t hash() const { return hash_; }

private:
    int up_to(int most) { return roll_.whole(0, most); }
    bool once_in(int frames) { return roll_.whole(1, frames) == 1; }
    float step() { return static_cast<float>(roll_.number(0.004, 0.03)); }

    void add() {
        const int which = up_to(9);
        const entt::entity who = spawn(registry_, which < 6   ? chains_[tuning_]
                                                  : which < 8 ? strands_
                                                              : reference_);
        registry_.get<placement>(who).position.z = static_cast<double>(which);
        if (which % 2 == 0) {
            registry_.emplace<spring_control>(who);
        }
        all_.push_back(who);
        ++came_;
    }

    void fill() {
        const int blocks = crowd_blocks[static_cast<std::size_t>(up_to(4))];
        for (int i = 0; i < blocks * lane_count - up_to(5); ++i) {
            add();
        }
    }

    void come() {
        for (int i = up_to(12); i > 0; --i) {
            add();
        }
    }

    entt::entity take() {
        const auto at = all_.begin() + up_to(static_cast<int>(all_.size()) - 1);
        const entt::entity who = *at;
        *at = all_.back();
        all_.pop_back();
        return who;
    }

    void go() {
        std::vector<entt::entity> range;
        for (int i = up_to(12); i > 0 && all_.size() > 3; --i) {
            const int way = up_to(3);
            const entt::entity who = take();
            if (way == 0) {
                despawn(registry_, who);
            } else if (way == 1) {
                registry_.destroy(who);
            } else if (way == 2) {
                registry_.remove<character>(who);
                registry_.destroy(who);
            } else {
                range.push_back(who);
            }
        }
        registry_.destroy(range.begin(), range.end());
        if (once_in(40)) { // a block with all in it, as when a host destroys all it finds
            const crowd_index& index = context<crowd_index>(registry_);
            registry_.destroy(index.blocks[static_cast<std::size_t>(
                up_to(static_cast<int>(index.blocks.size()) - 1))]);
            std::erase_if(all_, [&](entt::entity who) { return !is_character(registry_, who); });
        }
    }

    void change() {
        for (int i = up_to(6); i > 0 && !all_.empty(); --i) {
            set_level(registry_,
                      all_[static_cast<std::size_t>(up_to(static_cast<int>(all_.size()) - 1))],
                      up_to(3));
        }
        if (once_in(5)) {
            compact(registry_);
        }
        if (once_in(4)) {
            tuning_ = 1 - tuning_;
            static_cast<void>(retune(registry_, chains_[1 - tuning_], chains_[tuning_]));
        }
        if (once_in(6)) { // another list of colliders: blocks make room within the frame
            if (obstacle_ != entt::null) {
                registry_.destroy(obstacle_);
                obstacle_ = entt::null;
            } else {
                obstacle_ = registry_.create();
                registry_.emplace<world_collider>(obstacle_).body.radius = 0.2F;
            }
        }
        if (once_in(8)) {
            detail_budget& by = context<detail_budget>(registry_);
            by.by_distance = !by.by_distance;
            by.distances = {2.0F, 4.0F, 8.0F};
        }
        if (once_in(9)) { // and back: pipelines follow
            entt::registry elsewhere;
            elsewhere.swap(registry_);
            if (once_in(2)) {
                elsewhere.destroy(take());
            }
            registry_.swap(elsewhere);
        }
        if (once_in(11)) {
            registry_.clear<placement>();
            for (const entt::entity who : all_) {
                registry_.emplace<placement>(who);
            }
        }
    }

    void rewind() {
        if (past_) {
            static_cast<void>(restore(registry_, *past_));
            past_.reset();
        } else {
            past_ = take_snapshot(registry_);
        }
    }

    void move_all(int number) {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            registry_.get<placement>(all_[i]).position.x =
                0.03 * static_cast<double>((static_cast<std::size_t>(number) * (i % 5 + 1)) % 60);
        }
    }

    test::dice roll_;
    entt::registry registry_;
    pipeline systems_;
    std::unique_ptr<tf::Executor> executor_;
    const kind_pointer chains_[2] = {long_chain(2.0), long_chain(5.0)};
    const kind_pointer strands_ = long_chain(3.0);
    const kind_pointer reference_ = reference_kind();
    std::size_t tuning_ = 0;
    std::vector<entt::entity> all_;
    entt::entity obstacle_{entt::null};
    std::optional<snapshot> past_;
    std::uint64_t hash_ = 0;
    int came_ = 0;
    int clears_ = 0;
};

} // namespace

outcome run(std::uint32_t seed, int frames, int workers) {
    churned_world world(seed, workers);
    outcome out;
    for (out.frame = 0; out.frame < frames && out.fault.empty(); ++out.frame) {
        out.fault = world.frame(out.frame);
    }
    if (out.fault.empty()) {
        out.fault = world.clear();
    }
    out.came = world.came();
    out.clears = world.clears();
    out.hash = world.hash();
    return out;
}

} // namespace churn
