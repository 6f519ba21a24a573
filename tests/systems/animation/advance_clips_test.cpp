#include <jounce/systems/animation/advance_clips.hpp>

#include "support/clips.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <limits>
#include <memory>

using namespace jounce;
using namespace jounce::test;

namespace {

/// Two clips of 2 s and one that has no length.
std::shared_ptr<const clip_set> two_clips() {
    clip_set out;
    for (const float duration : {2.0F, 2.0F, 0.0F}) {
        clip one;
        one.duration = duration;
        out.clips.push_back(one);
    }
    return std::make_shared<const clip_set>(out);
}

clip_player player_with(const clip_layer& layer) {
    clip_player out;
    out.clips = two_clips();
    out.layers[0] = layer;
    out.layers[0].is_used = true;
    return out;
}

/// What a layer shows after one frame.
double time_after(clip_layer layer, float dt) {
    layer.clip = 0;
    clip_player player = player_with(layer);
    advance_clips(player, dt);
    return moment_of(player).layers[0].time;
}

} // namespace

TEST_CASE("clips loop, stop or turn round at their ends", "[advance_clips]") {
    struct expectation {
        play_mode mode;
        double from;
        float speed;
        double shown;
    };
    // A frame of half a second in clips of two.
    const std::vector<expectation> all = {
        {play_mode::loop, 1.0, 1, 1.5},         {play_mode::loop, 1.75, 1, 0.25},
        {play_mode::loop, 1.5, 1, 0},           {play_mode::loop, 0.25, -1, 1.75},
        {play_mode::loop, 0.5, -1, 0},          {play_mode::loop, 1.0, 9, 1.5},
        {play_mode::loop, 1.0, -9, 0.5},        {play_mode::loop, 1.0, 0, 1.0},
        {play_mode::loop, 7.0, 1, 1.5},         {play_mode::loop, -0.25, 1, 0.25},
        {play_mode::once, 1.0, 2, 2},           {play_mode::once, 1.75, 1, 2},
        {play_mode::once, 0.25, -1, 0},         {play_mode::once, 5, 1, 2},
        {play_mode::once, -5, 1, 0.5},          {play_mode::ping_pong, 1.75, 1, 1.75},
        {play_mode::ping_pong, 1.5, 1, 2},      {play_mode::ping_pong, 2.5, 1, 1},
        {play_mode::ping_pong, 3.75, 1, 0.25},  {play_mode::ping_pong, 0.25, -1, 0.25},
        {play_mode::ping_pong, 2.25, -1, 1.75}, {play_mode::ping_pong, 5.0, 1, 1.5}};
    for (const expectation& e : all) {
        CAPTURE(static_cast<int>(e.mode), e.from, e.speed);
        clip_layer layer;
        layer.mode = e.mode;
        layer.time = e.from;
        layer.speed = e.speed;
        CHECK(std::abs(time_after(layer, 0.5F) - e.shown) < 1e-12);
    }
}

TEST_CASE("a loop drifts by nothing but rounding", "[advance_clips]") {
    clip_layer layer;
    layer.clip = 0;
    layer.speed = 0.7F;
    clip_player player = player_with(layer);
    const float dt = 1.0F / 60;
    const int frames = 216000; // an hour
    for (int i = 0; i < frames; ++i) {
        advance_clips(player, dt);
    }
    const double exact =
        std::fmod(frames * static_cast<double>(dt) * static_cast<double>(0.7F), 2.0);
    CHECK(std::abs(player.layers[0].time - exact) < 1e-9);
}

TEST_CASE("fades go at their rate and end what they faded out", "[advance_clips][fade]") {
    clip_layer layer;
    layer.clip = 0;
    layer.fade_to = 0;
    layer.fade_rate = 2;
    clip_player player = player_with(layer);
    player.layers[2] = layer;
    player.layers[2].is_used = true;
    player.layers[2].weight = 0;
    player.layers[2].fade_to = 0.75F;
    advance_clips(player, 0.25F);
    CHECK(player.layers[0].weight == 0.5F);
    CHECK(player.layers[2].weight == 0.5F);
    advance_clips(player, 0.25F);
    CHECK_FALSE(player.layers[0].is_used);
    CHECK(player.layers[2].weight == 0.75F);
    CHECK(player.layers[2].fade_rate == 0);
    advance_clips(player, 100);
    CHECK(player.layers[2].weight == 0.75F);
    // A weight that the host set to 0 is not a fade: the layer stays.
    player.layers[2].weight = 0;
    advance_clips(player, 1);
    CHECK(player.layers[2].is_used);
}

