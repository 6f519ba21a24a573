#include <jounce/modules/weights/bind_surface.hpp>

#include <modules/weights/test_meshes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <taskflow/taskflow.hpp>

#include <numeric>
#include <random>
#include <string>

namespace jounce::weights {
namespace {

using namespace test;

weight_table bound(const test_mesh& mesh, const std::vector<bone_segment>& bones,
                   const bind_options& options = {}) {
    const result<bound_surface> made = bind_surface(mesh.view(), bones, options);
    REQUIRE(made);
    CHECK(is_tidy(made->weights, static_cast<std::size_t>(options.influences)));
    return made->weights;
}

bind_options by(bind_method method) {
    bind_options out;
    out.method = method;
    return out;
}

TEST_CASE("a bar of two bones: weights rise along it, halve at the joint, mirror", "[weights]") {
    const bind_method method =
        GENERATE(bind_method::heat, bind_method::curves_wide, bind_method::curves_narrow);
    CAPTURE(name_of(method));
    const test_mesh mesh = tube(40, 12, 0.1, 2);
    const weight_table table = bound(mesh, two_bones(2), by(method));
    double before = 0;
    for (int ring = 0; ring <= 40; ++ring) {
        for (int side = 0; side < 12; ++side) {
            const auto v = static_cast<std::size_t>(12 * ring + side);
            const auto opposite = static_cast<std::size_t>(12 * (40 - ring) + side);
            CHECK(std::abs(table.of(v, 1) - table.of(12 * static_cast<std::size_t>(ring), 1)) <
                  1e-6);
            CHECK(std::abs(table.of(v, 1) - table.of(opposite, 0)) < 1e-6);
        }
        const double now = table.of(12 * static_cast<std::size_t>(ring), 1);
        CHECK(now >= before - 1e-9);
        before = now;
    }
    CHECK(std::abs(table.of(12 * 20, 1) - 0.5) < 2e-2);
    CHECK(table.of(0, 0) > 0.99);
    CHECK(table.of(12 * 40, 1) > 0.99);
}

TEST_CASE("three bones at equal angles share alike", "[weights]") {
    const test_mesh mesh = lens(12, 24, 1, 0.15);
    std::vector<bone_segment> bones;
    for (int b = 0; b < 3; ++b) {
        const double angle = 2 * std::numbers::pi * b / 3;
        bones.push_back({b, {}, {0.9 * std::cos(angle), 0, 0.9 * std::sin(angle)}});
    }
    const bind_method method =
        GENERATE(bind_method::heat, bind_method::curves_wide, bind_method::curves_narrow);
    CAPTURE(name_of(method));
    const weight_table table = bound(mesh, bones, by(method));
    for (std::size_t ring = 0; ring < 11; ++ring) {
        for (std::size_t side = 0; side < 24; ++side) {
            const std::size_t v = 1 + 24 * ring + side;
            const std::size_t turned = 1 + 24 * ring + (side + 8) % 24;
            for (int b = 0; b < 3; ++b) {
                CHECK(std::abs(table.of(v, b) - table.of(turned, (b + 1) % 3)) < 1e-3);
            }
        }
    }
}

TEST_CASE("weights do not depend on the order of vertices, nor on seams", "[weights]") {
    const test_mesh mesh = tube(15, 9, 0.2, 2);
    const weight_table table = bound(mesh, two_bones(2));
    std::vector<std::uint32_t> order(mesh.positions.size());
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), std::mt19937(7)); // NOLINT: the same every time
    test_mesh shuffled;
    shuffled.positions.resize(order.size());
    for (std::size_t v = 0; v < order.size(); ++v) {
        shuffled.positions[order[v]] = mesh.positions[v];
    }
    test_mesh split; // three vertices of its own for each triangle, last triangle first
    for (std::size_t t = mesh.triangles.size(); t > 0; t -= 3) {
        for (std::size_t c = 0; c < 3; ++c) {
            shuffled.triangles.push_back(order[mesh.triangles[t - 3 + c]]);
            split.triangles.push_back(static_cast<std::uint32_t>(split.positions.size()));
            split.positions.push_back(mesh.positions[mesh.triangles[t - 3 + c]]);
        }
    }
    const weight_table of_shuffled = bound(shuffled, two_bones(2));
    const weight_table of_split = bound(split, two_bones(2));
    std::size_t at = 0;
    for (std::size_t v = 0; v < order.size(); ++v) {
        for (int b = 0; b < 2; ++b) {
            CHECK(of_shuffled.of(order[v], b) == table.of(v, b));
        }
    }
    for (std::size_t t = mesh.triangles.size(); t > 0; t -= 3) {
        for (std::size_t c = 0; c < 3; ++c, ++at) {
            CHECK(of_split.of(at, 0) == table.of(mesh.triangles[t - 3 + c], 0));
        }
    }
}

