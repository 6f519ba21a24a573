#include <jounce/modules/weights/bind_surface.hpp>

#include <modules/weights/test_meshes.hpp>

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <random>
#include <string>

namespace jounce::weights::broken_meshes_test {
namespace {

using namespace test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

bound_surface bound(const test_mesh& mesh, const std::vector<bone_segment>& bones,
                    const bind_options& options = {}) {
    result<bound_surface> made = bind_surface(mesh.view(), bones, options);
    REQUIRE(made);
    CHECK(made->weights.vertex_count() == mesh.positions.size());
    CHECK(is_tidy(made->weights, static_cast<std::size_t>(options.influences)));
    return *std::move(made);
}

std::string refused(const test_mesh& mesh, const std::vector<bone_segment>& bones,
                    const bind_options& options = {}) {
    const result<bound_surface> made = bind_surface(mesh.view(), bones, options);
    REQUIRE_FALSE(made);
    CHECK_FALSE(made.error().message.empty());
    return made.error().name;
}

TEST_CASE("an open mesh is bound by the bones that it sees", "[weights]") {
    const bound_surface made =
        bound(sheet(10, 20, 0.5, 2), {{0, {}, {0, -1, 0}}, {1, {0, -1, 0}, {0, -2, 0}}});
    REQUIRE(made.report.parts.size() == 1);
    CHECK(made.report.parts[0].rule == part_rule::visible);
    CHECK_FALSE(made.report.parts[0].is_closed);
}

TEST_CASE("duplicated, flipped and degenerate triangles change nothing", "[weights]") {
    const test_mesh good = tube(12, 8, 0.2, 2);
    const bound_surface clean = bound(good, two_bones(2));
    CHECK(clean.report.parts.at(0).is_closed);
    CHECK(clean.report.duplicate + clean.report.degenerate + clean.report.flipped == 0);

    test_mesh bad = good;
    for (std::size_t t = 0; t < good.triangles.size(); t += 9) {
        std::swap(bad.triangles[t], bad.triangles[t + 1]);
    }
    for (std::size_t t = 0; t < 30; t += 3) { // once more, as they were and turned round
        bad.add(good.triangles[t + 1], good.triangles[t + 2], good.triangles[t]);
        bad.add(good.triangles[t + 2], good.triangles[t + 1], good.triangles[t]);
    }
    bad.add(4, 4, 5);
    bad.add(7, 7, 7);
    const bound_surface made = bound(bad, two_bones(2));
    CHECK(made.report.duplicate == 20);
    CHECK(made.report.degenerate == 2);
    CHECK(made.report.flipped > 0);
    CHECK(made.report.parts.at(0).is_closed);
    CHECK(difference(made.weights, clean.weights) < 1e-12);
}

TEST_CASE("a mesh that is inside out is bound like the right one", "[weights]") {
    const test_mesh good = tube(12, 8, 0.2, 2);
    test_mesh turned = good;
    for (std::size_t t = 0; t < turned.triangles.size(); t += 3) {
        std::swap(turned.triangles[t], turned.triangles[t + 1]);
    }
    const bound_surface made = bound(turned, two_bones(2));
    CHECK(made.report.parts.at(0).is_closed);
    CHECK(difference(made.weights, bound(good, two_bones(2)).weights) < 1e-9);
}

TEST_CASE("edges of three triangles are counted and tolerated", "[weights]") {
    test_mesh mesh = tube(12, 8, 0.2, 2);
    const auto fin = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.push_back({0.6, 1, 0});
    mesh.add(8 * 5, 8 * 6, fin);
    const bound_surface made = bound(mesh, two_bones(2));
    CHECK(made.report.non_manifold == 1);
    CHECK_FALSE(made.report.parts.at(0).is_closed);
}

TEST_CASE("forty parts are bound, each by its rule", "[weights]") {
    test_mesh mesh = tube(20, 12, 0.3, 2);
    for (int part = 0; part < 39; ++part) { // buttons on the outside, which see no bone
        append(mesh, lens(4, 6, 0.03, 0.02), {0.35, 0.05 * part, 0.01 * part});
    }
    const bound_surface made = bound(mesh, two_bones(2));
    REQUIRE(made.report.parts.size() == 40);
    CHECK(made.report.parts[0].rule == part_rule::visible);
    for (std::size_t part = 1; part < 40; ++part) {
        CHECK(made.report.parts[part].rule == part_rule::borrowed);
    }
    // A button goes with the place below it: near the joint it has both bones.
    const std::size_t middle = made.report.parts[20].first_vertex;
    CHECK(std::abs(made.weights.of(middle, 0) - 0.5) < 0.2);
    CHECK(made.weights.of(made.report.parts[1].first_vertex, 0) > 0.95);
    CHECK(made.weights.of(made.report.parts[39].first_vertex, 1) > 0.95);
}

TEST_CASE("a mesh far from all bones takes the nearest ones", "[weights]") {
    test_mesh mesh;
    append(mesh, tube(12, 8, 0.2, 2), {50, 0, 0});
    const bound_surface made = bound(mesh, two_bones(2));
    CHECK(made.report.parts.at(0).rule == part_rule::distance);
    CHECK(made.weights.of(0, 0) > 0.5);
    CHECK(made.weights.of(8 * 12, 1) > 0.5);
}

TEST_CASE("triangles without area do not spoil the answer", "[weights]") {
    test_mesh mesh = tube(12, 8, 0.2, 2);
    const weight_table before = bound(mesh, two_bones(2)).weights;
    // Vertices on a straight line, hanging on the mesh.
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int i = 1; i <= 5; ++i) {
        mesh.positions.push_back({0.2 + 0.05 * i, 1, 0});
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        mesh.add(first + i, first + i + 1, first + i + 2);
    }
    mesh.add(8 * 6, first, first + 1);
    const weight_table after = bound(mesh, two_bones(2)).weights;
    for (std::size_t v = 0; v < before.vertex_count(); ++v) {
        CHECK(std::abs(after.of(v, 0) - before.of(v, 0)) < 0.05);
    }
}

TEST_CASE("vertices that are no numbers, and loose ones, get a bone", "[weights]") {
    test_mesh mesh = tube(12, 8, 0.2, 2);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(),
                          {{nan, 0, 0}, {0, infinite, 0}, {0.1, 1.9, 0}, {0.1, 0.1, 0}});
    mesh.add(0, 1, first);
    const bound_surface made = bound(mesh, two_bones(2));
    CHECK(made.report.not_finite == 2);
    CHECK(made.report.isolated == 2);
    CHECK(made.report.degenerate == 1);
    CHECK(made.weights.of(first + 2, 1) == 1);
    CHECK(made.weights.of(first + 3, 0) == 1);
}

