#include "support/weight_rows.hpp"

#include <jounce/modules/weights/clean_up.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <random>

namespace mirror_test {

using namespace jounce;
using namespace jounce::weights;
using namespace jounce::test;
using Catch::Approx;
using row = std::vector<bone_weight>;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The name of the other side, "" for none, itself for the middle. The other name is offered among others.
std::string other_of(const std::string& name, const std::string& offered) {
    const std::vector<std::string> names = {"Spine", name, offered, "Lid"};
    const std::int32_t found = mirrored_bones(names)[1];
    return found < 0 ? "" : names[static_cast<std::size_t>(found)];
}

} // namespace

TEST_CASE("names of bones change sides", "[weights][mirror]") {
    const std::vector<std::pair<std::string, std::string>> pairs = {
        {"Arm.L", "Arm.R"},
        {"Arm.L.001", "Arm.R.001"},
        {"arm_l", "arm_r"},
        {"arm_l_01", "arm_r_01"},
        {"ARM_L", "ARM_R"},
        {"arm-l", "arm-r"},
        {"Arm L", "Arm R"},
        {"L_Arm", "R_Arm"},
        {"l.arm", "r.arm"},
        {"Left arm", "Right arm"},
        {"left_arm", "right_arm"},
        {"arm_left", "arm_right"},
        {"ArmLeft", "ArmRight"},
        {"ARM_LEFT", "ARM_RIGHT"},
        {"leftArm", "rightArm"},
        {"LeftArm", "RightArm"},
        {"LeftHandIndex1", "RightHandIndex1"},
        {"IKLeft", "IKRight"},
        {"mixamorig:LeftArm", "mixamorig:RightArm"},
        {"J_Bip_L_UpperArm", "J_Bip_R_UpperArm"},
        {"ValveBiped.Bip01_L_Foot", "ValveBiped.Bip01_R_Foot"},
        {"左腕", "右腕"},
        {"腕.左", "腕.右"},
        {"腕L", "腕R"},
        {"L", "R"},
        {"Left", "Right"},
        {"L_Foot_Roll.L", "R_Foot_Roll.R"}, // both words change
        {"R_Pupil.L", "R_Pupil.R"},         // the last one does
    };
    for (const auto& [left, right] : pairs) {
        CAPTURE(left, right);
        CHECK(other_of(left, right) == right);
        CHECK(other_of(right, left) == left);
        CHECK(other_of(left, "Tail").empty());
        CHECK(other_of(right, "Tail").empty());
    }
}

TEST_CASE("words that are no sides", "[weights][mirror]") {
    for (const std::string name :
         {"Lid", "Rib", "Hair", "Bright", "Leftover", "leftover", "Cleft", "spine", "Tail", "Roll",
          "Lower_Lip", "L5", "Spine_L5", "", "Control", "\xE5\xB7\xA6\xE5\x8F\xB3", "LR", "\xE5"}) {
        CAPTURE(name);
        CHECK(other_of(name, "Rid") == name);
    }
    CHECK(mirrored_bones({}).empty());
    // The first of equal names.
    CHECK(mirrored_bones(std::vector<std::string>{"a.L", "a.R", "a.R"}) ==
          std::vector<std::int32_t>{1, 0, 0});
}

TEST_CASE("weights go from one side to the other", "[weights][mirror]") {
    const std::vector<vec3<double>> p = {{2, 0, 0}, {-2, 0, 0}, {1, 5, 3},        {-1, 5, 3},
                                         {0, 1, 0}, {-1, 8, 0}, {no_number, 0, 0}};
    const std::vector<std::int32_t> other = {0, 2, 1}; // the middle, left, right
    const weight_table given = table_of({{{0, 0.25}, {1, 0.75}},
                                         {{0, 1}},
                                         {{1, 0.5}, {2, 0.5}},
                                         {{2, 1}},
                                         {{0, 0.5}, {1, 0.5}},
                                         {{0, 1}},
                                         {{1, 1}}});
    weight_table table = given;
    CHECK(mirror(table, p, {}, other) == 2); // 5 has no partner, 6 no place
    CHECK(row_of(table, 0) == row_of(given, 0));
    CHECK(row_of(table, 1) == row{{0, 0.25}, {2, 0.75}});
    CHECK(row_of(table, 3) == row{{1, 0.5}, {2, 0.5}});
    CHECK(row_of(table, 4) == row{{0, 0.5}, {1, 0.25}, {2, 0.25}}); // on the plane
    CHECK(row_of(table, 5) == row{{0, 1}});
    CHECK(row_of(table, 6) == row{{1, 1}});

    table = given;
    mirror_plane back;
    back.from_positive = false;
    back.normal = {7, 0, 0}; // of any length
    CHECK(mirror(table, p, back, other) == 1);
    CHECK(row_of(table, 0) == row{{0, 1}});
    CHECK(row_of(table, 1) == row{{0, 1}});
    CHECK(row_of(table, 2) == row{{1, 1}});
    CHECK(row_of(table, 5) == row{{0, 1}}); // it gives
}

