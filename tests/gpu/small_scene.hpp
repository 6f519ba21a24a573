#pragma once

#include "gpu_fixture.hpp"

#include "../../demos/common/camera.hpp"
#include "../../demos/common/ground.hpp"
#include "../../demos/common/sun_shadow.hpp"

#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <functional>
#include <memory>

namespace gpu_test {

/// How a scene is drawn.
struct scene_recipe {
    jounce::render::renderer_options renderer;
    bool depth_pass = false; ///< depth before colour; shadows are always cast
    demo::camera eye;
};

/// A ground in the sun, and characters of `modules/procedural` on it. Draws into the shared device.
class small_scene {
public:
    explicit small_scene(const scene_recipe& recipe);
    ~small_scene();

    /// Adds a character that looks to the camera from a place on the ground.
    entt::entity add(const jounce::procedural::model& of, double x, double z = 0,
                     jounce::skin_method method = jounce::skin_method::dual_quaternion);
    /// Animates and simulates so many frames from the start.
    void play(int frames);
    /// Called with every frame's animated pose, before it is simulated.
    std::function<void(int frame)> after_animation;
    double phase_step = 0.21; ///< between the motions of neighbours

    /// Draws all passes of one frame, ends it, and returns the picture.
    demo::image draw();

    entt::registry registry;
    kept_log log;
    jounce::render::skin_renderer& renderer() { return *renderer_; }
    /// All vertices of the characters' meshes, each counted once.
    std::size_t vertex_count() const { return vertex_count_; }

private:
    scene_recipe recipe_;
    std::unique_ptr<jounce::render::skin_renderer> renderer_;
    jounce::pipeline pipeline_;
    demo::sun_shadow sun_;
    jounce::render::unique_handle<bgfx::ShaderHandle> lit_shader_;
    jounce::render::unique_handle<bgfx::ShaderHandle> depth_shader_;
    demo::ground ground_;
    jounce::render::skin_programs lit_;
    jounce::render::skin_programs depth_;
    std::vector<entt::entity> players_;
    std::size_t vertex_count_ = 0;
};

} // namespace gpu_test
