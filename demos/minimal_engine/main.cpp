// A whole engine in one file; jounce is plugged in at the numbers, which README.md walks through.

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/profiling/cost_table.hpp>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <bgfx/platform.h>
#include <bx/math.h>
#include <taskflow/taskflow.hpp>

#include <stdexcept>

extern "C" void* glfwGetX11Display(void); // glfw3native.h would want every header of X11
extern "C" unsigned long glfwGetX11Window(GLFWwindow* window);

/// How this engine takes errors. jounce throws none: it returns a value, or what is wrong.
template <class Value> Value need(jounce::result<Value> made) {
    return made ? *std::move(made) : throw std::runtime_error(made.error().message);
}

/// What is drawn on: a window, or a texture where there is none.
struct screen {
    static constexpr std::uint16_t width = 1280, height = 720; // as bgfx has it unless told
    GLFWwindow* window = nullptr;
    explicit screen(bool headless) {
        bgfx::Init init; // Vulkan, else OpenGL, else a device that draws nothing
        if (headless) {
            setenv("EGL_PLATFORM", "surfaceless", 0); // OpenGL without a display
        } else {
            glfwInit();
            glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API); // bgfx makes its own
            window = glfwCreateWindow(width, height, "jounce", nullptr, nullptr);
            if (window == nullptr) {
                throw std::runtime_error("no window can be opened here; try --headless");
            }
            init.platformData.ndt = glfwGetX11Display();
            init.platformData.nwh = reinterpret_cast<void*>(glfwGetX11Window(window));
        }
        bgfx::renderFrame(); // before init: bgfx draws on this thread
        bgfx::init(init);
        if (headless) {
            constexpr auto rt = BGFX_TEXTURE_RT;
            const bgfx::TextureHandle layers[] = {
                bgfx::createTexture2D(width, height, false, 1, bgfx::TextureFormat::RGBA8, rt),
                bgfx::createTexture2D(width, height, false, 1, bgfx::TextureFormat::D24S8, rt)};
            bgfx::setViewFrameBuffer(0, bgfx::createFrameBuffer(2, layers, true));
        }
        float view[16], lens[16];
        bx::mtxLookAt(view, {0, 4, 10}, {0, 0.6F, 0}, {0, 1, 0}, bx::Handedness::Right);
        bx::mtxProj(lens, 45, 16 / 9.0F, 0.1F, 100, bgfx::getCaps()->homogeneousDepth,
                    bx::Handedness::Right);
        bgfx::setViewTransform(0, view, lens);
        bgfx::setViewRect(0, 0, 0, width, height);
        bgfx::setViewClear(0, BGFX_CLEAR_COLOR | BGFX_CLEAR_DEPTH, 0x30404AFF);
    }
    ~screen() {
        bgfx::shutdown();
        glfwTerminate();
    }
};

/// A component of the engine's own, on the entities that jounce makes: walks in a circle.
struct stroll {
    double start; ///< share of the way round
};

void add_crowd(entt::registry& registry, jounce::render::skin_renderer& renderer,
               const char* file) {
    const auto made = jounce::procedural::pony_tail(); // [2] made by code, unless a file is given
    jounce::authoring::ready_character from{.kind = {made.kind}};
    jounce::render::appearance look;
    if (file != nullptr) {
        from = need(jounce::authoring::read_character(file));
        for (const jounce::gltf::mesh& mesh : from.model.meshes) {
            if (!mesh.is_visible) {
                break; // those hidden by the file come last
            }
            look.meshes.push_back(need(renderer.add_mesh(from.kind.kind->bind, mesh.vertices,
                                                         mesh.triangles, {}, mesh.morphs)));
        }
    } else {
        look.meshes.push_back(need(renderer.add_mesh(made.kind->bind, made.shape->vertices,
                                                     made.shape->triangles, made.shape->colours)));
    }
    for (int i = 0; i < 24; ++i) {
        const entt::entity who = jounce::gltf::spawn(registry, from.kind); // [3]
        registry.emplace<jounce::render::appearance>(who, look);
        registry.emplace<stroll>(who, stroll{i / 24.0});
        registry.emplace<jounce::procedural::motion>(who, file == nullptr ? made.plan : nullptr);
        if (!from.model.clips.clips.empty()) {
            jounce::play(registry, who, from.model.clips.clips[0].name);
        }
    }
}

void move_all(entt::registry& registry, double time) { // [4]
    for (auto [who, path, at] : registry.view<const stroll, jounce::placement>().each()) {
        const double half = 3.1416 * (0.04 * time + path.start);
        const auto turn = static_cast<float>(half + 0.7854);
        at.position = {4 * std::sin(2 * half), 0, 4 * std::cos(2 * half)};
        at.rotation = {0, std::sin(turn), 0, std::cos(turn)};
        if (registry.get<jounce::procedural::motion>(who).plan != nullptr) { // others play a clip
            jounce::procedural::animate(registry, who, time, path.start);
        }
    }
}

int main(int count, char** words) try {
    const char* file = nullptr;
    int frames = 1 << 30;
    bool headless = false;
    for (int i = 1; i < count; ++i) {
        if (const std::string_view word = words[i]; word == "--headless") {
            headless = true;
        } else if (word == "--frames" && i + 1 < count) {
            frames = std::atoi(words[++i]);
        } else {
            file = words[i];
        }
    }
    const screen on(headless);
    entt::registry registry;
    tf::Executor workers;
    jounce::pipeline springs(registry); // [1]
    const auto renderer = need(jounce::render::skin_renderer::make());
    const jounce::render::unique_handle lamp(jounce::render::make_shader("fs_headlight"));
    const auto programs = need(renderer->link(lamp.get()));
    add_crowd(registry, *renderer, file);
    double time = 0, dt = 0;
    tf::Taskflow frame; // the engine's own graph; jounce is a task of it
    auto moving = frame.emplace([&] { move_all(registry, time); });
    moving.precede(frame.emplace([&] { springs.run(workers, static_cast<float>(dt)); })); // [5]
    for (int f = 0; f < frames && (headless || !glfwWindowShouldClose(on.window)); ++f) {
        dt = (headless ? (f + 1) / 60.0 : glfwGetTime()) - time;
        time += dt;
        workers.run(frame).wait();
        renderer->upload(registry, {}, &workers); // [6]
        renderer->draw(0, programs, BGFX_STATE_DEFAULT & ~BGFX_STATE_CULL_MASK);
        bgfx::frame();
        glfwPollEvents();
    }
    std::printf("%s, %zu characters drawn\n%s", bgfx::getRendererName(bgfx::getRendererType()),
                renderer->report().drawn, format_cost_table(springs.stats()).c_str());
} catch (const std::exception& wrong) {
    std::fprintf(stderr, "minimal engine: %s\n", wrong.what());
    return 1;
}
