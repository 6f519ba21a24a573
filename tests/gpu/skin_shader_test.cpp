#include "gpu_fixture.hpp"

#include <jounce/components/morph_weights.hpp>
#include <jounce/components/placement.hpp>
#include <jounce/components/scalar_math.hpp>
#include <jounce/modules/pipeline/character_access.hpp>
#include <jounce/modules/pipeline/crowd.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/bind_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/systems/cpu_skin.hpp>
#include <jounce/systems/morph.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <random>

using namespace jounce;

namespace {

/// A character of free bones, turned, moved and scaled at random, and vertices that hang on them.
struct random_case {
    entt::registry registry;
    std::shared_ptr<const archetype> kind;
    entt::entity who{};
    skinned_mesh mesh;
    std::vector<std::uint32_t> triangles;
    std::vector<morph_target> morphs;
    placement at;

    random_case(palette_mode mode, std::int32_t joints, int influences, std::size_t morph_count,
                unsigned seed);
    float extent() const;
};

class dice {
public:
    explicit dice(unsigned seed) : engine_(seed) {}
    float operator()(float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(engine_);
    }
    vec3<float> vector(float size) {
        return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
    }
    quat<float> turn() {
        // Half of them on the far side, so that blends meet quaternions of negative dot product.
        return normalised(
            quat<float>{(*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1)});
    }
    std::size_t below(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_);
    }

private:
    std::mt19937 engine_;
};

random_case::random_case(palette_mode mode, std::int32_t joints, int influences,
                         std::size_t morph_count, unsigned seed) {
    dice roll(seed);
    rig_builder bones;
    if (mode == palette_mode::polar) {
        bones.allow_non_uniform_scale();
    }
    for (std::int32_t b = 0; b < joints; ++b) {
        const vec3<float> head = roll.vector(0.5F);
        bones.add(rig_builder::segment{"b" + std::to_string(b), -1, cast<double>(head),
                                       cast<double>(head + vec3<float>{0, 0.2F, 0})});
    }
    auto rig = bones.build<float>();
    REQUIRE(rig);
    kind = make_archetype(std::move(*rig), {}, mode);
    who = spawn(registry, kind);
    at = {{roll(-2, 2), roll(-2, 2), roll(-2, 2)}, roll.turn(), 0.8F};
    registry.emplace<placement>(who, at);
    character_pose pose = pose_of(registry, who);
    for (std::int32_t b = 0; b < joints; ++b) {
        transform<float> t = pose.get(b);
        t.rotation = roll.turn();
        t.translation = t.translation + roll.vector(0.3F);
        t.scale = roll(0.5F, 1.6F);
        pose.set(b, t);
        if (mode == palette_mode::polar) {
            pose.set_stretch(b, {roll(0.5F, 1.5F), roll(0.5F, 1.5F), roll(-1.2F, -0.6F)});
        }
    }
    pipeline frames(registry);
    frames.run(1.0F / 60.0F);

    constexpr std::size_t vertices = 300;
    mesh.first_influence.push_back(0);
    for (std::size_t v = 0; v < vertices; ++v) {
        mesh.positions.push_back(roll.vector(0.6F));
        const vec3<float> n = roll.vector(1);
        mesh.normals.push_back((1.0F / length(n)) * n);
        float sum = 0;
        const std::size_t first = mesh.influences.size();
        const std::size_t count = 1 + roll.below(static_cast<std::size_t>(influences));
        for (std::size_t k = 0; k < count; ++k) {
            mesh.influences.push_back(
                {static_cast<std::uint16_t>(roll.below(static_cast<std::size_t>(joints))),
                 roll(0.05F, 1)});
            sum += mesh.influences.back().weight;
        }
        for (std::size_t k = first; k < mesh.influences.size(); ++k) {
            mesh.influences[k].weight /= sum;
        }
        mesh.first_influence.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
        triangles.push_back(static_cast<std::uint32_t>(v));
    }
    std::vector<float> weights;
    for (std::size_t m = 0; m < morph_count; ++m) {
        morph_target target;
        for (std::size_t v = 0; v < vertices; ++v) {
            target.positions.push_back(roll.vector(0.1F));
            target.normals.push_back(roll.vector(0.2F));
        }
        morphs.push_back(std::move(target));
        weights.push_back(m % 3 == 1 ? 0.0F : roll(-0.5F, 1));
    }
    if (morph_count > 0) {
        registry.emplace<morph_weights>(
            who, make_morph_weights(std::vector<std::vector<float>>{weights}));
    }
}

