// Characters with normal maps, drawn by an engine's own vertex and fragment shaders (shaders/example). What is new over
// main.cpp has numbers, which README.md walks through.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <compiled/fs_scales.h>
#include <compiled/vs_scales4.h>
#include <compiled/vs_scales8.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <bgfx/platform.h>
#include <bx/math.h>
#include <taskflow/taskflow.hpp>

#include <cstdio>
#include <stdexcept>

extern "C" void* glfwGetX11Display(void); // glfw3native.h would want every header of X11
extern "C" unsigned long glfwGetX11Window(GLFWwindow* window);

template <class Value> Value need(jounce::result<Value> made) {
    return made ? *std::move(made) : throw std::runtime_error(made.error().message);
}

/// What is drawn on: a window, or a texture where there is none.
struct screen {
    static constexpr std::uint16_t width = 1280, height = 720;
    GLFWwindow* window = nullptr;
    explicit screen(bool headless) {
        bgfx::Init init;
        if (headless) {
            setenv("EGL_PLATFORM", "surfaceless", 0); // OpenGL without a display
        } else {
            glfwInit();
            glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
            window = glfwCreateWindow(width, height, "jounce: own shaders", nullptr, nullptr);
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
        bx::mtxLookAt(view, {0, 1, 3.4F}, {0, 0.6F, 0}, {0, 1, 0}, bx::Handedness::Right);
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

/// [1] What the mesh has besides: coordinates round its upright axis, and tangents along them. A mesh from a file has
/// `gltf::mesh::surface`. Vertices at the seam are doubled, so that no triangle runs backwards round the whole mesh.
jounce::surface_vertices wrap(jounce::procedural::surface& shape) {
    jounce::surface_vertices out;
    const auto add = [&](std::size_t v, float more) {
        const jounce::vec3<float> p = shape.vertices.positions[v], n = shape.vertices.normals[v];
        const jounce::vec3<float> round = jounce::cross(jounce::vec3<float>{0, 1, 0}, n);
        const float size = jounce::length(round);
        const jounce::vec3<float> t = size > 0 ? (1 / size) * round : jounce::vec3<float>{1, 0, 0};
        out.texcoords[0].push_back({6 * (std::atan2(p.x, p.z) / 6.2832F + more), -6 * p.y});
        out.tangents.push_back({t.x, t.y, t.z, 1});
    };
    for (std::size_t v = 0; v < shape.vertices.positions.size(); ++v) {
        add(v, 0);
    }
    for (std::size_t t = 0; t < shape.triangles.size(); t += 3) {
        std::uint32_t* corners = shape.triangles.data() + t;
        float most = -1e9F;
        for (int c = 0; c < 3; ++c) {
            most = std::max(most, out.texcoords[0][corners[c]][0]);
        }
        for (int c = 0; c < 3; ++c) {
            if (most - out.texcoords[0][corners[c]][0] > 3) { // more than half round
                jounce::skinned_mesh& mesh = shape.vertices;
                const std::uint32_t v = corners[c];
                add(v, 1);
                mesh.positions.push_back(jounce::vec3<float>(mesh.positions[v]));
                mesh.normals.push_back(jounce::vec3<float>(mesh.normals[v]));
                for (auto i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i) {
                    mesh.influences.push_back(jounce::influence(mesh.influences[i]));
                }
                mesh.first_influence.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
                corners[c] = static_cast<std::uint32_t>(mesh.positions.size() - 1);
            }
        }
    }
    return out;
}

/// A picture by a function of u and v from 0 to 1.
template <class Paint> bgfx::TextureHandle paint(std::uint64_t flags, Paint texel) {
    constexpr std::uint16_t size = 64;
    const bgfx::Memory* memory = bgfx::alloc(4 * size * size);
    for (int i = 0; i < size * size; ++i) {
        const bx::Vec3 colour = texel(static_cast<float>(i % size) / size - 0.5F,
                                      static_cast<float>(i / size) / size - 0.5F);
        const float rgba[] = {colour.x, colour.y, colour.z, 1};
        for (int c = 0; c < 4; ++c) {
            memory->data[4 * i + c] = static_cast<std::uint8_t>(255 * rgba[c]);
        }
    }
    return bgfx::createTexture2D(size, size, false, 1, bgfx::TextureFormat::RGBA8, flags, memory);
}

/// The engine's shader for the API that bgfx runs on; all of them are in the header that `./run shaders` made.
#define OWN_SHADER(name)                                                                           \
    jounce::render::unique_handle(                                                                 \
        bgfx::createShader(bgfx::getRendererType() == bgfx::RendererType::Vulkan                   \
                               ? bgfx::makeRef(name##_spv, sizeof name##_spv)                      \
                           : bgfx::getRendererType() == bgfx::RendererType::Metal                  \
                               ? bgfx::makeRef(name##_mtl, sizeof name##_mtl)                      \
                               : bgfx::makeRef(name##_glsl, sizeof name##_glsl)))

int main(int count, char** words) try {
    bool headless = false;
    int frames = 1 << 30;
    for (int i = 1; i < count; ++i) {
        headless = headless || std::string_view(words[i]) == "--headless";
        if (std::string_view(words[i]) == "--frames" && i + 1 < count) {
            frames = std::atoi(words[++i]);
        }
    }
    const screen on(headless);
    entt::registry registry;
    tf::Executor workers;
    jounce::pipeline springs(registry);
    // [2] One way of skinning, so that shaders for the others need not be there.
    const auto renderer =
        need(jounce::render::skin_renderer::make({.route = jounce::render::skin_route::texture}));
    const auto four = OWN_SHADER(vs_scales4), eight = OWN_SHADER(vs_scales8);
    const auto fragment = OWN_SHADER(fs_scales);
    jounce::render::skin_shaders shaders;
    shaders.four = four.get();
    shaders.eight = eight.get();
    shaders.wants_surface = true;
    const auto programs = need(renderer->link(shaders, fragment.get()));

    const auto made = jounce::procedural::tentacle();
    jounce::procedural::surface shape = *made.shape;
    const jounce::surface_vertices surface = wrap(shape);
    const auto joints = static_cast<std::int32_t>(made.kind->bind.joints.size());
    jounce::render::mesh_source mesh{shape.vertices, shape.triangles, joints, made.kind->bind.mode};
    mesh.surface = &surface; // [3]
    const jounce::render::appearance look{{need(renderer->add_mesh(mesh))}};
    for (int i = -1; i <= 1; ++i) {
        const entt::entity who = jounce::procedural::spawn(registry, made);
        registry.get<jounce::placement>(who).position = {0.9 * i, 0, 0};
        registry.emplace<jounce::render::appearance>(who, look);
    }

    using bgfx::UniformType;
    const jounce::render::unique_handle lamp(bgfx::createUniform("u_lamp", UniformType::Vec4));
    const jounce::render::unique_handle colour(
        bgfx::createUniform("s_colour", UniformType::Sampler));
    const jounce::render::unique_handle bumps(bgfx::createUniform("s_bumps", UniformType::Sampler));
    const jounce::render::unique_handle scales(
        paint(BGFX_TEXTURE_SRGB, [](float u, float v) -> bx::Vec3 {
            const float rim = u * u + v * v > 0.2F ? 0.4F : 1.0F;
            return {0.3F * rim, 0.75F * rim, 0.45F * rim};
        }));
    const jounce::render::unique_handle domes(paint(0, [](float u, float v) -> bx::Vec3 {
        const float inside = u * u + v * v < 0.2F ? 1.6F : 0.0F; // outside of the dome it is flat
        return {0.5F + 0.5F * inside * u, 0.5F - 0.5F * inside * v, 1};
    }));
    double time = 0;
    for (int f = 0; f < frames && (headless || !glfwWindowShouldClose(on.window)); ++f) {
        const double dt = (headless ? (f + 1) / 60.0 : glfwGetTime()) - time;
        time += dt;
        double phase = 0;
        for (const entt::entity who : registry.view<jounce::render::appearance>()) {
            jounce::procedural::animate(registry, who, time, phase += 0.3);
        }
        springs.run(workers, static_cast<float>(dt));
        renderer->upload(registry, {}, &workers);
        renderer->draw(0, programs, BGFX_STATE_DEFAULT & ~BGFX_STATE_CULL_MASK, [&] { // [4]
            const float at[4] = {2, 3, 3, 0};
            bgfx::setUniform(lamp.get(), at);
            bgfx::setTexture(0, colour.get(), scales.get());
            bgfx::setTexture(1, bumps.get(), domes.get());
        });
        bgfx::frame();
        glfwPollEvents();
    }
    std::printf("%s, %zu characters drawn\n", bgfx::getRendererName(bgfx::getRendererType()),
                renderer->report().drawn);
} catch (const std::exception& wrong) {
    std::fprintf(stderr, "own shaders: %s\n", wrong.what());
    return 1;
}
