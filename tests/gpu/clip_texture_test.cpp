// Characters without bones of their own, which play clips from the GPU's memory.

#include "clip_case.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>

#include "support/counted_new.hpp"

using namespace jounce;
using gpu_test::clip_case;
using render::clip_instance;
using render::skin_route;

namespace {

skin_route any_route() {
    return GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute,
                    skin_route::cpu);
}

} // namespace

TEST_CASE("clips of the GPU's memory are skinned as the yardstick does", "[gpu][clips]") {
    const skin_route route = any_route();
    const int influences = GENERATE(4, 8);
    const int morphs = GENERATE(0, 6);
    INFO(gpu_test::backend() << ", " << render::route_name(route) << ", " << influences
                             << " influences, " << morphs << " morphs");
    clip_case shown(route,
                    {.mode = palette_mode::matrix, .influences = influences, .morphs = morphs});
    // Ten frames a second, five frames: keys, between keys, from the last to the first, further rounds, backwards.
    const double times[] = {0, 0.2, 0.13, 0.45, 3.27, -0.31};
    for (const double time : times) {
        shown.add({.phase = static_cast<float>(time)});
    }
    shown.add({.phase = 0.77F, .loops = false}); // stays at the end
    const auto seen = shown.look();
    CHECK(shown.renderer->report().drawn == 7);
    CHECK(shown.renderer->report().clip_instances == 7);
    const bool on_gpu = route == skin_route::texture || route == skin_route::compute;
    CHECK(shown.renderer->report().draws == (on_gpu ? 1U : 7U));
    CHECK((shown.renderer->report().palette_texels == 0) == on_gpu);
    for (std::size_t c = 0; c < 6; ++c) {
        INFO("seconds: " << times[c]);
        const double frames = 10 * times[c] - 5 * std::floor(10 * times[c] / 5);
        gpu_test::check_same(seen[c], shown.expected(c, frames), 2e-6F);
    }
    gpu_test::check_same(seen[6], shown.expected(6, 4), 2e-6F);
}

TEST_CASE("between two frames every vertex is between its places", "[gpu][clips]") {
    const skin_route route = any_route();
    clip_case shown(route, {.mode = palette_mode::matrix});
    for (const float time : {0.1F, 0.2F, 0.15F}) {
        shown.add({.phase = time});
    }
    // All in one place.
    for (const entt::entity who : shown.all) {
        shown.registry.get<placement>(who) = shown.registry.get<placement>(shown.all[0]);
    }
    const auto seen = shown.look();
    for (std::size_t v = 0; v < seen[0].size(); ++v) {
        const vec3<float> middle = 0.5F * (seen[0][v].position + seen[1][v].position);
        REQUIRE(length(seen[2][v].position - middle) < 1e-5F);
    }
    CHECK(gpu_test::compare(seen[0], seen[1]).position > 0.1F);
}

TEST_CASE("a clip and a palette of the same bones look the same, in one draw", "[gpu][clips]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.mode = palette_mode::matrix, .characters = 2}, 5,
                               {.route = route});
    const character& home = shown.of.registry.get<const character>(shown.of.all[1]);
    const palette& rows = shown.of.registry.get<const palette>(home.block);
    affine_frames frames;
    frames.frame_count = 1;
    frames.joint_count = static_cast<std::uint32_t>(rows.joint_count);
    const palette_row<float>* first = rows.lane_rows(home.lane);
    for (std::int32_t r = 0; r < rows.rows_per_lane(); ++r) {
        frames.rows.insert(frames.rows.end(), first[r].v, first[r].v + 4);
    }
    const auto clips = shown.renderer->add_clips(std::vector<render::clip_source>{{frames}});
    REQUIRE(clips);
    const entt::entity twin = shown.of.registry.create();
    shown.of.registry.emplace<placement>(
        twin, placement(shown.of.registry.get<placement>(shown.of.all[1])));
    shown.of.registry.emplace<clip_instance>(
        twin,
        clip_instance{.mesh = shown.mesh, .clip = clips->front(), .tint = gpu_test::probe_tint(2)});
    shown.of.all.push_back(twin);
    const auto seen = shown.look_at_all();
    CHECK(shown.renderer->report().drawn == 3);
    if (route == skin_route::texture) {
        CHECK(shown.renderer->report().draws == 1);
    }
    CHECK(gpu_test::compare(seen[2], seen[1]).position < 1e-6F);
    CHECK(gpu_test::compare(seen[2], seen[1]).normal < 1e-5F);
    CHECK(gpu_test::compare(seen[2], seen[0]).position > 0.1F);
}

