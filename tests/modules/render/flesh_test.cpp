// Flesh in the data that renderers take: parts of meshes, texels, boxes. No graphics device.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/modules/render/culling.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/displace_skin.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstring>
#include <limits>

#include "../../support/random_flesh.hpp"
#include "culled_meshes.hpp"

using namespace jounce;

namespace {

using row = palette_row<float>;

constexpr int bones = 30, handles = 20, vertices = 120;

/// A crowd with flesh that is displaced somehow, and a mesh in parts.
struct fleshy_crowd {
    entt::registry registry;
    std::shared_ptr<const character_kind> kind;
    std::vector<entt::entity> all;
    test::owned_mesh mesh;
    test::planned_meshes meshes;
    render::upload_plan plan;
    render::plan_request request = {{}, std::size_t{1} << 20U, false, false};

    explicit fleshy_crowd(int characters, std::int32_t max_joints = 256, int morphs = 6)
        : kind(test::with_flesh(*test::random_kind_of(bones, 3), 5,
                                {.vertices = vertices, .handles = handles})) {
        mesh = test::random_mesh(
            2, {.joints = bones, .vertices = vertices, .influences = 2, .morphs = morphs});
        mesh.tissue = kind->tissue.get();
        const render::mesh_id id = meshes.add(mesh, max_joints);
        for (int i = 0; i < characters; ++i) {
            const auto seed = static_cast<std::uint32_t>(i);
            all.push_back(spawn(registry, kind));
            registry.emplace_or_replace<placement>(all.back());
            render::appearance look;
            look.meshes = {id};
            registry.emplace<render::appearance>(all.back(), look);
            test::pose_at_random(registry, all.back(), seed);
            registry.emplace<morph_weights>(
                all.back(),
                make_morph_weights(std::vector<std::vector<float>>{std::vector<float>(6, 0.5F)}));
        }
        pipeline frames(registry);
        frames.run(1.0F / 60);
        for (std::size_t i = 0; i < all.size(); ++i) {
            test::displace_at_random(registry, all[i], static_cast<std::uint32_t>(i), 0.2);
        }
    }
    void make() { plan.make(registry, meshes.meshes, meshes.parts, request); }
    std::vector<row> texels(std::size_t workers) {
        make();
        std::vector<row> out(plan.texel_count(), row{{-7, -7, -7, -7}});
        for (std::size_t w = 0; w < workers; ++w) {
            plan.copy(out.data(), w, workers);
        }
        return out;
    }
    std::vector<vec3<float>> moved(std::size_t who) const {
        std::vector<vec3<float>> out(handles);
        REQUIRE(displacements_of(registry, all[who], out) == handles);
        return out;
    }
};

bool same(const std::vector<row>& a, const std::vector<row>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(row)) == 0;
}

} // namespace

TEST_CASE("every vertex of a part has the flesh of its source", "[render][flesh]") {
    const std::int32_t max_joints = GENERATE(24, 256);
    fleshy_crowd of(1);
    const auto split = render::split_into_parts(of.mesh.source(), max_joints);
    REQUIRE(split);
    CHECK((split->parts.size() > 1) == (max_joints == 24));
    const tissue_set& flesh = *of.kind->tissue;
    for (const render::mesh_part& part : split->parts) {
        REQUIRE(part.flesh_first.size() == part.vertices.size() + 1);
        CHECK(part.handle_count == handles);
        CHECK(part.handles_per_vertex <= 8);
        for (std::size_t v = 0; v < part.vertices.size(); ++v) {
            const std::uint32_t from = flesh.vertex_first[part.vertices[v].source];
            const std::uint32_t count = flesh.vertex_first[part.vertices[v].source + 1] - from;
            REQUIRE(part.flesh_first[v + 1] - part.flesh_first[v] == count);
            for (std::uint32_t i = 0; i < count; ++i) {
                const tissue_weight<float>& a = part.flesh[part.flesh_first[v] + i];
                const tissue_weight<float>& b = flesh.vertex_weights[from + i];
                CHECK((a.handle == b.handle && a.weight == b.weight && a.gradient == b.gradient));
            }
        }
    }
}

