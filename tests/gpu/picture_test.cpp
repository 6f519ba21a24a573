#include "picture_compare.hpp"
#include "small_scene.hpp"

#include "../../demos/common/write_png.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace jounce;

namespace {

/// Share of pixels that may look different from the reference: other drivers draw other edges.
constexpr double allowed = 0.003;

/// Gives the quaternion of a bone the other sign: the same rotation, but a blend must notice.
void negate(entt::registry& registry, entt::entity who, std::int32_t bone) {
    character_pose pose = pose_of(registry, who);
    const quat<float> q = pose.get(bone).rotation;
    pose.set_rotation(bone, {-q.x, -q.y, -q.z, -q.w});
}

demo::image parade() {
    gpu_test::scene_recipe recipe;
    recipe.renderer.passes = 2;
    recipe.eye.distance = 4.6F;
    recipe.eye.yaw = 0.35F;
    gpu_test::small_scene scene(recipe);
    scene.add(procedural::duck(), -1.2);
    scene.add(procedural::cape(), 0.0);
    scene.add(procedural::pony_tail(), 1.2);
    scene.play(75);
    return scene.draw();
}

/// Linear blending beside dual quaternions, at the widest twist.
demo::image twist() {
    gpu_test::scene_recipe recipe;
    recipe.eye.distance = 3.2F;
    gpu_test::small_scene scene(recipe);
    const entt::entity linear = scene.add(procedural::twist_bar(), -0.6, 0, skin_method::linear);
    const entt::entity dual = scene.add(procedural::twist_bar(), 0.6);
    scene.after_animation = [&](int) {
        negate(scene.registry, linear, 1);
        negate(scene.registry, dual, 1);
    };
    scene.phase_step = 0;
    scene.play(75);
    return scene.draw();
}

demo::image deviation() {
    gpu_test::scene_recipe recipe;
    recipe.renderer.deviation_distance = 0.12F;
    recipe.eye.distance = 3.4F;
    recipe.eye.pitch = 0.35F;
    gpu_test::small_scene scene(recipe);
    scene.add(procedural::plant(), -0.6);
    scene.add(procedural::belly(), 0.7);
    scene.play(50);
    return scene.draw();
}

/// Scale: a creature whose crown has shrunk beside one whose crown has grown.
demo::image squash() {
    gpu_test::scene_recipe recipe;
    recipe.renderer.passes = 2;
    recipe.renderer.route = render::skin_route::compute;
    recipe.eye.distance = 3.0F;
    gpu_test::small_scene scene(recipe);
    const entt::entity flat = scene.add(procedural::creature(), -0.6);
    const entt::entity tall = scene.add(procedural::creature(), 0.6);
    scene.after_animation = [&](int) {
        for (const auto& [who, size] : {std::pair{flat, 0.6F}, {tall, 1.5F}}) {
            character_pose pose = pose_of(scene.registry, who);
            transform<float> crown = pose.get(1);
            crown.scale = size;
            pose.set(1, crown);
        }
    };
    scene.play(30);
    return scene.draw();
}

demo::image drawn(const std::string& name) {
    return name == "parade"      ? parade()
           : name == "twist"     ? twist()
           : name == "deviation" ? deviation()
                                 : squash();
}

std::filesystem::path written_by(const std::string& backend, const std::string& name) {
    return std::filesystem::path(JOUNCE_GPU_PICTURES) / backend / (name + ".png");
}

} // namespace

TEST_CASE("pictures look as they did", "[gpu][picture]") {
    const std::string name = GENERATE("parade", "twist", "deviation", "squash");
    INFO(gpu_test::backend() << ", " << name);
    const demo::image now = drawn(name);
    const std::filesystem::path written = written_by(gpu_test::backend(), name);
    std::filesystem::create_directories(written.parent_path());
    REQUIRE(demo::write_png(written, now));
    const std::filesystem::path file =
        std::filesystem::path(JOUNCE_GPU_REFERENCES) / (name + ".png");
    if (std::getenv("JOUNCE_UPDATE_REFERENCES") != nullptr) {
        REQUIRE(demo::write_png(file, now));
    }
    const auto reference = demo::read_png(file);
    REQUIRE(reference);
    const double share = gpu_test::visible_difference(now, *reference);
    std::printf("%s, %s: %.3f %% of pixels look different from the reference\n",
                gpu_test::backend().c_str(), name.c_str(), 100 * share);
    CHECK(share <= allowed);
    CHECK(std::filesystem::file_size(file) < 30000);
}

// Needs no device: a test of its own, after the runs of both backends.
TEST_CASE("both backends draw the same pictures", "[.backends]") {
    for (const char* name : {"parade", "twist", "deviation", "squash"}) {
        const auto vulkan = demo::read_png(written_by("vulkan", name));
        const auto opengl = demo::read_png(written_by("opengl", name));
        if (!vulkan || !opengl) {
            SKIP((vulkan ? opengl : vulkan).error().message);
        }
        const double any = gpu_test::share_of_different_pixels(*vulkan, *opengl, 0);
        const double seen = gpu_test::share_of_different_pixels(*vulkan, *opengl, 2);
        std::printf("%s: %.3f %% of pixels differ, %.3f %% by more than 2 of 255\n", name,
                    100 * any, 100 * seen);
        INFO(name);
        CHECK(any < 0.001);
    }
}

TEST_CASE("pictures that differ are told apart", "[gpu][picture]") {
    demo::image grey{32, 32, std::vector<std::uint8_t>(32 * 32 * 4, 128)};
    CHECK(gpu_test::visible_difference(grey, grey) == 0);
    CHECK(gpu_test::share_of_different_pixels(grey, grey, 0) == 0);
    demo::image speck = grey;
    speck.rgba[4 * (32 * 10 + 10)] = 160; // one pixel a little redder: not seen, but counted
    CHECK(gpu_test::visible_difference(grey, speck) == 0);
    CHECK(gpu_test::share_of_different_pixels(grey, speck, 2) == 1.0 / 1024);
    demo::image patch = grey;
    for (std::size_t y = 8; y < 16; ++y) {
        for (std::size_t x = 8; x < 16; ++x) {
            patch.rgba[4 * (32 * y + x) + 2] = 200;
        }
    }
    CHECK(gpu_test::visible_difference(grey, patch) >= 36.0 / 1024);
    demo::image other_size{16, 64, grey.rgba};
    CHECK(gpu_test::visible_difference(grey, other_size) == 1);
}
