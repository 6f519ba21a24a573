#include <jounce/modules/pipeline/thread_choice.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>

using namespace jounce;

namespace {

/// Frames of so much work, until the choice has settled.
std::size_t settled(thread_choice& choice, std::uint64_t work_ns, std::size_t blocks,
                    std::size_t most) {
    std::size_t out = 0;
    for (int frame = 0; frame < 20; ++frame) {
        out = choice.choose(blocks, most);
        choice.note(work_ns, blocks);
    }
    return out;
}

constexpr std::uint64_t us = 1000;

} // namespace

TEST_CASE("little work stays with the calling thread, more is shared", "[pipeline][threads]") {
    const auto fresh = [](std::uint64_t work_ns, std::size_t blocks, std::size_t most) {
        thread_choice choice;
        return settled(choice, work_ns, blocks, most);
    };
    CHECK(fresh(16 * us, 8, 8) == 1);
    CHECK(fresh(180 * us, 8, 8) == 1);
    CHECK(fresh(220 * us, 8, 8) == 2);
    CHECK(fresh(380 * us, 8, 8) == 2);
    CHECK(fresh(420 * us, 8, 8) == 4);
    CHECK(fresh(20000 * us, 100, 8) == 8);
    CHECK(fresh(20000 * us, 100, 6) == 6); // all there are, though no power of two
    CHECK(fresh(580 * us, 16, 6) == 4);
    CHECK(fresh(620 * us, 16, 6) == 6);
    CHECK(fresh(20000 * us, 100, 1) == 1);
    CHECK(fresh(20000 * us, 3, 8) == 2); // a block is not shared
    CHECK(fresh(20000 * us, 1, 8) == 1);
    CHECK(fresh(20000 * us, 0, 8) == 1);
}

TEST_CASE("a choice is kept until the work is half of what called for it", "[pipeline][threads]") {
    thread_choice choice;
    CHECK(settled(choice, 180 * us, 8, 8) == 1);
    CHECK(settled(choice, 220 * us, 8, 8) == 2);
    CHECK(settled(choice, 180 * us, 8, 8) == 2);
    CHECK(settled(choice, 120 * us, 8, 8) == 2);
    CHECK(settled(choice, 80 * us, 8, 8) == 1);
    CHECK(settled(choice, 180 * us, 8, 8) == 1);
    CHECK(settled(choice, 1800 * us, 64, 6) == 6);
    CHECK(settled(choice, 240 * us, 64, 6) == 4);
    CHECK(settled(choice, 80 * us, 64, 6) == 1);
}

TEST_CASE("work that is near the border does not go back and forth", "[pipeline][threads]") {
    // On two threads the same work takes longer, added up, and its measure varies.
    for (std::uint64_t work = 40 * us; work < 800 * us; work += 14 * us) {
        thread_choice choice;
        std::size_t changes = 0;
        std::size_t before = 0;
        for (std::uint64_t frame = 0; frame < 500; ++frame) {
            const std::size_t threads = choice.choose(16, 4);
            changes += frame > 20 && threads != before ? 1 : 0;
            before = threads;
            const std::uint64_t noise = frame * 7919 % 10; // tenths of 20 %
            const std::uint64_t took = threads > 1 ? work * 13 / 10 : work;
            choice.note(took + took * noise / 50, 16);
        }
        CAPTURE(work);
        CHECK(changes <= 2);
    }
}

TEST_CASE("a frame that lost its core changes nothing", "[pipeline][threads]") {
    thread_choice choice;
    CHECK(settled(choice, 60 * us, 4, 4) == 1);
    for (int frame = 0; frame < 100; ++frame) {
        choice.note(frame % 5 == 0 ? 8000 * us : 60 * us, 4);
        CHECK(choice.choose(4, 4) == 1);
    }
}

TEST_CASE("a crowd that grows is shared in its first frame", "[pipeline][threads]") {
    thread_choice choice;
    CHECK(settled(choice, 80 * us, 4, 4) == 1);
    CHECK(choice.expected_ns(400) == 8000 * us);
    CHECK(choice.choose(400, 4) == 4);
    CHECK(choice.choose(4, 4) == 1); // and one that goes is not
    // So is one of which nothing is known yet.
    thread_choice fresh;
    CHECK(fresh.choose(1000, 8) == 8);
    CHECK(fresh.choose(1, 8) == 1);
    // Another executor.
    CHECK(fresh.choose(1000, 6) == 6);
    CHECK(fresh.choose(50, 8) == 4); // 500 us, and of 6 only 4 can stay
}

TEST_CASE("pieces are small enough to end together and large enough to be taken",
          "[pipeline][threads]") {
    CHECK(piece_count(200 * us, 16, 2, 4) == 8);
    CHECK(piece_count(1100 * us, 125, 2, 4) == 32); // a batch each
    CHECK(piece_count(12000 * us, 1250, 2, 4) == 128);
    CHECK(piece_count(12000 * us, 1250, 8, 4) == 313);
    CHECK(piece_count(1000 * us, 3, 2, 4) == 3); // of a block at least
    CHECK(piece_count(0, 100, 2, 4) == 8);
    CHECK(piece_count(1000 * us, 0, 2, 4) == 1);
}

TEST_CASE("pieces are all the blocks, each once, and whole batches where they are large",
          "[pipeline][threads]") {
    for (const std::size_t blocks : {1U, 2U, 7U, 8U, 31U, 64U, 125U, 1250U}) {
        for (const std::size_t pieces : {1U, 2U, 3U, 8U, 120U}) {
            CAPTURE(blocks, pieces);
            CHECK(piece_begin(0, pieces, blocks, 4) == 0);
            CHECK(piece_begin(pieces, pieces, blocks, 4) == blocks);
            for (std::size_t piece = 1; piece < pieces; ++piece) {
                const std::size_t begin = piece_begin(piece, pieces, blocks, 4);
                CHECK(begin >= piece_begin(piece - 1, pieces, blocks, 4));
                if (blocks >= 4 * pieces) {
                    CHECK(begin % 4 == 0);
                }
            }
        }
    }
    CHECK(piece_begin(1, 2, 9, 4) == 4);
    CHECK(piece_begin(1, 2, 7, 4) == 4);
    CHECK(piece_begin(1, 2, 3, 4) == 1); // too few to be choosy: halves
}
