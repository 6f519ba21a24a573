// What ten thousand clip instances cost. Not part of a run of all tests: jounce_gpu_tests "[.clip_cost]"

#include "clip_case.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdio>

using namespace jounce;

TEST_CASE("upload of 10,000 clip instances of 30 bones", "[.clip_cost]") {
    for (const bool has_levels : {false, true}) {
        gpu_test::clip_case of(render::skin_route::texture,
                               {.mode = palette_mode::matrix, .joints = 30, .vertices = 12});
        render::mesh_id mesh = of.mesh;
        if (has_levels) {
            const auto made = of.renderer->add_levels(std::vector<render::mesh_level>{
                {of.mesh, 0.3F}, {of.mesh, 0.1F}, {of.mesh, 0.001F}});
            REQUIRE(made);
            mesh = *made;
            of.renderer->set_view({{0, 1, 0}, 0.36F});
        }
        test::dice roll(3);
        for (int i = 0; i < 10000; ++i) {
            const entt::entity who = of.registry.create();
            of.registry.emplace<placement>(
                who, placement{roll.vector(60), cast<float>(roll.rotation()), 1});
            of.registry.emplace<render::clip_instance>(
                who, render::clip_instance{.mesh = mesh,
                                           .clip = of.clip,
                                           .phase = static_cast<float>(roll.number(0, 1))});
        }
        std::vector<std::uint64_t> gather;
        for (int i = 0; i < 220; ++i) {
            of.renderer->set_clip_time(i / 60.0);
            of.renderer->upload(of.registry);
            if (i >= 20) {
                gather.push_back(of.renderer->report().gather_ns);
            }
            if (i % 20 == 0) {
                bgfx::frame();
            }
        }
        CHECK(of.renderer->report().drawn == 10000);
        std::sort(gather.begin(), gather.end());
        std::printf("%s, 10,000 clip instances of 30 bones%s: gather best %.3f, median %.3f ms\n",
                    gpu_test::backend().c_str(), has_levels ? " with three levels" : "",
                    1e-6 * static_cast<double>(gather.front()),
                    1e-6 * static_cast<double>(gather[100]));
    }
}
