#include <jounce/modules/render/clip_plan.hpp>
#include <jounce/modules/render/clip_table.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <limits>
#include <string>

using namespace jounce;
using Catch::Matchers::WithinAbs;
using render::clip_instance;
using render::clip_table;

namespace {

affine_frames frames_of(std::uint32_t frames, std::uint32_t joints) {
    affine_frames out;
    out.frames_per_second = 10;
    out.frame_count = frames;
    out.joint_count = joints;
    for (std::uint32_t i = 0; i < 12 * frames * joints; ++i) {
        out.rows.push_back(static_cast<float>(i));
    }
    return out;
}

constexpr std::size_t plenty = 1 << 20;

std::string error_of(const render::clip_source& source, std::size_t room = plenty) {
    clip_table table;
    const auto added = table.add(source, room);
    return added ? "" : added.error().name;
}

/// The moment of an instance in frames.
double moment(const render::planned_clip& clip, const clip_instance& who, double time) {
    const render::frame_pair at = render::frames_at(clip, who, time);
    CHECK(at.frame < clip.frame_count);
    CHECK(at.next < clip.frame_count);
    CHECK((at.share >= 0 && at.share <= 1));
    return static_cast<double>(at.frame) + static_cast<double>(at.share);
}

} // namespace

TEST_CASE("rows of clips lie frame by frame, with their morph weights", "[render][clips]") {
    clip_table table;
    const affine_frames first = frames_of(3, 2);
    const affine_frames second = frames_of(2, 5);
    const std::vector<float> weights = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    REQUIRE(table.add({first}, plenty));
    const auto id = table.add({second, weights}, plenty);
    REQUIRE(id);
    const render::planned_clip& clip = table.clips()[1];
    CHECK(clip.first_texel == 3 * 2 * 3);
    CHECK(clip.frame_texels == 3 * 5 + 2);
    CHECK(clip.morph_count == 5);
    const palette_row<float>* frame = table.rows().data() + clip.first_texel + clip.frame_texels;
    CHECK(frame[0].v[0] == 60);
    CHECK(frame[14].v[3] == 119);
    CHECK(frame[15].v[0] == 6);
    CHECK(frame[16].v[0] == 10);
    CHECK(frame[16].v[1] == 0);
    // What is behind a clip that goes moves up.
    table.remove(render::clip_id{0});
    CHECK(table.clips()[1].first_texel == 0);
    CHECK(table.rows().size() == 2 * 17);
    CHECK(table.rows()[17].v[0] == 60);
    table.remove(render::clip_id{0});
    table.remove(render::clip_id{9});
    CHECK(table.rows().size() == 2 * 17);
}

TEST_CASE("clips that cannot be played are refused by name", "[render][clips]") {
    affine_frames bad = frames_of(2, 3);
    CHECK(error_of({bad}).empty());
    bad.rows.pop_back();
    CHECK(error_of({bad}) == errors::bad_count);
    bad = frames_of(0, 3);
    CHECK(error_of({bad}) == errors::bad_count);
    bad = frames_of(2, 3);
    bad.frame_count = 0xFFFFFFFF;
    CHECK(error_of({bad}) == errors::bad_count);
    bad = frames_of(1, 257);
    CHECK(error_of({bad}) == errors::too_many_joints);
    bad = frames_of(2, 3);
    bad.rows[7] = std::numeric_limits<float>::infinity();
    CHECK(error_of({bad}) == errors::not_finite);
    bad = frames_of(2, 3);
    bad.frames_per_second = 0;
    CHECK(error_of({bad}) == errors::bad_number);
    bad = frames_of(2, 3);
    const std::vector<float> odd = {1, 2, 3};
    CHECK(error_of({bad, odd}) == errors::bad_count);
    CHECK(error_of({bad}, 17) == errors::too_large);
    CHECK(error_of({bad}, 18).empty());
}

TEST_CASE("time goes round, or stops at the ends", "[render][clips]") {
    render::planned_clip clip;
    clip.frame_count = 5;
    clip.frames_per_second = 10;
    clip.closes = true;
    const auto near = [](double x) { return WithinAbs(x, 1e-5); };
    CHECK_THAT(moment(clip, {}, 0), near(0));
    CHECK_THAT(moment(clip, {}, 0.13), near(1.3));
    CHECK_THAT(moment(clip, {}, 0.47), near(4.7)); // towards the first
    CHECK(render::frames_at(clip, {}, 0.47).next == 0);
    CHECK_THAT(moment(clip, {}, 0.5 * 1e6 + 0.21), near(2.1));
    CHECK_THAT(moment(clip, {.speed = -1}, 0.1), near(4));
    CHECK_THAT(moment(clip, {.phase = 0.2F, .speed = 2}, 0.05), near(3));
    CHECK_THAT(moment(clip, {.loops = false}, 7), near(4));
    CHECK_THAT(moment(clip, {.loops = false}, -7), near(0));
    CHECK_THAT(moment(clip, {}, std::numeric_limits<double>::quiet_NaN()), near(0));
    clip.closes = false; // the last frame is the first again
    CHECK_THAT(moment(clip, {}, 0.39), near(3.9));
    CHECK_THAT(moment(clip, {}, 0.43), near(0.3));
    clip.frame_count = 1;
    CHECK_THAT(moment(clip, {}, 3.3), near(0));
    clip_instance runs{.phase = 0.1F, .speed = 2};
    clip.frame_count = 500;
    const double before = moment(clip, runs, 3);
    render::change_speed(runs, 5, 3);
    CHECK_THAT(moment(clip, runs, 3), near(before));
    CHECK_THAT(moment(clip, runs, 4), WithinAbs(before + 50, 1e-3));
}

TEST_CASE("levels do not flicker at their thresholds", "[render][levels]") {
    const render::mesh_level levels[] = {{{}, 0.5F}, {{}, 0.1F}, {{}, 0.02F}};
    const auto choose = [&](float size, int before) {
        return static_cast<int>(
            render::choose_level(levels, size * size, static_cast<std::uint8_t>(before)));
    };
    CHECK(choose(0.6F, 0) == 0);
    CHECK(choose(0.49F, 0) == 1);
    CHECK(choose(0.51F, 1) == 1); // not at once
    CHECK(choose(0.56F, 1) == 0);
    CHECK(choose(0.01F, 0) == 3);
    CHECK(choose(0.021F, 3) == 3);
    CHECK(choose(0.0225F, 3) == 2);
    CHECK(choose(1e10F, 3) == 0);
    const render::mesh_level always[] = {{{}, 0.5F}, {{}, 0}};
    CHECK(render::choose_level(always, 0, 0) == 1);
}
