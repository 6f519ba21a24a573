#include <jounce/modules/rig/find_bone.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;

namespace {

/// Children first, so that the order of the rig is not that of adding.
template <class Real> basic_rig<Real> small_rig() {
    rig_builder bones;
    bones.add(rig_builder::segment{.name = "hand_R", .parent = 1, .tail = {0, 1, 0}});
    bones.add(rig_builder::segment{.name = "arm_R", .parent = 2, .tail = {0, 1, 0}});
    bones.add(rig_builder::segment{.name = "root", .tail = {0, 1, 0}});
    return *bones.build<Real>();
}

} // namespace

TEST_CASE("bones are found by name, in the order of the rig", "[rig]") {
    const rig bones = small_rig<float>();
    for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
        const result<std::int32_t> found =
            find_bone(bones, bones.names[static_cast<std::size_t>(b)]);
        REQUIRE(found);
        CHECK(*found == b);
    }
    CHECK(*find_bone(bones, "hand_R") == 2);
    CHECK(*find_bone(small_rig<double>(), "root") == 0);
    CHECK(*find_bone(*make_kind(bones, {}), "arm_R") == 1);
}

TEST_CASE("a bone that is not there is named, with the nearest that is", "[rig][bad-input]") {
    const rig bones = small_rig<float>();
    const result<std::int32_t> wrong = find_bone(bones, "hand_r");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().name == "unknown_bone");
    CHECK(wrong.error().message == "no bone is named \"hand_r\"; did you mean \"hand_R\"?");
    CHECK_FALSE(find_bone(bones, ""));
    const result<std::int32_t> nowhere = find_bone(rig{}, "root");
    REQUIRE_FALSE(nowhere);
    CHECK(nowhere.error().message.find("has no bones") != std::string::npos);
}

TEST_CASE("a rig knows its unit, and refuses one that is none", "[rig][bad-input]") {
    rig_builder bones;
    bones.add(rig_builder::segment{.name = "root", .tail = {0, 1, 0}});
    CHECK((*bones.build<float>()).metres_per_unit == 1);
    bones.metres_per_unit(0.01);
    CHECK((*bones.build<float>()).metres_per_unit == 0.01F);
    for (const double bad : {0.0, -1.0, 1e-5, 1e5, std::nan("")}) {
        bones.metres_per_unit(bad);
        const auto wrong = bones.build<float>();
        REQUIRE_FALSE(wrong);
        CHECK(wrong.error().name == "bad_unit");
    }
}