TEST_CASE("clips come and go beside each other", "[gpu][clips]") {
    const skin_route route = any_route();
    clip_case shown(route, {.mode = palette_mode::matrix});
    const affine_frames other = gpu_test::random_frames(24, 3, 99);
    const auto more = shown.renderer->add_clips(std::vector<render::clip_source>{{other}});
    REQUIRE(more);
    shown.add({.clip = more->front()});
    shown.add({.phase = 0.1F});
    gpu_test::check_same(shown.look()[0], shown.expected(0, 0, other));
    // The first one goes, and the other moves up.
    shown.renderer->remove_clip(shown.clip);
    const auto seen = shown.look();
    gpu_test::check_same(seen[0], shown.expected(0, 0, other));
    gpu_test::check_absent(seen[1]);
    CHECK(shown.renderer->report().drawn == 1);
    CHECK(shown.log.count("clip") == 1);
}

TEST_CASE("what does not fit its clip is not drawn, and told once", "[gpu][clips]") {
    clip_case shown(skin_route::texture, {.mode = palette_mode::matrix});
    const affine_frames few = gpu_test::random_frames(23, 2, 3);
    const auto clips = shown.renderer->add_clips(std::vector<render::clip_source>{{few}});
    REQUIRE(clips);
    shown.add({.clip = clips->front()});
    shown.add({.clip = render::clip_id{77}});
    shown.add({.hidden = true});
    shown.add({});
    for (int i = 0; i < 2; ++i) {
        const auto seen = shown.look();
        gpu_test::check_absent(seen[0]);
        gpu_test::check_absent(seen[1]);
        gpu_test::check_absent(seen[2]);
        CHECK(seen[3][0].drawn);
    }
    CHECK(shown.log.count("2 characters are not drawn") == 1);
}

TEST_CASE("meshes with levels are drawn by size on the screen", "[gpu][clips][levels]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    clip_case shown(route, {.mode = palette_mode::matrix});
    // Coarser levels have fewer vertices: those of the first triangles.
    const auto coarse = [&](std::size_t triangles) {
        render::mesh_source source = shown.of.mesh.source();
        source.triangles = source.triangles.first(3 * triangles);
        const auto added = shown.renderer->add_mesh(source);
        REQUIRE(added);
        return *added;
    };
    const render::mesh_level levels[] = {
        {shown.mesh, 0.5F}, {coarse(40), 0.1F}, {coarse(4), 0.02F}};
    const auto mesh = shown.renderer->add_levels(levels);
    REQUIRE(mesh);
    const double distances[] = {1, 8, 40, 400};
    for (const double away : distances) {
        const entt::entity who = shown.add({.mesh = *mesh});
        shown.registry.get<placement>(who) = {{away, 0, 0}, {0, 0, 0, 1}, 1};
    }
    const auto count = [](const std::vector<gpu_test::seen_vertex>& seen) {
        return std::count_if(seen.begin(), seen.end(),
                             [](const gpu_test::seen_vertex& v) { return v.drawn; });
    };
    // Without a view all are at their finest.
    for (const auto& each : shown.look()) {
        CHECK(count(each) == 300);
    }
    shown.renderer->set_view({{0, 0, 0}, 1.0F});
    const auto seen = shown.look();
    CHECK(count(seen[0]) == 300);
    CHECK((count(seen[1]) > 50 && count(seen[1]) <= 120));
    CHECK((count(seen[2]) > 6 && count(seen[2]) <= 12));
    CHECK(count(seen[3]) == 0);
    CHECK(shown.renderer->report().too_small == 1);
    CHECK(shown.renderer->report().drawn == 3);
    CHECK(shown.log.lines.size() == 1); // what is too small is no fault
    const auto level = [&](std::size_t who) {
        return shown.registry.get<clip_instance>(shown.all[who]).level;
    };
    CHECK((level(0) == 0 && level(1) == 1 && level(2) == 2 && level(3) == 3));
    // From where the last one stands it is large.
    shown.renderer->set_view({{400, 0, 1}, 1.0F});
    CHECK(count(shown.look()[3]) == 300);
}

