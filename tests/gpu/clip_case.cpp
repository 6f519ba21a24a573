#include "clip_case.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;

namespace gpu_test {

affine_frames random_frames(std::uint32_t joints, std::uint32_t frames, unsigned seed) {
    test::dice roll(seed);
    affine_frames out;
    out.frames_per_second = 10;
    out.frame_count = frames;
    out.joint_count = joints;
    for (std::uint32_t i = 0; i < 12 * joints * frames; ++i) {
        out.rows.push_back(static_cast<float>(roll.number(-1, 1)));
    }
    return out;
}

clip_case::clip_case(render::skin_route route, const case_recipe& recipe)
    : of(recipe, 11), renderer(make_renderer({.route = route}, log)), probe(route),
      frames(random_frames(static_cast<std::uint32_t>(recipe.joints), 5, 4)) {
    test::dice roll(6);
    for (std::uint32_t i = 0; i < 5 * static_cast<std::uint32_t>(recipe.morphs); ++i) {
        weights.push_back(i % 4 == 1 ? 0.0F : static_cast<float>(roll.number(-0.5, 1)));
    }
    const auto added = renderer->add_mesh(of.mesh.source());
    REQUIRE(added);
    mesh = *added;
    const auto clips =
        renderer->add_clips(std::vector<render::clip_source>{{frames, weights, true}});
    REQUIRE(clips);
    clip = clips->front();
}

entt::entity clip_case::add(render::clip_instance like) {
    test::dice roll(static_cast<unsigned>(all.size()) + 50);
    like.mesh = like.mesh == render::mesh_id{} ? mesh : like.mesh;
    like.tint = probe_tint(all.size());
    const entt::entity who = registry.create();
    registry.emplace<placement>(who, placement{roll.vector(2), cast<float>(roll.rotation()), 0.9F});
    registry.emplace<render::clip_instance>(who, like);
    all.push_back(who);
    return who;
}

std::vector<std::vector<seen_vertex>> clip_case::look() {
    renderer->upload(registry);
    return probe->look_at_all(*renderer, of.mesh.vertices.positions.size(), all.size());
}

std::vector<seen_vertex> clip_case::expected(std::size_t who, double moment) const {
    return expected(who, moment, frames);
}

std::vector<seen_vertex> clip_case::expected(std::size_t who, double moment,
                                             const affine_frames& played) const {
    const auto first = static_cast<std::size_t>(moment);
    const std::size_t second = (first + 1) % played.frame_count;
    const auto share = static_cast<float>(moment - static_cast<double>(first));
    const auto mix = [&](const std::vector<float>& all_numbers, std::size_t stride, std::size_t i) {
        return (1 - share) * all_numbers[first * stride + i] +
               share * all_numbers[second * stride + i];
    };
    palette rows;
    rows.mode = palette_mode::matrix;
    rows.joint_count = static_cast<std::int32_t>(played.joint_count);
    rows.rows.resize(3 * std::size_t{played.joint_count});
    for (std::size_t i = 0; i < 12 * std::size_t{played.joint_count}; ++i) {
        rows.rows[i / 4].v[i % 4] = mix(played.rows, 12 * std::size_t{played.joint_count}, i);
    }
    std::vector<float> shape;
    for (std::size_t m = 0; m < of.mesh.morphs.size(); ++m) {
        shape.push_back(mix(weights, of.mesh.morphs.size(), m));
    }
    const skinned_mesh& vertices = of.mesh.vertices;
    std::vector<vec3<float>> rest(vertices.positions.size());
    std::vector<vec3<float>> rest_normals = rest;
    morph<float>(vertices, of.mesh.morphs, shape, rest, rest_normals);
    std::vector<vec3<float>> positions(rest.size());
    std::vector<vec3<float>> normals(rest.size());
    cpu_skin<float>(skin_method::linear, rows, 0, vertices, rest, rest_normals, positions, normals);
    const placement& at = registry.get<const placement>(all[who]);
    std::vector<seen_vertex> out(rest.size());
    for (std::size_t v = 0; v < rest.size(); ++v) {
        out[v].position = rotate(at.rotation, at.scale * positions[v]) + cast<float>(at.position);
        out[v].normal = rotate(at.rotation, normals[v]);
        out[v].drawn = true;
    }
    return out;
}

} // namespace gpu_test
