#include "support/drawn_crowd.hpp"

#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/render/upload_workers.hpp>
#include <jounce/systems/pose/palette.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <taskflow/taskflow.hpp>

#include <cstring>

using namespace jounce;
using Catch::Matchers::WithinAbs;

namespace {

using row = palette_row<float>;

constexpr std::size_t plenty = std::size_t{1} << 20U;

bool same(const row& a, const row& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool same(const row* a, const row* b, std::size_t count) {
    return std::memcmp(a, b, count * sizeof *a) == 0;
}

/// A crowd that has moved, and its meshes.
struct crowd {
    entt::registry registry;
    std::shared_ptr<const character_kind> kind;
    std::vector<entt::entity> all;
    test::planned_meshes meshes;
    render::upload_plan plan;
    render::plan_request request = {{}, plenty, false, false};

    explicit crowd(int characters, int bones = 12) : kind(test::random_kind_of(bones, 3)) {
        for (int i = 0; i < characters; ++i) {
            all.push_back(spawn(registry, kind));
        }
    }
    void move() {
        for (std::size_t i = 0; i < all.size(); ++i) {
            test::pose_at_random(registry, all[i], static_cast<std::uint32_t>(i));
        }
        pipeline frames(registry);
        frames.run(1.0F / 60);
        frames.run(1.0F / 60);
    }
    render::appearance& dress(std::size_t who, std::vector<render::mesh_id> in) {
        render::appearance look;
        look.meshes = std::move(in);
        return registry.emplace_or_replace<render::appearance>(all[who], look);
    }
    std::vector<row> texels(std::size_t workers = 1) {
        plan.make(registry, meshes.meshes, meshes.parts, request);
        std::vector<row> out(plan.texel_count(), row{{-7, -7, -7, -7}});
        for (std::size_t w = 0; w < workers; ++w) {
            plan.copy(out.data(), w, workers);
        }
        return out;
    }
};

/// Rows of a character as if it had no springs, from its animated pose.
std::vector<row> rigid_rows(const crowd& of, std::size_t who) {
    const character& at = of.registry.get<const character>(of.all[who]);
    rigid_pose pose;
    animated_pose(of.registry, at.block, pose);
    bone_transforms bones;
    bones.bones = pose.bones;
    bones.linear = pose.linear;
    palette rows = of.registry.get<const palette>(at.block);
    palette_rows(of.kind->bind, bones, rows);
    return {rows.lane_rows(at.lane), rows.lane_rows(at.lane) + rows.rows_per_lane()};
}

} // namespace

TEST_CASE("palettes follow each other in the texture as the characters do", "[bgfx][upload]") {
    crowd of(20);
    of.move();
    const render::mesh_id mesh = of.meshes.add(test::random_mesh(1, {.joints = 12}));
    for (std::size_t i = 0; i < of.all.size(); ++i) {
        of.dress(i, {mesh});
    }
    const std::vector<row> texels = of.texels();
    constexpr std::size_t rows = 12 * 3;
    REQUIRE(texels.size() == 20 * rows);
    CHECK(of.plan.drawn() == 20);
    CHECK(of.plan.copy_count() == 3); // blocks of 8, 8 and 4 in one piece each
    REQUIRE(of.meshes.parts[0].drawn.size() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
        const render::instance& told = of.meshes.parts[0].drawn[i];
        CHECK(told.palette() == i * rows);
        CHECK_FALSE(told.has_rigid_palette());
        CHECK_FALSE(told.is_linear());
        CHECK(
            same(texels.data() + told.palette(), palette_of(of.registry, of.all[i]).data(), rows));
    }
}

TEST_CASE("parts with joints of their own get palettes of their own", "[bgfx][upload]") {
    crowd of(3, 90);
    of.move();
    const render::mesh_id small = of.meshes.add(test::random_mesh(2, {.joints = 90}));
    const render::mesh_id split = of.meshes.add(test::random_mesh(4, {.joints = 90}), 24);
    REQUIRE(of.meshes.meshes[1].part_count > 1);
    of.dress(1, {split, small});
    const std::vector<row> texels = of.texels();
    const auto whole = palette_of(of.registry, of.all[1]);
    std::size_t counted = 90 * 3;
    for (const render::planned_part& part : of.meshes.parts) {
        REQUIRE(part.drawn.size() == 1);
        const row* own = texels.data() + part.drawn[0].palette();
        const std::vector<std::uint16_t>& joints = part.part->joints;
        if (joints.empty()) {
            CHECK(same(own, whole.data(), 90 * 3));
        }
        for (std::size_t j = 0; j < joints.size(); ++j) {
            CHECK(same(own + 3 * j, whole.data() + 3 * std::size_t{joints[j]}, 3));
        }
        counted += 3 * joints.size();
    }
    CHECK(texels.size() == counted);
}

TEST_CASE("rigid characters and deviation take palettes of the animated pose", "[bgfx][upload]") {
    crowd of(11);
    of.move();
    const render::mesh_id mesh = of.meshes.add(test::random_mesh(1, {.joints = 12}));
    for (std::size_t i = 0; i < of.all.size(); ++i) {
        of.dress(i, {mesh}).rigid = i % 3 == 0;
    }
    of.request.deviation = GENERATE(false, true);
    const std::vector<row> texels = of.texels();
    bool differ = false;
    for (std::size_t i = 0; i < of.all.size(); ++i) {
        const render::instance& told = of.meshes.parts[0].drawn[i];
        const auto springs = palette_of(of.registry, of.all[i]);
        const std::vector<row> rigid = rigid_rows(of, i);
        differ = differ || !same(springs.data(), rigid.data(), rigid.size());
        const row* shown = texels.data() + told.palette();
        CHECK(same(shown, i % 3 == 0 ? rigid.data() : springs.data(), rigid.size()));
        CHECK(told.has_rigid_palette() == (of.request.deviation && i % 3 != 0));
        if (told.has_rigid_palette()) {
            CHECK(same(texels.data() + told.rigid_palette(), rigid.data(), rigid.size()));
        }
    }
    CHECK(differ); // or nothing was compared
}

TEST_CASE("morph weights are padded with zeros, cut and put in the order of meshes",
          "[bgfx][upload]") {
    crowd of(4);
    of.move();
    const render::mesh_id five = of.meshes.add(test::random_mesh(1, {.joints = 12, .morphs = 5}));
    const render::mesh_id two = of.meshes.add(test::random_mesh(2, {.joints = 12, .morphs = 2}));
    for (std::size_t i = 0; i < 4; ++i) {
        of.dress(i, {five, two});
    }
    const auto give = [&](std::size_t who, std::vector<std::vector<float>> weights) {
        of.registry.emplace<morph_weights>(of.all[who], make_morph_weights(weights));
    };
    give(1, {{1, 2, 3, 4, 5}, {6, 7}});
    give(2, {{1, 2, 3, 4, 5, 99, 98, 97}, {6}}); // more than the mesh has, and fewer
    give(3, {{0.5F}});                           // none for the second mesh
    const std::vector<row> texels = of.texels(GENERATE(std::size_t{1}, std::size_t{3}));
    const float want[4][12] = {
        {}, {1, 2, 3, 4, 5, 0, 0, 0, 6, 7, 0, 0}, {1, 2, 3, 4, 5, 0, 0, 0, 6, 0, 0, 0}, {0.5F}};
    for (std::size_t i = 0; i < 4; ++i) {
        const row* first = texels.data() + of.meshes.parts[0].drawn[i].morph_weights();
        const row* second = texels.data() + of.meshes.parts[1].drawn[i].morph_weights();
        for (std::size_t w = 0; w < 8; ++w) {
            CHECK(first[w / 4].v[w % 4] == want[i][w]);
        }
        for (std::size_t w = 0; w < 4; ++w) {
            CHECK(second->v[w] == want[i][8 + w]);
        }
    }
    CHECK(texels.size() == 4 * (12 * 3 + 2 + 1));
}

TEST_CASE("an instance says where, in which colour and by which method", "[bgfx][upload]") {
    crowd of(2);
    of.move();
    const render::mesh_id mesh = of.meshes.add(test::random_mesh(1, {.joints = 12}));
    render::appearance& look = of.dress(0, {mesh});
    look.tint = 0x40FF8000;
    look.method = skin_method::linear;
    of.dress(1, {mesh});
    // A hundred kilometres out, where a float has steps of 8 mm.
    const vec3<double> far = {100000.125, -3.5, 50000.0625};
    const float half = std::sqrt(0.5F);
    of.registry.get<placement>(of.all[0]) = {far, {0, half, 0, half}, 2};
    of.request.origin = far - vec3<double>{0.001, 0.002, -0.003};
    of.texels();
    const render::instance& told = of.meshes.parts[0].drawn[0];
    // A quarter turn about y takes x to -z and z to x.
    const float want[3][4] = {{0, 0, 2, 0.001F}, {0, 2, 0, 0.002F}, {-2, 0, 0, -0.003F}};
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 4; ++c) {
            CHECK_THAT(told.rows[r].v[c], WithinAbs(static_cast<double>(want[r][c]), 1e-6));
        }
    }
    CHECK(told.is_linear());
    CHECK(same(told.tint(), row{{0, 128.0F / 255, 1, 64.0F / 255}}));
    const render::instance& other = of.meshes.parts[0].drawn[1];
    CHECK(other.rows[0].v[0] == 1); // no placement: as it is
    CHECK_THAT(other.rows[0].v[3], WithinAbs(-100000.124, 0.01));
    CHECK(same(other.tint(), row{{1, 1, 1, 1}}));
}