TEST_CASE("a mesh may be a part of the skin that was baked", "[render][flesh]") {
    fleshy_crowd of(1);
    test::owned_mesh piece =
        test::random_mesh(8, {.joints = bones, .vertices = 40, .influences = 2});
    render::mesh_source source = piece.source();
    source.tissue = of.kind->tissue.get();
    source.first_tissue_vertex = 70;
    const auto split = render::split_into_parts(source, 256);
    REQUIRE(split);
    const render::mesh_part& part = split->parts.at(0);
    for (std::size_t v = 0; v < part.vertices.size(); ++v) {
        const std::uint32_t* first =
            of.kind->tissue->vertex_first.data() + 70 + part.vertices[v].source;
        CHECK(part.flesh_first[v + 1] - part.flesh_first[v] == first[1] - first[0]);
    }

    source.first_tissue_vertex = 81;
    const auto refused = render::split_into_parts(source, 256);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == std::string(errors::other_mesh));
    CHECK_THAT(refused.error().message,
               Catch::Matchers::ContainsSubstring("a skin of 120 vertices") &&
                   Catch::Matchers::ContainsSubstring("40 from vertex 81"));
    source.first_tissue_vertex = std::numeric_limits<std::uint32_t>::max();
    CHECK_FALSE(render::split_into_parts(source, 256));
    const tissue_set empty;
    source.tissue = &empty;
    CHECK_FALSE(render::split_into_parts(source, 256));

    // Sets that a host has made itself are not trusted.
    source.first_tissue_vertex = 0;
    tissue_set spoilt = *of.kind->tissue;
    source.tissue = &spoilt;
    spoilt.vertex_weights[3].handle = handles;
    const auto no_handle = render::split_into_parts(source, 256);
    REQUIRE_FALSE(no_handle);
    CHECK(no_handle.error().name == std::string(errors::bad_index));
    CHECK_THAT(no_handle.error().message, Catch::Matchers::ContainsSubstring("handle 20 of 20"));
    spoilt = *of.kind->tissue;
    spoilt.vertex_first[5] = 100000;
    const auto no_range = render::split_into_parts(source, 256);
    REQUIRE_FALSE(no_range);
    CHECK_THAT(no_range.error().message,
               Catch::Matchers::ContainsSubstring("flesh of vertex 4 is not a range"));
}

TEST_CASE("parts that no handle moves have no flesh", "[render][flesh]") {
    fleshy_crowd of(1);
    tissue_set bare = *of.kind->tissue;
    std::fill(bare.vertex_first.begin(), bare.vertex_first.end(), 0U);
    of.mesh.tissue = &bare;
    const auto split = render::split_into_parts(of.mesh.source(), 256);
    REQUIRE(split);
    CHECK(split->parts.at(0).handle_count == 0);
    CHECK(split->parts.at(0).handles_per_vertex == 0);
    CHECK(split->parts.at(0).flesh_first.empty());
}

TEST_CASE("displacements follow the morph weights of their character", "[render][flesh]") {
    const std::int32_t max_joints = GENERATE(24, 256);
    fleshy_crowd of(21, max_joints);
    of.registry.get<render::appearance>(of.all[4]).rigid = true;
    const std::vector<row> texels = of.texels(1);
    std::size_t counted = 0;
    for (const render::planned_part& part : of.meshes.parts) {
        REQUIRE(part.drawn.size() == 21);
        for (std::size_t i = 0; i < 21; ++i) {
            const std::vector<vec3<float>> moved = of.moved(i);
            const row* at = texels.data() + part.drawn[i].morph_weights() + 2; // of six targets
            for (std::size_t h = 0; h < handles; ++h, ++counted) {
                const vec3<float> want = i == 4 ? vec3<float>{} : moved[h];
                REQUIRE(vec3<float>{at[h].v[0], at[h].v[1], at[h].v[2]} == want);
            }
        }
    }
    CHECK(counted == of.meshes.parts.size() * 21 * handles);
    // Any number of workers, and block by block.
    CHECK(same(texels, of.texels(2)));
    CHECK(same(texels, of.texels(5)));
    of.registry.get<render::appearance>(of.all[4]).rigid = false; // needs the pose of the frame
    const std::vector<row> all = of.texels(1);
    std::vector<row> by_block(all.size(), row{{-7, -7, -7, -7}});
    const std::size_t blocks = context<crowd_index>(of.registry).blocks.size();
    for (std::size_t b = 0; b < blocks; ++b) {
        of.plan.copy_blocks(by_block.data(), b, b + 1);
    }
    CHECK(same(all, by_block));
}

