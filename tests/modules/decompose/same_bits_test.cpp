#include "modules/decompose/made_animations.hpp"

#include <catch2/catch_test_macros.hpp>
#include <taskflow/taskflow.hpp>

#include <cstring>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;

namespace {

template <class Value> bool same_bytes(const std::vector<Value>& a, const std::vector<Value>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Value)) == 0);
}

bool same_result(const decomposition& a, const decomposition& b) {
    return same_bytes(a.bones, b.bones) && same_bytes(a.centres, b.centres) &&
           a.weights.entries == b.weights.entries && a.weights.first == b.weights.first &&
           same_bytes(a.corrected.basis, b.corrected.basis) &&
           same_bytes(a.corrected.coefficients, b.corrected.coefficients) &&
           a.report.error == b.report.error && a.report.error_by_refit == b.report.error_by_refit &&
           a.report.error_by_rank == b.report.error_by_rank &&
           a.report.error_by_frame == b.report.error_by_frame &&
           a.report.error_by_vertex == b.report.error_by_vertex;
}

} // namespace

TEST_CASE("any number of workers gives the same bytes", "[decompose]") {
    const mesh_animation from = bending_bar(20, 90);
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        decompose_options options;
        options.kind = kind;
        options.bones = 7;
        options.refits = 2;
        options.rank = 3;
        const result<decomposition> alone = decompose::decompose(from, options);
        REQUIRE(alone);
        for (const std::size_t count : {1U, 2U, 5U}) {
            tf::Executor workers(count);
            options.work.workers = &workers;
            const result<decomposition> shared = decompose::decompose(from, options);
            options.work.workers = nullptr;
            REQUIRE(shared);
            CHECK(same_result(*alone, *shared));
        }
    }
}

TEST_CASE("any number of workers chooses the same bones", "[decompose]") {
    const mesh_animation from = waving_cloth(8, 24); // more points than are shifted at once
    decompose_options options;
    options.refits = 1;
    for (const bool is_exact : {false, true}) {
        options.merge = is_exact ? 0 : 0.2;
        const result<decomposition> alone = decompose::decompose(from, options);
        REQUIRE(alone);
        tf::Executor workers(3);
        options.work.workers = &workers;
        const result<decomposition> shared = decompose::decompose(from, options);
        options.work.workers = nullptr;
        REQUIRE(shared);
        CHECK(shared->bone_count() > 1);
        CHECK(same_result(*alone, *shared));
    }
}

TEST_CASE("progress rises to one, and can cancel at any time", "[decompose]") {
    const mesh_animation from = moving_boxes(3, 6);
    decompose_options options;
    options.rank = 2;
    options.refits = 2;
    std::size_t calls = 0;
    double last = 0;
    bool rises = true;
    options.work.progress = [&](std::string_view, double share) {
        rises = rises && share >= last - 1e-9 && share <= 1 + 1e-9;
        last = share;
        ++calls;
        return true;
    };
    REQUIRE(decompose::decompose(from, options));
    CHECK(rises);
    CHECK(last > 0.999);
    const std::size_t all = calls;
    REQUIRE(all > 20);
    for (std::size_t stop = 1; stop <= all; stop += 1 + all / 25) {
        calls = 0;
        options.work.progress = [&](std::string_view, double) { return ++calls < stop; };
        const result<decomposition> stopped = decompose::decompose(from, options);
        REQUIRE_FALSE(stopped);
        CHECK(stopped.error().name == errors::cancelled);
    }
}
