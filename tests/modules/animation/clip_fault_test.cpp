#include <jounce/modules/animation/clip_fault.hpp>

#include "support/clip_crowd.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <limits>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("clips are checked before they are played", "[clip_fault][bad-input]") {
    const auto kind = random_kind<float>(4, {});
    clip source = random_clip(1, kind.rig);
    source.name = "walk";
    morph_track morph;
    morph.weight_count = 2;
    morph.first_key = source.tracks[0].first_key;
    morph.key_count = 3;
    source.morphs.push_back(morph);
    REQUIRE_FALSE(find_clip_fault(source, kind.rig));
    REQUIRE(make_clip_set({{source}}, kind.rig));

    track& some = source.tracks[3];
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::uint32_t huge = std::numeric_limits<std::uint32_t>::max();
    std::string expected;
    std::string says = "clip 'walk', track 3";
    SECTION("bone") {
        expected = "bad_bone";
        some.bone = kind.rig.bone_count();
    }
    SECTION("negative bone") {
        expected = "bad_bone";
        some.bone = -1;
    }
    SECTION("twice") {
        expected = "bad_order";
        some.bone = source.tracks[2].bone;
        some.target = source.tracks[2].target;
    }
    SECTION("no keys") {
        expected = "bad_range";
        some.key_count = 0;
    }
    SECTION("keys beyond the end") {
        expected = "bad_range";
        some.first_key = huge;
    }
    SECTION("more keys than there are") {
        expected = "bad_range";
        some.key_count = huge;
    }
    SECTION("values beyond the end") {
        expected = "bad_range";
        some.first_value = static_cast<std::uint32_t>(source.values.size()) - 3;
    }
    SECTION("time") {
        expected = "bad_time";
        source.times[some.first_key + 2] = GENERATE(true, false) ? 99.0F : -1.0F;
    }
    SECTION("undefined time") {
        expected = "bad_time";
        source.times[some.first_key] = nan;
    }
    SECTION("value") {
        expected = "bad_number";
        source.values[some.first_value + 1] = nan;
    }
    SECTION("mode") {
        expected = "bad_mode";
        some.mode = interpolation{9};
    }
    SECTION("target") {
        expected = "bad_mode";
        some.target = track_target{9};
    }
    SECTION("duration") {
        expected = "bad_time";
        says = "clip 'walk'";
        source.duration = nan;
    }
    SECTION("rotation") {
        expected = "bad_rotation";
        clip other;
        other.name = "walk";
        add_track(other, 0, track_target::rotation, interpolation::step, {0}, {0, 0, 0, 1.1F});
        says = "clip 'walk', track 0, key 0";
        source = other;
    }
    SECTION("weights beyond the end") {
        expected = "bad_range";
        says = "clip 'walk', morph track 0";
        source.morphs[0].weight_count = huge;
    }
    SECTION("no weights") {
        expected = "bad_range";
        says = "clip 'walk', morph track 0";
        source.morphs[0].weight_count = 0;
    }
    const std::optional<error> fault = find_clip_fault(source, kind.rig);
    REQUIRE(fault);
    CHECK(fault->name == expected);
    CHECK(fault->message.find(says) == 0);
    const result<std::shared_ptr<const clip_set>> set = make_clip_set({{source}}, kind.rig);
    REQUIRE_FALSE(set);
    CHECK(set.error().name == expected);
}
