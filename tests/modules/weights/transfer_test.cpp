#include "support/weight_rows.hpp"

#include <jounce/modules/weights/transfer.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace transfer_test {

using namespace jounce;
using namespace jounce::weights;
using namespace jounce::test;
using Catch::Approx;
using row = std::vector<bone_weight>;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// A square grid over 0..1 whose bone 1 has the weight x, bone 0 the rest.
struct grid {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles;
    weight_table weights;

    explicit grid(std::uint32_t cells, double z = 0, bool faces_down = false, int bone = 0) {
        for (std::uint32_t i = 0; i <= cells; ++i) {
            for (std::uint32_t j = 0; j <= cells; ++j) {
                const double x = static_cast<double>(i) / cells;
                positions.push_back({x, static_cast<double>(j) / cells, z});
                const row made = {{bone, 1 - x}, {bone + 1, x}};
                weights.add(made);
            }
        }
        for (std::uint32_t i = 0; i < cells; ++i) {
            for (std::uint32_t j = 0; j < cells; ++j) {
                const std::uint32_t a = i * (cells + 1) + j, b = a + cells + 1;
                const std::uint32_t c = faces_down ? 1 : 0;
                triangles.insert(triangles.end(), {a, c ? a + 1 : b, c ? b : a + 1});
                triangles.insert(triangles.end(), {b, c ? a + 1 : b + 1, c ? b + 1 : a + 1});
            }
        }
    }
    surface mesh() const { return {positions, triangles}; }

    void add(const grid& other) {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), other.positions.begin(), other.positions.end());
        for (const std::uint32_t v : other.triangles) {
            triangles.push_back(first + v);
        }
        for (std::size_t v = 0; v < other.weights.vertex_count(); ++v) {
            weights.add(other.weights.of(v));
        }
    }
};

std::vector<vec3<double>> cloud(std::uint32_t seed, std::size_t count) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(0, 1);
    std::vector<vec3<double>> out;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = any(random), y = any(random), z = 0.2 * any(random) - 0.1;
        out.push_back({x, y, z});
    }
    return out;
}

} // namespace

TEST_CASE("a mesh gives itself its own weights", "[weights][transfer]") {
    const grid given(6);
    const auto made = transfer(given.mesh(), given.weights, given.mesh());
    REQUIRE(made);
    REQUIRE(made->vertex_count() == given.weights.vertex_count());
    for (std::size_t v = 0; v < made->vertex_count(); ++v) {
        CHECK(made->of(v, 1) == Approx(given.positions[v].x).margin(1e-14));
        CHECK(sum_of_row(*made, v) == Approx(1).margin(1e-14));
    }
    CHECK(is_well_formed(*made));
}

TEST_CASE("weights that are linear on the surface stay so in between", "[weights][transfer]") {
    const grid given(5);
    std::vector<vec3<double>> places = cloud(3, 300);
    places.push_back({-4, 0.5, 0}); // beyond the edge: the edge
    places.push_back({7, 7, 7});
    const auto made = transfer(given.mesh(), given.weights, {places, {}});
    REQUIRE(made);
    for (std::size_t v = 0; v < 300; ++v) {
        CHECK(made->of(v, 1) == Approx(places[v].x).margin(1e-12));
    }
    CHECK(row_of(*made, 300) == row{{0, 1}});
    CHECK(row_of(*made, 301) == row{{1, 1}});
}

TEST_CASE("a surface that faces the other way is passed over while another is near",
          "[weights][transfer]") {
    grid lip(4, 0);                   // the outer side, faces up, bones 0 and 1
    lip.add(grid(4, -0.03, true, 2)); // the inner side, faces down, bones 2 and 3
    const std::vector<vec3<double>> places = {{0.3, 0.6, -0.01}};
    const std::vector<vec3<double>> up = {{0, 0, 5}}, down = {{0, 0.1, -1}},
                                    no_matter = {{0, 0, 0}};
    transfer_options options;
    const auto bone_of = [&](const std::vector<vec3<double>>& normals) {
        options.normals = normals;
        return (*transfer(lip.mesh(), lip.weights, {places, {}}, options)).of(0).front().bone;
    };
    CHECK(bone_of(up) == 0);
    CHECK(bone_of(down) == 2);
    CHECK(bone_of(no_matter) == 0);
    options.max_angle = std::numbers::pi;
    CHECK(bone_of(down) == 0);
    options.max_angle = no_number;
    CHECK(bone_of(down) == 0);
    options.max_angle = 1;
    grid thick(4, 0); // the other side is far: more than a twentieth of the extent
    thick.add(grid(4, -0.5, true, 2));
    options.normals = down;
    CHECK((*transfer(thick.mesh(), thick.weights, {places, {}}, options)).of(0).front().bone == 0);
}

