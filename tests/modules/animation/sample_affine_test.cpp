#include "support/affine_box.hpp"
#include "support/slot_memory.hpp"

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/animation/advance_clips.hpp>
#include <jounce/systems/animation/sample_affine.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <cstring>
#include <memory>

using namespace jounce;
using namespace jounce::test;

namespace {

palette empty_palette(std::int32_t joints) {
    palette out;
    out.mode = palette_mode::matrix;
    out.joint_count = joints;
    out.rows.resize(8 * static_cast<std::size_t>(out.lane_stride()));
    for (palette_row<float>& row : out.rows) {
        row = {{7, 7, 7, 7}}; // what no one wrote shows
    }
    return out;
}

std::span<const palette_row<float>> lane_of(const palette& from, int lane) {
    return {from.lane_rows(lane), static_cast<std::size_t>(from.rows_per_lane())};
}

block_moment show(const clip& source, double time) {
    block_moment now;
    now.playing = 1;
    now.lanes[0].layers[0] = {&source, time, 1, nullptr};
    now.lanes[0].override_count = now.lanes[0].layer_count = 1;
    return now;
}

/// The first character at a moment.
palette sampled(const clip& source, double time, std::int32_t joints) {
    palette out = empty_palette(joints);
    sample_affine(show(source, time), joints, out);
    return out;
}

} // namespace

TEST_CASE("affine rows are those of the frame, and halfway the mean", "[affine]") {
    const std::int32_t joints = GENERATE(1, 2, 3, 4, 5, 30); // whole lines and parts of them
    const clip source = random_affine_clip("any", 1, static_cast<std::uint32_t>(joints), 6);
    for (int frame = 0; frame < 6; ++frame) {
        CAPTURE(joints, frame);
        const palette at = sampled(source, frame / 32.0, joints);
        const std::vector<double> expected = rows_at(source, frame);
        CHECK(farthest(lane_of(at, 0), expected) == 0);
        if (frame < 5) {
            const palette halfway = sampled(source, (frame + 0.5) / 32, joints);
            std::vector<double> mean = rows_at(source, frame + 1);
            for (std::size_t i = 0; i < mean.size(); ++i) {
                mean[i] = (mean[i] + expected[i]) / 2;
            }
            CHECK(farthest(lane_of(halfway, 0), mean) < 2e-7);
        }
    }
}

TEST_CASE("outside its frames a clip shows the nearest", "[affine]") {
    const clip source = random_affine_clip("any", 2, 3, 4);
    CHECK(farthest(lane_of(sampled(source, -5, 3), 0), rows_at(source, 0)) == 0);
    CHECK(farthest(lane_of(sampled(source, std::nan(""), 3), 0), rows_at(source, 0)) == 0);
    CHECK(farthest(lane_of(sampled(source, 3 / 32.0, 3), 0), rows_at(source, 3)) == 0);
    CHECK(farthest(lane_of(sampled(source, 99, 3), 0), rows_at(source, 3)) == 0);
    const clip still = random_affine_clip("still", 3, 3, 1);
    CHECK(farthest(lane_of(sampled(still, 0.5, 3), 0), rows_at(still, 0)) == 0);
}

TEST_CASE("joints that a clip does not have, and layers without frames, rest", "[affine]") {
    const clip source = random_affine_clip("any", 4, 2, 4);
    const palette at = sampled(source, 1 / 32.0, 5);
    std::vector<double> expected = identity_rows(5);
    const std::vector<double> shown = rows_at(source, 1);
    std::copy(shown.begin(), shown.end(), expected.begin());
    CHECK(farthest(lane_of(at, 0), expected) == 0);
    const clip ordinary;
    CHECK(farthest(lane_of(sampled(ordinary, 1, 5), 0), identity_rows(5)) == 0);
    block_moment none = show(source, 0);
    none.lanes[0].layers[0].source = nullptr;
    palette rest = empty_palette(5);
    sample_affine(none, 5, rest);
    CHECK(farthest(lane_of(rest, 0), identity_rows(5)) == 0);
    none.lanes[0] = {};
    sample_affine(none, 5, rest);
    CHECK(farthest(lane_of(rest, 0), identity_rows(5)) == 0);
}

