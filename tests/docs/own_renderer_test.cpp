#include "support/lone_character.hpp"
#include "support/spring_crowd.hpp"

#include <snippets/own_renderer.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("a renderer of one's own gets rows, matrices or vertices", "[docs]") {
    stage on(hairy_kind());
    on.add(); // the other is not in the first lane
    const entt::entity who = on.add();
    for (int frame = 1; frame <= 30; ++frame) {
        on.at(who) = walk_at(frame / 30.0);
        on.systems.run(1.0F / 60);
    }
    const rig& bones = on.kind().rig;
    const auto rows = palette_of(on.registry, who);
    std::vector<std::byte> memory(rows.size_bytes());
    REQUIRE(upload_palette(on.registry, who, memory.data()) == 48 * bones.names.size());
    CHECK(std::memcmp(memory.data(), rows.data(), memory.size()) == 0);

    // A mesh with two vertices on every bone, each where the bone alone puts it.
    std::vector<affine<float>> matrices;
    skin_matrices(on.registry, who, matrices);
    REQUIRE(matrices.size() == bones.names.size());
    skinned_mesh mesh;
    mesh.first_influence.push_back(0);
    std::vector<vec3<float>> expected;
    float moved = 0;
    for (std::size_t b = 0; b < matrices.size(); ++b) {
        const auto bone = static_cast<std::int32_t>(b);
        const affine<float> whole =
            to_affine(bone_of(on.registry, who, bone)) * inverse(to_affine(bones.rest_model[b]));
        for (const vec3<float>& p : {vec3<float>{0.1F, 0.2F, 0.3F}, bones.rest_tail[b]}) {
            CHECK(length(matrices[b] * p - whole * p) < 1e-5F);
            moved = std::max(moved, length(whole * p - p));
            mesh.positions.push_back(p);
            mesh.influences.push_back({static_cast<std::uint16_t>(b), 1});
            mesh.first_influence.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
            expected.push_back(whole * p);
        }
    }
    CHECK(moved > 0.01F);
    std::vector<vec3<float>> skinned(expected.size());
    skin_vertices(on.registry, who, mesh, skinned);
    for (std::size_t v = 0; v < skinned.size(); ++v) {
        CHECK(length(skinned[v] - expected[v]) < 1e-5F);
    }

    despawn(on.registry, who);
    CHECK(upload_palette(on.registry, who, memory.data()) == 0);
}