TEST_CASE("normals are made from triangles where none are given", "[weights][transfer]") {
    grid lip(4, 0);
    lip.add(grid(4, -0.03, true, 2));
    const grid up(3, -0.01), down(3, -0.01, true);
    const auto outer = transfer(lip.mesh(), lip.weights, up.mesh());
    const auto inner = transfer(lip.mesh(), lip.weights, down.mesh());
    for (std::size_t v = 0; v < up.positions.size(); ++v) {
        CHECK(outer->of(v, 0) + outer->of(v, 1) == Approx(1));
        CHECK(inner->of(v, 2) + inner->of(v, 3) == Approx(1));
    }
}

TEST_CASE("transfer gives the same bits for any number of workers", "[weights][transfer]") {
    const grid given(40);
    const std::vector<vec3<double>> places = cloud(9, 3000);
    const auto alone = transfer(given.mesh(), given.weights, {places, {}});
    for (const std::size_t count : {1U, 2U, 3U, 8U}) {
        tf::Executor workers(count);
        transfer_options options;
        options.work.workers = &workers;
        double share = 0;
        bool ascends = true;
        options.work.progress = [&](std::string_view step, double now) {
            ascends = ascends && step == "transfer" && now >= share;
            share = now;
            return true;
        };
        const auto made = transfer(given.mesh(), given.weights, {places, {}}, options);
        REQUIRE(made);
        CHECK(same_bits(*made, *alone));
        CHECK(ascends);
        CHECK(share == 1);
        // From a task of the same workers, which must not wait for itself.
        std::optional<weight_table> inside;
        workers
            .async([&] {
                inside = *transfer(given.mesh(), given.weights, {places, {}}, options);
            })
            .wait();
        CHECK(same_bits(*inside, *alone));
    }
}

TEST_CASE("transfer ends when whoever watches says so", "[weights][transfer]") {
    const grid given(10);
    const std::vector<vec3<double>> places = cloud(9, 3000);
    tf::Executor workers(2);
    for (tf::Executor* executor : {static_cast<tf::Executor*>(nullptr), &workers}) {
        for (const int calls : {1, 2, 1000}) {
            transfer_options options;
            options.work.workers = executor;
            int called = 0;
            // The last call, at the end, can cancel as well.
            options.work.progress = [&](std::string_view, double share) {
                return ++called < calls && share < 1;
            };
            const auto made = transfer(given.mesh(), given.weights, {places, {}}, options);
            REQUIRE_FALSE(made);
            CHECK(made.error().name == errors::cancelled);
            CHECK(called <= calls);
        }
    }
}

TEST_CASE("transfer of bad meshes", "[weights][transfer]") {
    grid given(2);
    const auto name_of = [](const result<weight_table>& made) {
        return made ? std::string("made") : made.error().name;
    };
    const surface good = given.mesh();
    CHECK(name_of(transfer(good, given.weights, {})) == errors::no_vertices);
    CHECK(name_of(transfer({}, {}, good)) == errors::no_vertices);
    CHECK(name_of(transfer({given.positions, {}}, given.weights, good)) == errors::no_triangles);
    CHECK(name_of(transfer(good, {}, good)) == errors::bad_count);
    transfer_options options;
    options.normals = std::span(given.positions).first(2);
    CHECK(name_of(transfer(good, given.weights, good, options)) == errors::bad_count);
    const std::vector<std::uint32_t> beyond = {0, 1, 99}, short_one = {0, 1};
    CHECK(name_of(transfer({given.positions, beyond}, given.weights, good)) == errors::bad_index);
    CHECK(name_of(transfer({given.positions, short_one}, given.weights, good)) ==
          errors::bad_index);
    CHECK(name_of(transfer(good, given.weights, {given.positions, beyond})) == errors::bad_index);

    const std::vector<vec3<double>> places = {{no_number, 0, 0}, {0.5, 0.5, 0}, {0, 0, 1e300}};
    const std::vector<std::uint32_t> point = {1, 1, 1}, broken = {0, 1, 2};
    const auto made = transfer(good, given.weights, {places, point});
    REQUIRE(made);
    CHECK(row_of(*made, 0) == row{{0, 1}});
    CHECK(made->of(1, 1) == 0.5);
    CHECK(is_well_formed(*made));
    CHECK(name_of(transfer(good, given.weights, {places, broken})) == "made");
    const weight_table three = table_of({{{0, 1}}, {}, {{2, no_number}}});
    CHECK(name_of(transfer({places, broken}, three, good)) == errors::no_triangles);
    const std::vector<vec3<double>> sound = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const auto partly = transfer({sound, broken}, three, good); // two corners without weights
    REQUIRE(partly);
    CHECK(is_well_formed(*partly));
    CHECK(row_of(*partly, 0) == row{{0, 1}});
    CHECK(row_of(*partly, 1) == row{{0, 1}}); // between the one that has and one that has not
    CHECK(row_of(*partly, 4).empty());        // between the two that have not
}

} // namespace transfer_test