TEST_CASE("override layers are shares, additive ones are not", "[advance_clips]") {
    clip_player player = player_with({});
    const float weights[] = {3, 0.5F, 1, 0};
    for (std::size_t i = 0; i < clip_layers; ++i) {
        player.layers[i].is_used = true;
        player.layers[i].clip = 0;
        player.layers[i].weight = weights[i];
        player.layers[i].time = static_cast<double>(i);
    }
    player.layers[1].additive = true;
    const character_moment now = moment_of(player);
    REQUIRE(now.layer_count == 3); // the last has no weight
    REQUIRE(now.override_count == 2);
    CHECK(now.layers[0].weight == 0.75F);
    CHECK(now.layers[1].weight == 0.25F);
    CHECK(now.layers[1].time == 2);
    CHECK(now.layers[2].weight == 0.5F);
    CHECK(now.layers[2].time == 1);
}

TEST_CASE("keys are remembered only where there is room", "[advance_clips]") {
    clip_layer layer;
    layer.clip = 0;
    clip_player player = player_with(layer);
    clip_set set = *player.clips;
    set.clips[0].tracks.resize(5);
    set.clips[0].morphs.resize(2);
    set.clips[1].tracks.resize(6);
    player.clips = std::make_shared<const clip_set>(set);
    CHECK(found_keys_per_layer(set) == 7);
    CHECK(moment_of(player).layers[0].found_keys == nullptr);
    player.found_keys.resize(4 * 6); // made for a smaller set
    CHECK(moment_of(player).layers[0].found_keys == nullptr);
    player.found_keys.resize(4 * 7);
    player.layers[3] = player.layers[0];
    const character_moment now = moment_of(player);
    CHECK(now.layers[0].found_keys == player.found_keys.data());
    CHECK(now.layers[1].found_keys == player.found_keys.data() + 3 * 7);
}

TEST_CASE("no value of a layer breaks anything", "[advance_clips][bad-input]") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    const float most = std::numeric_limits<float>::max();
    const float bad = GENERATE_COPY(nan, inf, -inf, most, -most, -1.0F, 1e-45F);
    const play_mode mode =
        GENERATE(play_mode::loop, play_mode::once, play_mode::ping_pong, play_mode{77});
    clip_layer layer;
    layer.clip = 0;
    layer.mode = mode;
    layer.time = 0.5;
    SECTION("time") { layer.time = static_cast<double>(bad); }
    SECTION("time in double") { layer.time = static_cast<double>(bad) * 1e250; }
    SECTION("speed") { layer.speed = bad; }
    SECTION("weight") { layer.weight = bad; }
    SECTION("fade") {
        layer.fade_to = bad;
        layer.fade_rate = bad;
    }
    SECTION("clip") { layer.clip = GENERATE(-1, -77, 2, 3, 2147483647); }
    SECTION("all") {
        layer.time = static_cast<double>(bad);
        layer.speed = layer.weight = layer.fade_to = layer.fade_rate = bad;
    }
    clip_player player = player_with(layer);
    player.layers[1] = player.layers[0];
    player.layers[1].additive = true;
    for (int frame = 0; frame < 5; ++frame) {
        advance_clips(player, 0.3F);
        const character_moment now = moment_of(player);
        for (std::int32_t i = 0; i < now.layer_count; ++i) {
            const clip_moment& one = now.layers[static_cast<std::size_t>(i)];
            CHECK((one.time >= 0 && one.time <= 2));
            CHECK((one.weight >= 0 && one.weight <= most_clip_weight));
        }
        const clip_layer& at = player.layers[0];
        CHECK(std::isfinite(at.speed));
        CHECK((std::isfinite(at.weight) && std::isfinite(at.fade_rate)));
        const clip_layer twice = cleaned(at, clip_of(player, at));
        CHECK((twice.time == at.time && twice.weight == at.weight && twice.mode == at.mode));
    }
}

TEST_CASE("a player without clips plays nothing", "[advance_clips][bad-input]") {
    clip_player player = player_with({});
    player.layers[0].clip = 0;
    player.clips = nullptr;
    advance_clips(player, 0.1F);
    CHECK(moment_of(player).layers[0].source == nullptr);
}
