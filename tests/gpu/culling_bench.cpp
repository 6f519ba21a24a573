// What culling costs and saves. Not part of a run of all tests: jounce_gpu_tests "[.culling_cost]"

#include "clip_case.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace jounce;

namespace {

/// Everybody at x < 0 is outside, of those at x > 0 nobody.
render::frustum half_of_the_world() {
    render::frustum out;
    out.planes[0] = {{1, 0, 0}, 0};
    return out;
}
render::frustum nothing() {
    render::frustum out;
    out.planes[0] = {{1, 0, 0}, -1e6F};
    return out;
}

render::frustum everything() {
    render::frustum out;
    out.planes[0] = {{1, 0, 0}, 1e6F};
    return out;
}

void measure(const char* what, render::skin_renderer& renderer, entt::registry& registry) {
    struct view {
        const char* name;
        std::vector<render::frustum> frusta;
    };
    const view views[] = {{"no frustum", {}},
                          {"all seen", {everything()}},
                          {"half culled", {half_of_the_world()}},
                          {"all culled", {nothing()}}};
    for (const view& each : views) {
        renderer.set_frusta(each.frusta);
        std::vector<std::uint64_t> gather;
        std::clock_t processor = 0; // also where others use the machine
        for (int i = 0; i < 120; ++i) {
            const std::clock_t start = std::clock();
            renderer.upload(registry);
            if (i >= 20) {
                processor += std::clock() - start;
                gather.push_back(renderer.report().gather_ns);
            }
            if (i % 4 == 0) {
                bgfx::frame();
            }
        }
        std::sort(gather.begin(), gather.end());
        std::printf("%s, %s, %s: drawn %zu, culled %zu, gather best %.3f, median %.3f ms, "
                    "processor time of upload in the mean %.3f ms\n",
                    gpu_test::backend().c_str(), what, each.name, renderer.report().drawn,
                    renderer.report().culled, 1e-6 * static_cast<double>(gather.front()),
                    1e-6 * static_cast<double>(gather[50]),
                    10.0 * static_cast<double>(processor) / CLOCKS_PER_SEC);
    }
}

} // namespace

TEST_CASE("culling of 10,000 clip instances", "[.culling_cost]") {
    gpu_test::clip_case of(render::skin_route::texture,
                           {.mode = palette_mode::matrix, .joints = 30, .vertices = 12});
    test::dice roll(3);
    for (int i = 0; i < 10000; ++i) {
        const entt::entity who = of.registry.create();
        of.registry.emplace<placement>(who,
                                       placement{roll.vector(60), cast<float>(roll.rotation()), 1});
        of.registry.emplace<render::clip_instance>(
            who, render::clip_instance{.mesh = of.mesh,
                                       .clip = of.clip,
                                       .phase = static_cast<float>(roll.number(0, 1))});
    }
    measure("10,000 clip instances of 30 bones", *of.renderer, of.registry);
}

TEST_CASE("culling of 10,000 characters", "[.culling_cost]") {
    for (const skin_method method : {skin_method::dual_quaternion, skin_method::linear}) {
        entt::registry registry;
        pipeline frames(registry);
        gpu_test::kept_log log;
        const auto renderer = gpu_test::make_renderer({.route = render::skin_route::texture}, log);
        const procedural::model model = procedural::creature(stable_solver);
        const auto joints = static_cast<std::int32_t>(model.kind->bind.joints.size());
        const auto added = renderer->add_mesh(
            {model.shape->vertices, model.shape->triangles, joints, model.kind->bind.mode});
        REQUIRE(added);
        render::appearance look;
        look.meshes = {*added};
        look.method = method;
        test::dice roll(4);
        for (int i = 0; i < 10000; ++i) {
            const entt::entity who = procedural::spawn(registry, model);
            registry.emplace_or_replace<placement>(who, placement{roll.vector(60), {}, 1});
            registry.emplace<render::appearance>(who, look);
        }
        frames.run(1.0F / 60);
        const std::string what = "10,000 characters of " + std::to_string(joints) + " joints, " +
                                 (method == skin_method::linear ? "linear" : "dual quaternions");
        measure(what.c_str(), *renderer, registry);
    }
}