TEST_CASE("characters with bones have levels too", "[gpu][levels]") {
    const skin_route route = any_route();
    gpu_test::drawn_case shown({.characters = 2}, 5, {.route = route});
    render::mesh_source source = shown.of.mesh.source();
    source.triangles = source.triangles.first(12);
    const auto coarse = shown.renderer->add_mesh(source);
    REQUIRE(coarse);
    const auto mesh = shown.renderer->add_levels(
        std::vector<render::mesh_level>{{shown.mesh, 0.3F}, {*coarse, 0}});
    REQUIRE(mesh);
    shown.of.dress(*mesh);
    shown.of.registry.get<placement>(shown.of.all[1]).position.x += 30;
    shown.renderer->set_view({{}, 1.0F});
    const auto seen = shown.look_at_all();
    gpu_test::check_same(seen[0], gpu_test::expected(shown.of, 0));
    CHECK(shown.of.look(0).level == 0);
    CHECK(shown.of.look(1).level == 1);
    CHECK(std::count_if(seen[1].begin(), seen[1].end(),
                        [](const gpu_test::seen_vertex& v) { return v.drawn; }) <= 12);
}

TEST_CASE("levels that do not belong together are refused by name", "[gpu][levels]") {
    gpu_test::drawn_case shown({}, 5, {.route = skin_route::texture});
    const auto error_of = [&](const std::vector<render::mesh_level>& levels) -> std::string {
        const auto made = shown.renderer->add_levels(levels);
        return made ? "" : made.error().name;
    };
    const gpu_test::random_case other({.joints = 20}, 3);
    const auto added = shown.renderer->add_mesh(other.mesh.source());
    REQUIRE(added);
    CHECK(error_of({{shown.mesh, 0.5F}, {shown.mesh, 0.1F}}).empty());
    CHECK(error_of({}) == errors::no_mesh);
    CHECK(error_of({{render::mesh_id{99}, 0}}) == errors::bad_index);
    CHECK(error_of({{shown.mesh, 0.5F}, {*added, 0.1F}}) == errors::inconsistent);
    CHECK(error_of({{shown.mesh, 0.1F}, {shown.mesh, 0.5F}}) == errors::bad_order);
    CHECK(error_of({{shown.mesh, -1}}) == errors::bad_order);
    CHECK(error_of(std::vector<render::mesh_level>(render::max_mesh_levels + 1, {shown.mesh, 0})) ==
          errors::too_many);
}

TEST_CASE("clips are on a device that is lost and found", "[gpu][clips][abandons]") {
    const skin_route route = any_route();
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    clip_case shown(route, {.mode = palette_mode::matrix, .morphs = 3});
    shown.add({.phase = 0.13F});
    gpu_test::check_same(shown.look()[0], shown.expected(0, 1.3), 2e-6F);
    shown.probe.reset();
    shown.renderer->forget_device();
    gpu_test::end_shared_device();
    gpu_test::shared_device();
    REQUIRE(shown.renderer->restore_device());
    shown.probe.emplace(route);
    gpu_test::check_same(shown.look()[0], shown.expected(0, 1.3), 2e-6F);
}

TEST_CASE("clip instances allocate nothing once lists have grown", "[gpu][clips][no-allocation]") {
    const skin_route route = any_route();
    clip_case shown(route, {.mode = palette_mode::matrix});
    for (int i = 0; i < 10; ++i) {
        shown.add({.phase = 0.1F * static_cast<float>(i)});
    }
    long counted = 0;
    for (int i = 0; i < 20; ++i) {
        shown.renderer->set_clip_time(0.01 * i);
        const long before = test::allocations;
        shown.renderer->upload(shown.registry);
        counted += i < 10 ? 0 : test::allocations - before;
        shown.probe->look_at_all(*shown.renderer, 300, 10);
    }
    CHECK(counted == 0);
}