TEST_CASE("points, one place, one bone and handles without length are bound", "[weights]") {
    test_mesh cloud;
    cloud.positions = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}};
    CHECK(bound(cloud, two_bones(2)).report.isolated == 3);
    test_mesh point;
    point.positions.assign(9, {1, 1, 1});
    point.triangles = {0, 1, 2, 3, 4, 5};
    CHECK(bound(point, two_bones(2)).report.welded == 8);
    CHECK(bound(tube(4, 6, 0.2, 2), {{5, {}, {0, 2, 0}}}).weights.of(0, 5) == 1);
    const bound_surface handles =
        bound(tube(20, 8, 0.2, 2), {{0, {0, 0.2, 0}, {0, 0.2, 0}}, {1, {0, 1.8, 0}, {0, 1.8, 0}}});
    CHECK(handles.weights.of(0, 0) > 0.95);
    CHECK(handles.weights.of(8 * 20, 1) > 0.95);
    CHECK(std::abs(handles.weights.of(8 * 10, 0) - 0.5) < 0.02);
}

TEST_CASE("what cannot be bound is refused by name", "[weights]") {
    const test_mesh good = tube(4, 6, 0.2, 2);
    test_mesh beyond = good;
    beyond.add(0, 1, 4000);
    CHECK(refused(beyond, two_bones(2)) == errors::bad_index);
    CHECK(refused(good, {}) == errors::no_bones);
    CHECK(refused(good, {{0, {nan, 0, 0}, {}}}) == errors::no_bones);
    CHECK(refused(good, {{-1, {}, {0, 1, 0}}}) == errors::bad_index);
    CHECK(refused({}, two_bones(2)) == errors::no_vertices);
    test_mesh lost;
    lost.positions.assign(3, {nan, nan, nan});
    CHECK(refused(lost, two_bones(2)) == errors::no_vertices);
    bind_options options;
    options.influences = 0;
    CHECK(refused(good, two_bones(2), options) == errors::out_of_range);
    options = {};
    options.heat = nan;
    CHECK(refused(good, two_bones(2), options) == errors::out_of_range);
    options = {};
    options.max_bytes = 1000;
    CHECK(refused(good, two_bones(2), options) == errors::too_large);
}

TEST_CASE("meshes of random triangles never break the solver", "[weights][one_thread]") {
    std::mt19937 random(11); // NOLINT: the same every time
    std::uniform_real_distribution<double> place(-1, 1);
    for (int round = 0; round < 60; ++round) {
        test_mesh mesh;
        const std::uint32_t count = 3 + static_cast<std::uint32_t>(random() % 40);
        for (std::uint32_t v = 0; v < count; ++v) {
            // A coarse grid, so that places, edges and triangles coincide often.
            const double grid = round % 2 == 0 ? 2 : 1e4;
            mesh.positions.push_back(
                {std::round(grid * place(random)) / grid, std::round(grid * place(random)) / grid,
                 round % 5 == 0 ? 0 : std::round(grid * place(random)) / grid});
        }
        for (std::uint32_t t = 0; t < 2 * count; ++t) {
            mesh.add(static_cast<std::uint32_t>(random() % count),
                     static_cast<std::uint32_t>(random() % count),
                     static_cast<std::uint32_t>(random() % count));
        }
        for (const bind_method method :
             {bind_method::heat, bind_method::curves_wide, bind_method::nearest}) {
            bind_options options;
            options.method = method;
            bound(mesh, two_bones(1.5), options);
        }
    }
}

} // namespace
} // namespace jounce::weights::broken_meshes_test