TEST_CASE("any number of workers copies the same texels", "[bgfx][upload]") {
    crowd of(40, 90);
    of.move();
    const render::mesh_id split =
        of.meshes.add(test::random_mesh(4, {.joints = 90, .morphs = 3}), 24);
    const render::mesh_id whole = of.meshes.add(test::random_mesh(5, {.joints = 90}));
    for (std::size_t i = 0; i < of.all.size(); ++i) {
        of.dress(i, i % 5 == 0 ? std::vector{split, whole} : std::vector{whole}).rigid = i % 7 == 0;
    }
    of.request.deviation = true;
    const std::vector<row> alone = of.texels();
    for (const row& each : alone) {
        REQUIRE(each.v[0] != -7); // every texel is written
    }
    for (const std::size_t workers : {2U, 3U, 8U, 64U, 1000U}) {
        INFO(workers);
        CHECK(same(of.texels(workers).data(), alone.data(), alone.size()));
    }
    REQUIRE(alone.size() > 16384); // enough for the executor to be asked
    for (const std::size_t workers : {1U, 2U, 3U, 8U}) {
        tf::Executor executor(workers);
        render::upload_workers tasks;
        std::vector<row> out(alone.size());
        for (int turn = 0; turn < 3; ++turn) {
            std::fill(out.begin(), out.end(), row{});
            tasks.copy(of.plan, out.data(), &executor);
            CHECK(same(out.data(), alone.data(), alone.size()));
        }
        // From a task of the host's.
        std::fill(out.begin(), out.end(), row{});
        executor.async([&] { tasks.copy(of.plan, out.data(), &executor); }).wait();
        CHECK(same(out.data(), alone.data(), alone.size()));
    }
}