TEST_CASE("weights do not depend on the unit of length", "[weights]") {
    const bind_method method =
        GENERATE(bind_method::heat, bind_method::curves_wide, bind_method::nearest);
    const test_mesh mesh = tube(15, 9, 0.2, 2);
    const weight_table table = bound(mesh, two_bones(2), by(method));
    for (const double unit : {1e-4, 1000.0}) {
        test_mesh scaled = mesh;
        for (vec3<double>& p : scaled.positions) {
            p = unit * p;
        }
        CHECK(difference(bound(scaled, two_bones(2 * unit), by(method)), table) < 1e-5);
    }
}

TEST_CASE("a finer mesh has the same weights at the old vertices", "[weights][one_thread]") {
    test_mesh mesh = tube(10, 8, 0.2, 2);
    const weight_table coarse = bound(mesh, two_bones(2));
    for (int round = 0; round < 5; ++round) { // beyond what the solver refines by itself
        mesh = quartered(mesh);
        const weight_table fine = bound(mesh, two_bones(2));
        for (std::size_t v = 0; v < coarse.vertex_count(); ++v) {
            CHECK(std::abs(fine.of(v, 0) - coarse.of(v, 0)) < 3e-2);
        }
    }
}

TEST_CASE("bones of a far part change nothing here", "[weights]") {
    test_mesh mesh = tube(20, 8, 0.1, 2);
    append(mesh, tube(20, 8, 0.1, 2), {12, 0, 0});
    std::vector<bone_segment> bones = two_bones(2);
    bones.push_back({2, {12, 0, 0}, {12, 2, 0}});
    const weight_table before = bound(mesh, bones);
    bones[2].head = {12.05, 0.3, 0};
    bones[2].tail = {12.05, 1.5, 0.02};
    const weight_table after = bound(mesh, bones);
    for (std::size_t v = 0; v < 20 * 8; ++v) {
        for (int b = 0; b < 3; ++b) {
            CHECK(std::abs(before.of(v, b) - after.of(v, b)) < 1e-3);
        }
    }
}

TEST_CASE("a leg does not take the bone of the other leg, however near", "[weights]") {
    // The bone of the first leg lies at its outer side, so the other leg's bone is nearer.
    test_mesh mesh = tube(20, 12, 0.1, 2);
    append(mesh, tube(20, 12, 0.1, 2), {0.22, 0, 0});
    const std::vector<bone_segment> bones = {{0, {-0.08, 0, 0}, {-0.08, 2, 0}},
                                             {1, {0.14, 0, 0}, {0.14, 2, 0}}};
    const weight_table seen = bound(mesh, bones);
    bind_options blind;
    blind.needs_visibility = false;
    const weight_table near = bound(mesh, bones, blind);
    double wrong = 0;
    for (std::size_t v = 0; v < 20 * 12; ++v) {
        CHECK(seen.of(v, 0) == 1);
        wrong = std::max(wrong, near.of(v, 1));
    }
    CHECK(wrong > 0.5); // what visibility is for
}

TEST_CASE("any number of workers binds to the same bits", "[weights]") {
    test_mesh mesh = tube(60, 16, 0.2, 2);
    append(mesh, sheet(20, 30, 1, 2), {0.3, 2, 0});
    std::vector<bone_segment> bones;
    for (int b = 0; b < 19; ++b) {
        bones.push_back({b, {0, 2.0 * b / 19, 0}, {0, 2.0 * (b + 1) / 19, 0}});
    }
    for (const bind_method method :
         {bind_method::heat, bind_method::curves_narrow, bind_method::nearest}) {
        const weight_table alone = bound(mesh, bones, by(method));
        for (const std::size_t workers : {1U, 2U, 3U, 8U}) {
            tf::Executor executor(workers);
            bind_options options = by(method);
            options.work.workers = &executor;
            const weight_table shared = bound(mesh, bones, options);
            CHECK(shared.first == alone.first);
            CHECK(shared.entries == alone.entries);
        }
    }
}

TEST_CASE("binding tells its progress and can be cancelled at any time", "[weights]") {
    const test_mesh mesh = tube(20, 8, 0.2, 2);
    double last = 0;
    int calls = 0;
    bind_options options;
    options.work.progress = [&](std::string_view step, double share) {
        CHECK_FALSE(step.empty());
        CHECK(share >= last);
        last = share;
        ++calls;
        return true;
    };
    REQUIRE(bind_surface(mesh.view(), two_bones(2), options));
    CHECK(last <= 1);
    REQUIRE(calls > 3);
    for (const int stop : {1, 2, calls / 2, calls - 1, calls}) {
        int left = stop;
        options.work.progress = [&](std::string_view, double) { return --left > 0; };
        const result<bound_surface> cut = bind_surface(mesh.view(), two_bones(2), options);
        REQUIRE_FALSE(cut);
        CHECK(cut.error().name == std::string(errors::cancelled));
    }
}

} // namespace
} // namespace jounce::weights