float random_case::extent() const { return 4; }

/// By the yardstick: morph, cpu_skin, placement.
std::vector<gpu_test::seen_vertex> expected(const random_case& of, skin_method method) {
    std::vector<vec3<float>> rest(of.mesh.positions.size());
    std::vector<vec3<float>> rest_normals = rest;
    std::span<const float> weights;
    if (const auto* w = of.registry.try_get<const morph_weights>(of.who)) {
        weights = w->of(0);
    }
    morph<float>(of.mesh, of.morphs, weights, rest, rest_normals);
    const auto& where = of.registry.get<const character>(of.who);
    std::vector<vec3<float>> positions(rest.size());
    std::vector<vec3<float>> normals(rest.size());
    cpu_skin<float>(method, of.registry.get<const palette>(where.block), where.lane, of.mesh, rest,
                    rest_normals, positions, normals);
    std::vector<gpu_test::seen_vertex> out(rest.size());
    for (std::size_t v = 0; v < rest.size(); ++v) {
        const vec3<float> moved = rotate(of.at.rotation, of.at.scale * positions[v]);
        out[v].position = moved + cast<float>(of.at.position);
        out[v].normal = rotate(of.at.rotation, normals[v]);
    }
    return out;
}

/// Order in which parts hold the vertices of a mesh: as triangles name them.
gpu::mesh_source source_of(const random_case& of) {
    return {of.mesh,
            of.triangles,
            of.kind->bind.joints.empty() ? 0
                                         : static_cast<std::int32_t>(of.kind->bind.joints.size()),
            of.kind->bind.mode,
            {},
            of.morphs,
            true};
}

} // namespace

TEST_CASE("every route skins as the yardstick does", "[gpu]") {
    const auto route = GENERATE(gpu::skin_route::texture, gpu::skin_route::uniforms,
                                gpu::skin_route::compute, gpu::skin_route::cpu);
    const auto influences = GENERATE(4, 8);
    const auto method = GENERATE(skin_method::dual_quaternion, skin_method::linear);
    const auto mode = GENERATE(palette_mode::diagonal, palette_mode::polar);
    const std::size_t morph_count = GENERATE(std::size_t{0}, std::size_t{6});
    INFO(gpu_test::backend() << ", " << gpu::route_name(route) << ", " << influences
                             << " influences, "
                             << (method == skin_method::linear ? "linear" : "dual quaternion")
                             << ", " << (mode == palette_mode::polar ? "polar" : "diagonal") << ", "
                             << morph_count << " morphs");
    gpu_test::shared_device();
    random_case of(mode, 24, influences, morph_count, 7U + static_cast<unsigned>(influences));
    gpu::renderer_options options;
    options.route = route;
    options.log = [](std::string_view) {};
    auto renderer = gpu::skin_renderer::make(options);
    REQUIRE(renderer);
    REQUIRE((*renderer)->route() == route);
    auto mesh = (*renderer)->add_mesh(source_of(of));
    REQUIRE(mesh);
    gpu::appearance look;
    look.meshes = {*mesh};
    look.method = method;
    of.registry.emplace<gpu::appearance>(of.who, look);

    gpu_test::vertex_probe probe(route);
    (*renderer)->set_compute_view(demo::views::skin);
    (*renderer)->upload(of.registry);
    CHECK((*renderer)->report().drawn == 1);
    const std::vector<gpu_test::seen_vertex> seen =
        probe.look(**renderer, of.mesh.positions.size());
    const std::vector<gpu_test::seen_vertex> want = expected(of, method);
    float worst = 0;
    float worst_normal = 0;
    for (std::size_t v = 0; v < want.size(); ++v) {
        worst = std::max(worst, length(seen[v].position - want[v].position));
        worst_normal = std::max(worst_normal, length(seen[v].normal - want[v].normal));
    }
    CHECK(worst <= 1e-4F * of.extent());
    CHECK(worst_normal <= 2e-3F);
}
