// What an upload costs. Not part of a run of all tests: jounce_gpu_tests "[.upload]"

#include "random_case.hpp"

#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <cstdio>

#include "support/counted_new.hpp"

using namespace jounce;
using render::skin_route;

namespace {

struct bench_crowd {
    entt::registry registry;
    pipeline frames;
    std::vector<entt::entity> all;
    gpu_test::kept_log log;
    std::unique_ptr<render::skin_renderer> renderer;

    explicit bench_crowd(skin_route route, int characters = 1000)
        : frames(registry), renderer(gpu_test::make_renderer({.route = route}, log)) {
        const auto kind = procedural::bench_character(64, 16, stable_solver);
        REQUIRE(kind);
        const test::owned_mesh mesh =
            test::random_mesh(1, {.joints = 64, .vertices = 12, .triangles = 4});
        const auto added = renderer->add_mesh(mesh.source());
        REQUIRE(added);
        render::appearance look;
        look.meshes = {*added};
        for (int i = 0; i < characters; ++i) {
            all.push_back(procedural::spawn(registry, *kind));
            registry.emplace_or_replace<placement>(all.back(),
                                                   placement{{1.0 * i, 0, 0}, {0, 0, 0, 1}, 1});
            registry.emplace<render::appearance>(all.back(), look);
        }
    }
    void frame(tf::Executor* workers) {
        if (workers != nullptr) {
            frames.run(*workers, 1.0F / 60);
        } else {
            frames.run(1.0F / 60);
        }
        renderer->upload(registry, {}, workers);
    }
};

double milliseconds(std::uint64_t ns) { return static_cast<double>(ns) * 1e-6; }

} // namespace

TEST_CASE("upload of 1000 characters of 64 bones", "[.upload]") {
    for (const auto& [threads, follows] :
         {std::pair(1U, false), std::pair(2U, false), std::pair(1U, true), std::pair(2U, true)}) {
        bench_crowd of(skin_route::texture);
        if (follows) {
            of.renderer->follow(of.frames, of.registry);
        }
        tf::Executor executor(threads);
        tf::Executor* workers = threads > 1 ? &executor : nullptr;
        std::vector<std::uint64_t> gather;
        std::vector<std::uint64_t> whole;
        for (int i = 0; i < 120; ++i) {
            of.frame(workers);
            if (i >= 20) {
                gather.push_back(of.renderer->report().gather_ns);
                whole.push_back(of.renderer->report().upload_ns);
            }
            bgfx::frame();
        }
        std::sort(gather.begin(), gather.end());
        std::sort(whole.begin(), whole.end());
        std::printf(
            "%s, %u threads%s: planning and copying best %.3f, median %.3f ms; all of upload "
            "best %.3f, median %.3f ms\n",
            gpu_test::backend().c_str(), threads, follows ? ", within frames" : "",
            milliseconds(gather.front()), milliseconds(gather[50]), milliseconds(whole.front()),
            milliseconds(whole[50]));
        CHECK(of.renderer->report().palette_texels == 1000 * 64 * 3);
    }
}

TEST_CASE("uploading and drawing allocates nothing of jounce's", "[gpu][no-allocation]") {
    const auto route =
        GENERATE(skin_route::texture, skin_route::uniforms, skin_route::compute, skin_route::cpu);
    INFO(gpu_test::backend() << ", " << render::route_name(route));
    bench_crowd of(route, 100);
    const render::unique_handle<bgfx::ShaderHandle> fragment(render::make_shader("fs_depth"));
    const auto programs = of.renderer->link(fragment.get());
    REQUIRE(programs);
    long counted = 0;
    for (int i = 0; i < 60; ++i) {
        of.frames.run(1.0F / 60);
        const long before = test::allocations;
        of.renderer->upload(of.registry);
        of.renderer->draw(demo::views::main, *programs, BGFX_STATE_WRITE_Z);
        of.renderer->draw(demo::views::depth, *programs, BGFX_STATE_WRITE_Z);
        counted += i < 20 ? 0 : test::allocations - before;
        for (const bgfx::ViewId view : {demo::views::skin, demo::views::main, demo::views::depth}) {
            bgfx::setViewFrameBuffer(view, gpu_test::shared_device().target());
        }
        bgfx::frame();
    }
    CHECK(counted == 0);
}