TEST_CASE("boxes hold what flesh adds", "[render][flesh][culling][property]") {
    const auto method = GENERATE(skin_method::linear, skin_method::dual_quaternion);
    std::size_t outside = 0, outside_without = 0;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        fleshy_crowd of(8, 256, 0);
        const render::skin_reach reach = test::reach_of(of.mesh);
        const palette& rows =
            of.registry.get<palette>(context<crowd_index>(of.registry).blocks.front());
        const displacements& moves =
            of.registry.get<displacements>(context<crowd_index>(of.registry).blocks.front());
        for (std::size_t i = 0; i < of.all.size(); ++i) {
            test::displace_at_random(of.registry, of.all[i], seed + static_cast<std::uint32_t>(i),
                                     5);
        }
        render::box_maker maker;
        render::lane_boxes boxes, smaller;
        maker.make(reach, method, rows, render::growth_of(reach, moves), boxes);
        maker.make(reach, method, rows, {}, smaller);
        skinned_mesh drawn = test::drawn_mesh(of.mesh);
        const auto split = render::split_into_parts(of.mesh.source(), 256);
        const render::mesh_part& part = split->parts.at(0);
        std::vector<vec3<float>> positions(drawn.positions.size());
        for (std::size_t i = 0; i < of.all.size(); ++i) {
            const int lane = of.registry.get<character>(of.all[i]).lane;
            std::vector<vec3<float>> rest = drawn.positions;
            displace_skin<float>(part.flesh_first, part.flesh, of.moved(i), rest, {});
            cpu_skin<float>(method, rows, lane, drawn, rest, {}, positions, {});
            for (const vec3<float>& p : positions) {
                outside += test::is_inside(boxes.box(lane), p) ? 0U : 1U;
                outside_without += test::is_inside(smaller.box(lane), p) ? 0U : 1U;
            }
        }
    }
    CHECK(outside == 0);
    CHECK(outside_without > 0); // or nothing was shown
}

TEST_CASE("displacements that are not finite have no box", "[render][flesh][culling]") {
    fleshy_crowd of(3);
    displacements& moves =
        of.registry.get<displacements>(context<crowd_index>(of.registry).blocks.front());
    moves.handles[2].y.v[1] = std::numeric_limits<float>::quiet_NaN();
    const auto growth = render::growth_of(test::reach_of(of.mesh), moves);
    CHECK(growth[0] < 2);
    CHECK(growth[1] == std::numeric_limits<float>::infinity());
}

TEST_CASE("flesh that reaches into a view is drawn", "[render][flesh][culling]") {
    fleshy_crowd of(2);
    const std::vector<render::skin_reach> reaches = {test::reach_of(of.mesh)};
    const render::frustum views[] = {{{{{{1, 0, 0}, 5},
                                        {{-1, 0, 0}, 5},
                                        {{0, 1, 0}, 5},
                                        {{0, -1, 0}, 5},
                                        {{0, 0, 1}, 5},
                                        {{0, 0, -1}, 5}}},
                                      {0, 400, 0}}};
    render::culling by;
    by.aim(views, {});
    of.request.cull = {&by, reaches};
    of.make();
    CHECK(of.plan.culled() == 2);
    for (lane_vec3<float>& each :
         of.registry.get<displacements>(context<crowd_index>(of.registry).blocks.front()).handles) {
        set_lane(each, of.registry.get<character>(of.all[1]).lane, vec3<float>{0, 800, 0});
    }
    of.make();
    CHECK(of.plan.culled() == 1);
    CHECK(of.plan.drawn() == 1);
    of.registry.get<render::appearance>(of.all[1]).rigid = true;
    of.make();
    CHECK(of.plan.culled() == 2);
}

TEST_CASE("levels of a mesh reach as far as the flesh of any", "[render][flesh][culling]") {
    fleshy_crowd of(1);
    const render::skin_reach with = test::reach_of(of.mesh);
    of.mesh.tissue = nullptr;
    const render::skin_reach without = test::reach_of(of.mesh);
    CHECK(with.flesh > 0);
    CHECK(without.flesh == 0);
    const render::skin_reach* both[] = {&without, &with};
    CHECK(render::merge_reaches(both).flesh == with.flesh);
}
