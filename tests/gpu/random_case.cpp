#include "random_case.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/displace_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <limits>

#include "support/random_flesh.hpp"

using namespace jounce;

namespace gpu_test {
namespace {

using test::dice;

std::shared_ptr<const character_kind> free_bones(const case_recipe& recipe, dice& roll) {
    rig_builder bones;
    if (recipe.mode != palette_mode::diagonal) {
        bones.allow_non_uniform_scale();
    }
    for (std::int32_t b = 0; b < recipe.joints; ++b) {
        rig_builder::joint joint;
        joint.name = "b" + std::to_string(b);
        joint.translation = roll.vector(0.5);
        // Turned at rest, so that scale along a bone's axes is shear along those of the model.
        joint.rotation = roll.rotation();
        joint.tail = {0, 0.2, 0};
        bones.add(joint);
    }
    auto rig = bones.build<float>();
    REQUIRE(rig);
    return make_kind(std::move(*rig), {}, recipe.mode);
}

void pose(entt::registry& registry, entt::entity who, const case_recipe& recipe, dice& roll) {
    character_pose to = pose_of(registry, who);
    for (std::int32_t b = 0; b < recipe.joints; ++b) {
        transform<float> t = to.get(b);
        // On either side, so that blends meet quaternions of negative dot product.
        t.rotation = cast<float>(roll.rotation());
        if (!recipe.springs) {
            t.translation = t.translation + cast<float>(roll.vector(0.3));
            t.scale = static_cast<float>(roll.number(0.5, 1.6));
        }
        to.set(b, t);
        if (recipe.mode != palette_mode::diagonal) {
            to.set_stretch(b, cast<float>(vec3<double>{roll.number(0.5, 1.5), roll.number(0.5, 1.5),
                                                       roll.number(-1.2, -0.6)}));
        }
    }
}

} // namespace

random_case::random_case(const case_recipe& recipe, unsigned seed) {
    dice roll(seed);
    kind = recipe.springs ? test::random_kind_of(recipe.joints, seed) : free_bones(recipe, roll);
    if (recipe.handles > 0) {
        kind = test::with_flesh(*kind, seed,
                                {.vertices = recipe.vertices,
                                 .handles = recipe.handles,
                                 .per_vertex = recipe.handles_per_vertex});
    }
    mesh = test::random_mesh(seed, {.joints = recipe.joints,
                                    .vertices = recipe.vertices,
                                    .triangles = recipe.vertices,
                                    .influences = recipe.influences,
                                    .morphs = recipe.morphs});
    mesh.mode = recipe.mode;
    mesh.tissue = kind->tissue.get();
    if (recipe.surface) {
        test::add_random_surface(mesh, seed);
    }
    for (std::size_t v = 0; v < mesh.vertices.positions.size(); ++v) {
        vec3<float>& n = mesh.vertices.normals[v];
        n = (1.0F / length(n)) * n;
        mesh.colours[v] = probe_colour(v);
        mesh.triangles.push_back(static_cast<std::uint32_t>(v)); // all of them are seen
        // The yardstick does not divide by the sum.
        float sum = 0;
        for (auto i = mesh.vertices.first_influence[v]; i < mesh.vertices.first_influence[v + 1];
             ++i) {
            sum += mesh.vertices.influences[i].weight;
        }
        for (auto i = mesh.vertices.first_influence[v]; i < mesh.vertices.first_influence[v + 1];
             ++i) {
            mesh.vertices.influences[i].weight /= sum;
        }
    }
    for (morph_target& target : mesh.morphs) {
        for (std::size_t v = 0; v < mesh.vertices.positions.size(); ++v) {
            target.normals.push_back(cast<float>(roll.vector(0.2)));
            if (recipe.surface) {
                target.tangents.push_back(cast<float>(roll.vector(0.2)));
            }
        }
    }
    for (int c = 0; c < recipe.characters; ++c) {
        const entt::entity who = spawn(registry, kind,
                                       placement{roll.vector(2), cast<float>(roll.rotation()),
                                                 0.8F + 0.1F * static_cast<float>(c)});
        all.push_back(who);
        pose(registry, who, recipe, roll);
        std::vector<float> weights;
        for (int m = 0; m < recipe.morphs; ++m) {
            weights.push_back(m % 3 == 1 ? 0.0F : static_cast<float>(roll.number(-0.5, 1)));
        }
        if (recipe.morphs > 0) {
            registry.emplace<morph_weights>(
                who, make_morph_weights(std::vector<std::vector<float>>{weights}));
        }
    }
    pipeline frames(registry);
    for (int i = 0; i < (recipe.springs ? 3 : 1); ++i) {
        frames.run(1.0F / 60.0F);
    }
    for (std::size_t c = 0; c < all.size() && recipe.handles > 0; ++c) {
        test::displace_at_random(registry, all[c], seed + static_cast<unsigned>(c), 0.1);
    }
}

void random_case::dress(render::mesh_id in, skin_method method) {
    for (std::size_t c = 0; c < all.size(); ++c) {
        render::appearance look;
        look.meshes = {in};
        look.method = method;
        look.tint = probe_tint(c);
        registry.emplace_or_replace<render::appearance>(all[c], look);
    }
}

std::vector<seen_vertex> expected(const random_case& of, std::size_t who, skin_method method,
                                  bool rigid) {
    return expected(of.registry, of.all[who], of.mesh, method, rigid);
}

std::vector<seen_vertex> expected(const entt::registry& registry, entt::entity who,
                                  const test::owned_mesh& of, skin_method method, bool rigid) {
    const skinned_mesh& mesh = of.vertices;
    const character& where = registry.get<const character>(who);
    const character_kind& kind = *registry.get<const block>(where.block).kind;
    std::vector<vec3<float>> rest(mesh.positions.size());
    std::vector<vec3<float>> rest_normals = rest;
    std::span<const float> weights;
    if (const auto* w = registry.try_get<const morph_weights>(who)) {
        weights = w->of(0);
    }
    morph<float>(mesh, of.morphs, weights, rest, rest_normals);
    if (of.tissue != nullptr && kind.tissue != nullptr && !rigid) {
        std::vector<vec3<float>> moved(static_cast<std::size_t>(kind.tissue->handle_count));
        REQUIRE(displacements_of(registry, who, moved) == moved.size());
        displace_skin<float>(*of.tissue, moved, rest, rest_normals);
    }
    palette rows = registry.get<const palette>(where.block);
    if (rigid) {
        rigid_pose animated;
        animated_pose(registry, where.block, animated);
        bone_transforms bones;
        bones.bones = animated.bones;
        bones.linear = animated.linear;
        palette_rows(kind.bind, bones, rows);
    }
    std::vector<vec3<float>> positions(rest.size());
    std::vector<vec3<float>> normals(rest.size());
    cpu_skin<float>(method, rows, where.lane, mesh, rest, rest_normals, positions, normals);
    const placement& at = registry.get<const placement>(who);
    std::vector<seen_vertex> out(rest.size());
    for (std::size_t v = 0; v < rest.size(); ++v) {
        out[v].position = rotate(at.rotation, at.scale * positions[v]) + cast<float>(at.position);
        out[v].normal = rotate(at.rotation, normals[v]);
        out[v].drawn = true;
    }
    return out;
}

difference compare(const std::vector<seen_vertex>& seen, const std::vector<seen_vertex>& want) {
    difference out;
    REQUIRE(seen.size() == want.size());
    for (std::size_t v = 0; v < want.size(); ++v) {
        if (!seen[v].drawn) {
            return {std::numeric_limits<float>::infinity(), 0};
        }
        out.position = std::max(out.position, length(seen[v].position - want[v].position));
        out.normal = std::max(out.normal, length(seen[v].normal - want[v].normal));
    }
    return out;
}

void check_same(const std::vector<seen_vertex>& seen, const std::vector<seen_vertex>& want,
                float share) {
    const difference far = compare(seen, want);
    CHECK(far.position <= share * case_extent);
    CHECK(far.normal <= 2e-3F);
}

void check_absent(const std::vector<seen_vertex>& seen) {
    CHECK(std::none_of(seen.begin(), seen.end(), [](const seen_vertex& v) { return v.drawn; }));
}

std::unique_ptr<render::skin_renderer> make_renderer(render::renderer_options options,
                                                     kept_log& log) {
    shared_device();
    options.log = log.keeper();
    auto made = render::skin_renderer::make(options);
    REQUIRE(made);
    if (options.route != render::skin_route::automatic) {
        REQUIRE((*made)->route() == options.route);
    }
    (*made)->set_compute_view(demo::views::skin);
    return std::move(*made);
}

drawn_case::drawn_case(const case_recipe& recipe, unsigned seed, render::renderer_options options)
    : of(recipe, seed), renderer(make_renderer(options, log)),
      probe(options.route, recipe.surface) {
    const auto added = renderer->add_mesh(of.mesh.source());
    REQUIRE(added);
    mesh = *added;
    of.dress(mesh);
}

std::vector<seen_vertex> drawn_case::look(std::size_t who) {
    renderer->upload(of.registry);
    return probe.look(*renderer, of.mesh.vertices.positions.size(), who);
}

std::vector<std::vector<seen_vertex>> drawn_case::look_at_all() {
    renderer->upload(of.registry);
    return probe.look_at_all(*renderer, of.mesh.vertices.positions.size(), of.all.size());
}

} // namespace gpu_test