TEST_CASE("layers are blended by share, additive ones added", "[affine]") {
    const std::uint32_t seed = GENERATE(1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U);
    dice roll(seed);
    constexpr std::size_t joints = 7;
    std::vector<clip> clips;
    for (std::uint32_t i = 0; i < 4; ++i) {
        clips.push_back(random_affine_clip("any", 10 * seed + i, joints, 5));
    }
    block_moment now;
    now.playing = 0xFF;
    palette out = empty_palette(joints);
    std::vector<std::vector<double>> expected;
    for (character_moment& who : now.lanes) {
        who.layer_count = roll.whole(0, 4);
        who.override_count = roll.whole(0, who.layer_count);
        double sum = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(who.layer_count); ++i) {
            const bool missing = roll.whole(0, 4) == 0;
            who.layers[i] = {missing ? nullptr : &clips[i], roll.number(0, 0.14),
                             static_cast<float>(roll.number(0.1, 1)), nullptr};
            sum += static_cast<int>(i) < who.override_count
                       ? static_cast<double>(who.layers[i].weight)
                       : 0;
        }
        const std::vector<double> rest = identity_rows(joints);
        std::vector<double> rows(rest.size(), 0);
        if (who.override_count == 0) {
            rows = rest;
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(who.layer_count); ++i) {
            clip_moment& layer = who.layers[i];
            const bool is_override = static_cast<int>(i) < who.override_count;
            layer.weight /= is_override ? static_cast<float>(sum) : 1;
            const std::vector<double> shown =
                layer.source == nullptr ? rest : rows_at(*layer.source, layer.time * 32);
            for (std::size_t n = 0; n < rows.size(); ++n) {
                const double part = is_override ? shown[n] : shown[n] - rest[n];
                rows[n] += static_cast<double>(layer.weight) * part;
            }
        }
        expected.push_back(rows);
    }
    sample_affine(now, joints, out);
    for (int lane = 0; lane < lane_count; ++lane) {
        CAPTURE(seed, lane, now.lanes[static_cast<std::size_t>(lane)].layer_count);
        CHECK(farthest(lane_of(out, lane), expected[static_cast<std::size_t>(lane)]) < 2e-6);
    }
}

TEST_CASE("other lanes and joints are left alone", "[affine]") {
    const clip source = random_affine_clip("any", 5, 3, 4);
    palette out = empty_palette(5);
    block_moment now = show(source, 0.02);
    now.playing = 0b100;
    now.lanes[2] = now.lanes[0];
    sample_affine(now, 3, out);
    CHECK(farthest(lane_of(out, 2), rows_at(source, 0.64)) < 1e-6);
    for (int lane = 0; lane < lane_count; ++lane) {
        const auto rows = lane_of(out, lane);
        for (std::size_t row = lane == 2 ? 9 : 0; row < rows.size(); ++row) {
            CHECK(rows[row].v[0] == 7);
        }
    }
}

TEST_CASE("streamed rows are the same bits", "[affine][stream]") {
    const std::int32_t joints = GENERATE(1, 3, 4, 30, 33);
    const clip a = random_affine_clip("a", 6, static_cast<std::uint32_t>(joints), 5);
    const clip b = random_affine_clip("b", 7, static_cast<std::uint32_t>(joints), 5);
    block_moment now;
    now.playing = 0xFF;
    for (std::size_t lane = 0; lane < now.lanes.size(); ++lane) {
        character_moment& who = now.lanes[lane];
        const double time = 0.011 * static_cast<double>(lane);
        who.layers[0] = {&a, time, lane < 4 ? 1.0F : 0.25F, nullptr};
        who.layers[1] = {&b, time, lane < 4 ? 0.0F : 0.75F, nullptr};
        who.override_count = who.layer_count = lane < 4 ? 1 : 2;
    }
    palette plain = empty_palette(joints);
    const slot_memory memory(
        lane_slot::whole(lane_slot::share(plain.rows.size() * sizeof(palette_row<float>))));
    palette streamed;
    streamed.mode = palette_mode::matrix;
    streamed.joint_count = joints;
    streamed.rows = lane_vector<palette_row<float>>(
        plain.rows.size(), arena_allocator<palette_row<float>>(memory.slot()));
    sample_affine(now, joints, plain);
    stream_affine(now, joints, streamed);
    for (int lane = 0; lane < lane_count; ++lane) {
        CHECK(std::memcmp(plain.lane_rows(lane), streamed.lane_rows(lane),
                          lane_of(plain, lane).size_bytes()) == 0);
    }
    palette anywhere = empty_palette(joints); // on the heap, on a line or not
    stream_affine(now, joints, anywhere);
    CHECK(std::memcmp(plain.lane_rows(5), anywhere.lane_rows(5), lane_of(plain, 5).size_bytes()) ==
          0);
}

TEST_CASE("affine clips loop, stop and go back", "[affine]") {
    const auto clips =
        std::make_shared<const clip_set>(clip_set{{random_affine_clip("any", 8, 3, 9)}});
    const clip& source = clips->clips[0]; // 8 frames long at 32 per second
    const auto shown = [&](play_mode mode, float speed, double seconds) {
        clip_player player;
        player.clips = clips;
        player.layers[0] = {.is_used = true, .mode = mode, .clip = 0, .speed = speed};
        advance_clips(player, static_cast<float>(seconds));
        block_moment now;
        now.playing = 1;
        now.lanes[0] = moment_of(player);
        palette out = empty_palette(3);
        sample_affine(now, 3, out);
        return out;
    };
    const auto is_frame = [&](const palette& rows, double frame) {
        return farthest(lane_of(rows, 0), rows_at(source, frame)) < 1e-6;
    };
    CHECK(is_frame(shown(play_mode::loop, 1, 10.5 / 32), 2.5));
    CHECK(is_frame(shown(play_mode::loop, -1, 1.5 / 32), 6.5));
    CHECK(is_frame(shown(play_mode::once, 1, 10.5 / 32), 8));
    CHECK(is_frame(shown(play_mode::ping_pong, 1, 10.5 / 32), 5.5));
    CHECK(is_frame(shown(play_mode::loop, 0, 10.5 / 32), 0));
    CHECK(is_frame(shown(play_mode::once, 2, 1.25 / 32), 2.5));
}
