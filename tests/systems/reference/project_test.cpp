#include <jounce/systems/reference/project.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/systems/pose/fk.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace jounce;
using Catch::Matchers::WithinAbs;

namespace {

/// Three bones in a row along x, one metre each; the third stands off by 0.5 in y.
basic_character_kind<double> row(bool fixed_length, bool second_is_spring) {
    rig_builder bones;
    const vec3<double> heads[] = {{0, 0, 0}, {1, 0, 0}, {2, 0.5, 0}};
    for (std::int32_t b = 0; b < 3; ++b) {
        rig_builder::segment bone;
        bone.name = "b" + std::to_string(b);
        bone.parent = b - 1;
        bone.head = heads[b];
        bone.tail = heads[b] + vec3<double>{1, 0, 0};
        bones.add(bone);
    }
    spring_settings settings;
    settings.fixed_length = fixed_length;
    reference_builder springs;
    springs.add("b0", settings);
    if (second_is_spring) {
        springs.add("b1", settings);
    }
    basic_character_kind<double> kind;
    kind.rig = *bones.build<double>();
    kind.springs = *springs.build(kind.rig);
    return kind;
}

} // namespace

TEST_CASE("a bone of fixed length keeps it, its velocity untouched", "[project]") {
    const auto kind = row(true, false);
    auto data = make_block_data(kind);
    fk(kind.rig, kind.springs, data.local, data.rigid);
    set_lane(data.springs.particles[0].position, 0, {0, 3, 0});
    set_lane(data.springs.particles[0].velocity, 0, {7, 8, 9});
    project(kind.springs, data.rigid, data.springs, data.dynamic);
    CHECK_THAT(get_lane(data.dynamic.tails[0], 0).y, WithinAbs(1, 1e-15));
    CHECK_THAT(get_lane(data.springs.particles[0].position, 0).y, WithinAbs(1, 1e-15));
    CHECK(get_lane(data.springs.particles[0].velocity, 0) == vec3<double>{7, 8, 9});
}

TEST_CASE("a rigid child hangs on its spring bone and keeps its animated direction", "[project]") {
    const auto kind = row(false, false);
    auto data = make_block_data(kind);
    fk(kind.rig, kind.springs, data.local, data.rigid);
    set_lane(data.springs.particles[0].position, 0, {0, 3, 0});
    project(kind.springs, data.rigid, data.springs, data.dynamic);
    CHECK(get_lane(data.dynamic.tails[0], 0) == vec3<double>{0, 3, 0});
    CHECK(get_lane(data.dynamic.heads[1], 0) == vec3<double>{0, 3, 0});
    CHECK(get_lane(data.dynamic.tails[1], 0) == vec3<double>{1, 3, 0});
    CHECK(data.dynamic.heads.size() == 2); // the third bone keeps forward kinematics
}

TEST_CASE("an offset between bones is kept and not rotated", "[project]") {
    const auto kind = row(true, true);
    auto data = make_block_data(kind);
    fk(kind.rig, kind.springs, data.local, data.rigid);
    set_lane(data.springs.particles[0].position, 0, {0, 5, 0});
    set_lane(data.springs.particles[1].position, 0, {0, 9, 0});
    project(kind.springs, data.rigid, data.springs, data.dynamic);
    CHECK_THAT(get_lane(data.dynamic.tails[1], 0).y, WithinAbs(2, 1e-15));
    const vec3<double> third = get_lane(data.dynamic.heads[2], 0);
    CHECK_THAT(third.x, WithinAbs(0, 1e-15));
    CHECK_THAT(third.y, WithinAbs(2.5, 1e-15));
}

TEST_CASE("a bone whose tail fell on its head is left alone", "[project]") {
    const auto kind = row(true, false);
    auto data = make_block_data(kind);
    fk(kind.rig, kind.springs, data.local, data.rigid);
    set_lane(data.springs.particles[0].position, 0, {0, 0, 0});
    project(kind.springs, data.rigid, data.springs, data.dynamic);
    CHECK(get_lane(data.dynamic.tails[0], 0) == vec3<double>{0, 0, 0});
    CHECK_THAT(get_lane(data.dynamic.tails[0], 1).x, WithinAbs(1, 1e-15)); // other lanes as ever
}

TEST_CASE("what springs place entirely needs nothing of the animated pose", "[project]") {
    const auto kind = row(true, true);
    REQUIRE_FALSE(kind.springs.affected[0].is_placed); // nobody gives it its head
    REQUIRE(kind.springs.affected[1].is_placed);
    REQUIRE_FALSE(kind.springs.affected[2].is_placed);             // not a spring
    REQUIRE_FALSE(row(false, true).springs.affected[1].is_placed); // of any length
    auto all_of_it = kind.springs;
    all_of_it.affected[1].is_placed = false;

    auto ours = make_block_data(kind);
    auto theirs = make_block_data(kind);
    for (auto* data : {&ours, &theirs}) {
        fk(kind.rig, kind.springs, data->local, data->rigid);
        set_lane(data->springs.particles[0].position, 3, {0.3, 5, -0.2});
        set_lane(data->springs.particles[1].position, 3, {0.1, 9, 0.7});
    }
    set_lane(ours.dynamic.tails[1], 3, {9, 9, 9}); // of the frame before: must not be seen
    project(kind.springs, ours.rigid, ours.springs, ours.dynamic);
    project(all_of_it, theirs.rigid, theirs.springs, theirs.dynamic);
    for (std::size_t a = 0; a < 3; ++a) {
        CHECK(get_lane(ours.dynamic.heads[a], 3) == get_lane(theirs.dynamic.heads[a], 3));
        CHECK(get_lane(ours.dynamic.tails[a], 3) == get_lane(theirs.dynamic.tails[a], 3));
    }
}