TEST_CASE("bones without another side keep their vertices", "[weights][mirror]") {
    const std::vector<vec3<double>> p = {{1, 0, 0}, {-1, 0, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 2, 0}};
    const weight_table given =
        table_of({{{0, 0.5}, {1, 0.5}}, {{0, 1}}, {{0, 1}}, {{1, 1}}, {{1, 1}}});
    for (const std::vector<std::int32_t>& other : {std::vector<std::int32_t>{0, -1}, {0}}) {
        weight_table table = given;
        CHECK(mirror(table, p, {}, other) == 3);
        CHECK(same_bits(table, given));
    }
}

TEST_CASE("a mirrored cloud of vertices is symmetric, also about a slanted plane",
          "[weights][mirror]") {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    const vec3<double> point = {0.3, -2, 5};
    const double s = 1 / std::sqrt(3.0);
    const vec3<double> normal = {s, s, -s};
    std::vector<vec3<double>> p;
    weight_table table;
    for (int i = 0; i < 600; ++i) {
        const vec3<double> here = {point.x + any(random), point.y + any(random),
                                   point.z + any(random)};
        const double side = s * (here.x - point.x + here.y - point.y - here.z + point.z);
        p.push_back(here);
        p.push_back({here.x - 2 * side * normal.x, here.y - 2 * side * normal.y,
                     here.z - 2 * side * normal.z});
        for (int k = 0; k < 2; ++k) {
            const double share = 0.5 + 0.5 * any(random);
            const row made = {{0, share}, {1, 1 - share}};
            table.add(made);
        }
    }
    mirror_plane plane;
    plane.point = point;
    plane.normal = normal;
    plane.tolerance = 1e-7;
    const std::vector<std::int32_t> other = {1, 0};
    CHECK(mirror(table, p, plane, other) == 0);
    for (std::size_t v = 0; v < p.size(); v += 2) {
        CHECK(table.of(v, 0) == table.of(v + 1, 1));
        CHECK(table.of(v, 1) == table.of(v + 1, 0));
    }
    weight_table again = table;
    CHECK(mirror(again, p, plane, other) == 0);
    CHECK(same_bits(again, table));
}

TEST_CASE("mirrors that are none", "[weights][mirror]") {
    const std::vector<vec3<double>> p = {{1, 0, 0}, {-1, 0, 0}};
    const std::vector<std::int32_t> other = {0};
    const weight_table given = table_of({{{0, 1}}, {{0, 0.5}}});
    for (const vec3<double> normal :
         {vec3<double>{0, 0, 0}, vec3<double>{no_number, 0, 0}, vec3<double>{1e300, 1e300, 0}}) {
        weight_table table = given;
        mirror_plane plane;
        plane.normal = normal;
        CHECK(mirror(table, p, plane, other) == 2);
        CHECK(same_bits(table, given));
    }
    for (const double tolerance : {no_number, -1.0, 1e-320, 1e-200}) {
        weight_table table = given;
        mirror_plane plane;
        plane.tolerance = tolerance;
        CHECK(mirror(table, p, plane, other) == 0);
        CHECK(row_of(table, 1) == row{{0, 1}});
    }
    weight_table empty;
    CHECK(mirror(empty, {}, {}, {}) == 0);
    weight_table unplaced = given; // fewer places than rows
    CHECK(mirror(unplaced, {}, {}, other) == 2);
}

} // namespace mirror_test
