#include <jounce/modules/weights/helpers.hpp>

#include <modules/weights/test_meshes.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace jounce::weights {
namespace {

using namespace test;

weight_table all_to(std::int32_t bone, std::size_t vertices) {
    weight_table out;
    const bone_weight whole{bone, 1};
    for (std::size_t v = 0; v < vertices; ++v) {
        out.add({&whole, 1});
    }
    return out;
}

TEST_CASE("a helper takes a smooth share of what is near", "[weights]") {
    const test_mesh mesh = tube(20, 8, 0.2, 2);
    const helper one{.bone = 3, .head = {0, 1, 0}, .tail = {0, 1, 0.1}, .reach = 0.5, .share = 0.8};
    const result<weight_table> given =
        give_to_helpers(mesh.view(), all_to(0, mesh.positions.size()), {&one, 1});
    REQUIRE(given);
    CHECK(is_tidy(*given, 2));
    // At (0, 1, 0.2) the segment is 0.1 away: t = 0.8, t^2 (3 - 2 t) = 0.896.
    CHECK(std::abs(given->of(8 * 10 + 2, 3) - 0.8 * 0.896) < 1e-12);
    CHECK(given->of(0, 3) == 0);
    CHECK(given->of(0, 0) == 1);
}

TEST_CASE("helpers together take no more than there is, and nothing from what keeps", "[weights]") {
    const test_mesh mesh = tube(20, 8, 0.2, 2);
    weight_table owners;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        owners.add(std::vector<bone_weight>{{0, 0.25}, {1, 0.75}});
    }
    const std::vector<helper> both = {
        {.bone = 2, .head = {0, 1, 0}, .tail = {0, 1, 0}, .reach = 5},
        {.bone = 3, .head = {0, 1, 0}, .tail = {0, 1, 0}, .reach = 5}};
    const std::vector<std::uint8_t> keeps = {1, 0};
    const result<weight_table> given = give_to_helpers(mesh.view(), owners, both, keeps);
    REQUIRE(given);
    CHECK(is_tidy(*given, 4));
    for (std::size_t v = 0; v < owners.vertex_count(); ++v) {
        CHECK(given->of(v, 0) == 0.25);
        CHECK(std::abs(given->of(v, 2) - 0.375) < 1e-9);
        CHECK(std::abs(given->of(v, 3) - 0.375) < 1e-9);
    }
}

TEST_CASE("heat keeps a helper's share from what lies beside it", "[weights]") {
    test_mesh mesh = tube(20, 12, 0.3, 2);            // a belly
    append(mesh, tube(20, 12, 0.1, 2), {0.45, 0, 0}); // an arm beside it
    helper one{.bone = 1, .head = {0.15, 1, 0}, .tail = {0.25, 1, 0}, .reach = 0.6};
    const weight_table owners = all_to(0, mesh.positions.size());
    const std::size_t flank = 12 * 10;
    const std::size_t arm = 21 * 12 + 2 + 12 * 10 + 6; // the side that faces the belly
    const result<weight_table> near = give_to_helpers(mesh.view(), owners, {&one, 1});
    REQUIRE(near);
    CHECK(near->of(flank, 1) > 0.8);
    CHECK(near->of(arm, 1) > 0.5); // straight through the air
    one.rule = helper_rule::heat;
    const result<weight_table> heated = give_to_helpers(mesh.view(), owners, {&one, 1});
    REQUIRE(heated);
    CHECK(is_tidy(*heated, 2));
    CHECK(heated->of(flank, 1) > 0.5);
    CHECK(heated->of(arm, 1) < 1e-6);
}

TEST_CASE("helpers that cannot be used are refused by name", "[weights]") {
    const test_mesh mesh = tube(4, 6, 0.2, 2);
    const weight_table owners = all_to(0, mesh.positions.size());
    const auto name = [&](const helper& one, const weight_table& of) {
        const result<weight_table> made = give_to_helpers(mesh.view(), of, {&one, 1});
        REQUIRE_FALSE(made);
        return made.error().name;
    };
    CHECK(name({.bone = 1, .reach = 0}, owners) == errors::bad_helper);
    CHECK(name({.bone = 1, .reach = 1, .share = 1.5}, owners) == errors::bad_helper);
    CHECK(name({.bone = -1, .reach = 1}, owners) == errors::bad_helper);
    CHECK(name({.bone = 1, .reach = 1}, all_to(0, 3)) == errors::bad_count);
}

TEST_CASE("helpers are proposed for a belly, not for a bar", "[weights]") {
    const std::vector<bone_segment> spine = {{0, {0, 0, 0}, {0, 2, 0}}};
    test_mesh bar = tube(30, 16, 0.2, 2);
    CHECK(propose_helpers(bar.view(), all_to(0, bar.positions.size()), spine).empty());
    for (vec3<double>& p : bar.positions) { // swells to the front, at z
        const double bulge = std::exp(-20 * (p.y - 1) * (p.y - 1));
        p.z += p.z > 0 ? 0.35 * bulge * p.z / 0.2 : 0;
    }
    const std::vector<proposed_chain> found =
        propose_helpers(bar.view(), all_to(0, bar.positions.size()), spine);
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == helper_kind::flesh);
    CHECK(found[0].parent == 0);
    REQUIRE(found[0].points.size() == 2);
    CHECK(std::abs(found[0].points[1].y - 1) < 0.1);
    CHECK(found[0].points[1].z > 0.25);
    CHECK(std::abs(found[0].points[1].x) < 0.05);
}

TEST_CASE("parallel chains are proposed down a cape, none for a body with holes", "[weights]") {
    const test_mesh cape = sheet(16, 24, 1, 1.6);
    const std::vector<proposed_chain> found =
        propose_helpers(cape.view(), all_to(4, cape.positions.size()), {});
    REQUIRE(found.size() >= 2);
    std::vector<double> columns;
    for (const proposed_chain& chain : found) {
        CHECK(chain.kind == helper_kind::cloth);
        CHECK(chain.parent == 4);
        REQUIRE(chain.points.size() == 5);
        CHECK(chain.points.front().y > -0.2);
        CHECK(std::abs(chain.points.back().y + 1.6) < 0.5);
        for (std::size_t i = 1; i < chain.points.size(); ++i) {
            CHECK(chain.points[i].y < chain.points[i - 1].y);
        }
        columns.push_back(chain.points.back().x);
    }
    std::sort(columns.begin(), columns.end());
    CHECK(columns.back() - columns.front() > 0.6); // side by side, not one on the other
    test_mesh sleeve = tube(20, 8, 0.1, 1.2);      // without its ends
    sleeve.triangles.resize(sleeve.triangles.size() - 3 * 2 * 8);
    CHECK(propose_helpers(sleeve.view(), all_to(0, sleeve.positions.size()), {}).empty());
}

} // namespace
} // namespace jounce::weights
