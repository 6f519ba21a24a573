#include <jounce/modules/pipeline/piece_sharing.hpp>

#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include "support/random_rigs.hpp"

#include <catch2/catch_test_macros.hpp>
#include <taskflow/taskflow.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

using namespace jounce;

namespace {

constexpr std::size_t most = 8;
constexpr std::size_t pieces = 50;

/// Counts who took what.
struct ledger {
    std::array<std::atomic<int>, pieces> taken{};
    std::array<std::atomic<int>, most> busy{};
    std::atomic<int> wrong{0};

    static void run(void* self, std::size_t thread, std::size_t piece) noexcept {
        ledger& to = *static_cast<ledger*>(self);
        if (thread >= most || piece >= pieces || to.busy[thread].fetch_add(1) != 0) {
            ++to.wrong;
            return;
        }
        ++to.taken[piece];
        --to.busy[thread];
    }
};

struct task_counter : tf::ObserverInterface {
    std::atomic<int> tasks{0};

    void set_up(std::size_t) override {}
    void on_entry(tf::WorkerView, tf::TaskView) override { ++tasks; }
    void on_exit(tf::WorkerView, tf::TaskView) override {}
};

int tasks_of_frames(int characters, worker_use use, int frames) {
    entt::registry registry;
    const auto kind =
        std::make_shared<const character_kind>(jounce::test::random_kind<float>(1, {}));
    for (int i = 0; i < characters; ++i) {
        spawn(registry, kind);
    }
    pipeline systems(registry, {.workers = use});
    tf::Executor executor(2);
    const auto counter = executor.make_observer<task_counter>();
    for (int frame = 0; frame < frames; ++frame) {
        systems.run(executor, 1.0F / 60);
    }
    return counter->tasks;
}

} // namespace

TEST_CASE("every piece is taken once, by threads with numbers of their own",
          "[pipeline][threads]") {
    ledger taken;
    piece_sharing sharing(&taken, &ledger::run);
    int rounds = 0;
    const auto share = [&](tf::Executor& executor, std::size_t threads, std::size_t count) {
        sharing.fit(executor.num_workers());
        for (int again = 0; again < 20; ++again) {
            sharing.run(executor, threads, count);
        }
        rounds += 20;
        for (std::size_t piece = 0; piece < count; ++piece) {
            CHECK(taken.taken[piece] == rounds);
        }
    };
    // From outside, all numbers of threads that are chosen, on executors that change.
    for (const std::size_t workers : {2U, 3U, 8U, 2U, 5U}) {
        tf::Executor executor(workers);
        for (std::size_t threads = 2; threads <= workers; threads *= 2) {
            CAPTURE(workers, threads);
            share(executor, threads, pieces);
        }
        share(executor, workers, pieces);
        // And from one of the workers.
        executor.async([&] { share(executor, workers, pieces); }).wait();
    }
    CHECK(taken.wrong == 0);
}

TEST_CASE("parts are all the pieces, one after the other", "[pipeline][threads]") {
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
        for (const std::size_t count : {1U, 2U, 5U, 7U, 32U, 128U}) {
            CAPTURE(threads, count);
            std::size_t end = 0;
            for (std::size_t piece = 0; piece < count; ++piece) {
                const std::size_t of_piece = part_end(piece, count, threads);
                CHECK(of_piece > piece);
                CHECK((of_piece == end || piece == end)); // a part ends where the next begins
                end = of_piece;
            }
            CHECK(end == count);
        }
    }
}

TEST_CASE("fewer pieces than threads", "[pipeline][threads]") {
    ledger taken;
    piece_sharing sharing(&taken, &ledger::run);
    tf::Executor executor(4);
    sharing.fit(4);
    sharing.run(executor, 4, 1);
    CHECK(taken.taken[0] == 1);
    CHECK(taken.taken[1] == 0);
    CHECK(sharing.run(executor, 4, 0) == 0);
    CHECK(taken.taken[0] == 1);
    CHECK(taken.wrong == 0);
}

TEST_CASE("few characters do not wake workers, unless they are told to", "[pipeline][threads]") {
    // The first frame goes by a guess, those after it by what the clock said: see thread_choice_test.
    CHECK(tasks_of_frames(16, worker_use::by_cost, 1) == 0);
    CHECK(tasks_of_frames(16, worker_use::always, 10) == 10); // one besides the caller
    CHECK(tasks_of_frames(2000, worker_use::by_cost, 1) > 0);
}
