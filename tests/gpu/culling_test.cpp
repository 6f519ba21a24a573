// Characters that no view sees are neither uploaded nor drawn; all others look as before.

#include "clip_case.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/counted_new.hpp"

using namespace jounce;
using render::skin_route;

namespace {

skin_route any_route() {
    return GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute,
                    skin_route::cpu);
}

/// A box of the world, as an orthographic light would have it.
render::frustum box_around(const vec3<double>& centre, float half) {
    return {{{{{1, 0, 0}, half},
              {{-1, 0, 0}, half},
              {{0, 1, 0}, half},
              {{0, -1, 0}, half},
              {{0, 0, 1}, half},
              {{0, 0, -1}, half}}},
            centre};
}

/// Moves every second character far away, without changing what it looks like.
void part(entt::registry& registry, const std::vector<entt::entity>& all, const vec3<double>& far) {
    for (std::size_t i = 1; i < all.size(); i += 2) {
        placement& at = registry.get<placement>(all[i]);
        at.position = at.position + far;
    }
}

} // namespace

TEST_CASE("characters that no view sees are left out", "[gpu][culling]") {
    const skin_route route = any_route();
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::drawn_case shown({.influences = 2, .morphs = 3, .characters = 10, .springs = true}, 3,
                               {.route = route});
    for (std::size_t i = 0; i < 10; ++i) {
        shown.of.look(i).method = method;
    }
    const vec3<double> far = {400, 0, 0};
    part(shown.of.registry, shown.of.all, far);
    const auto whole = shown.look_at_all();
    CHECK(shown.renderer->report().culled == 0); // none is set
    CHECK(shown.renderer->report().drawn == 10);
    const std::size_t all_texels = shown.renderer->report().palette_texels;

    SECTION("one view") {
        const render::frustum views[] = {box_around({0, 0, 0}, 60)};
        shown.renderer->set_frusta(views);
        const auto seen = shown.look_at_all();
        CHECK(shown.renderer->report().culled == 5);
        CHECK(shown.renderer->report().drawn == 5);
        CHECK(shown.renderer->report().palette_texels < all_texels);
        for (std::size_t i = 0; i < 10; ++i) {
            if (i % 2 == 1) {
                gpu_test::check_absent(seen[i]);
            } else {
                gpu_test::check_same(seen[i], gpu_test::expected(shown.of, i, method));
            }
        }
        shown.renderer->set_frusta({});
        CHECK(gpu_test::compare(shown.look_at_all()[1], whole[1]).position == 0);
        CHECK(shown.renderer->report().culled == 0);
    }
    SECTION("a second view, of shadows, sees the others") {
        const render::frustum views[] = {box_around({0, 0, 0}, 60), box_around(far, 60)};
        shown.renderer->set_frusta(views);
        const auto seen = shown.look_at_all();
        CHECK(shown.renderer->report().culled == 0);
        for (std::size_t i = 0; i < 10; ++i) {
            CHECK(gpu_test::compare(seen[i], whole[i]).position == 0);
        }
    }
    SECTION("nobody is seen") {
        const render::frustum views[] = {box_around({0, 5000, 0}, 60)};
        shown.renderer->set_frusta(views);
        for (const auto& each : shown.look_at_all()) {
            gpu_test::check_absent(each);
        }
        CHECK(shown.renderer->report().culled == 10);
        CHECK(shown.renderer->report().palette_texels == 0);
        CHECK(shown.renderer->report().draws == 0);
    }
}

TEST_CASE("clip instances that no view sees are left out", "[gpu][culling][clips]") {
    const skin_route route = any_route();
    const int morphs = GENERATE(0, 4);
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    gpu_test::clip_case shown(route, {.mode = palette_mode::matrix, .morphs = morphs});
    for (int i = 0; i < 8; ++i) {
        shown.add({.phase = 0.07F * static_cast<float>(i)});
    }
    part(shown.registry, shown.all, {0, 0, 300});
    const auto whole = shown.look();
    const render::frustum views[] = {box_around({0, 0, 0}, 40)};
    shown.renderer->set_frusta(views);
    const auto seen = shown.look();
    CHECK(shown.renderer->report().culled == 4);
    CHECK(shown.renderer->report().clip_instances == 4);
    CHECK(shown.renderer->report().at_level[0] == 4);
    for (std::size_t i = 0; i < 8; ++i) {
        if (i % 2 == 1) {
            gpu_test::check_absent(seen[i]);
        } else {
            CHECK(gpu_test::compare(seen[i], whole[i]).position < 1e-6F);
        }
    }
}

TEST_CASE("a renderer that follows a pipeline culls by the pose that it draws", "[gpu][culling]") {
    gpu_test::drawn_case shown({.characters = 4}, 5, {.route = skin_route::texture});
    pipeline frames(shown.of.registry);
    shown.renderer->follow(frames, shown.of.registry);
    const render::frustum views[] = {box_around({0, 0, 0}, 60)};
    shown.renderer->set_frusta(views);
    frames.run(1.0F / 60);
    shown.renderer->upload(shown.of.registry);
    CHECK(shown.renderer->report().drawn == 4);
    bgfx::frame();
    // After the plan of a followed frame would have been made.
    frames.run(1.0F / 60);
    shown.of.registry.get<placement>(shown.of.all[2]).position.y += 900;
    shown.renderer->upload(shown.of.registry);
    CHECK(shown.renderer->report().drawn == 3);
    CHECK(shown.renderer->report().culled == 1);
    bgfx::frame();
    shown.renderer->set_frusta({});
    frames.run(1.0F / 60);
    shown.renderer->upload(shown.of.registry);
    CHECK(shown.renderer->report().drawn == 4);
    bgfx::frame();
}

TEST_CASE("culling allocates nothing once its lists have grown", "[gpu][culling][no-allocation]") {
    gpu_test::drawn_case shown({.characters = 12}, 6, {.route = skin_route::texture});
    const render::frustum near = box_around({0, 0, 0}, 60), away = box_around({0, 900, 0}, 60);
    long counted = 0;
    for (int i = 0; i < 30; ++i) {
        const render::frustum views[] = {i % 2 == 0 ? near : away};
        const long before = test::allocations;
        shown.renderer->set_frusta(views);
        shown.renderer->upload(shown.of.registry);
        counted += i < 10 ? 0 : test::allocations - before;
        bgfx::frame();
    }
    CHECK(counted == 0);
}
