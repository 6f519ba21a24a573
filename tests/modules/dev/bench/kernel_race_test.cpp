#include <jounce/modules/dev/bench/kernel_race.hpp>

#include "support/random_skins.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/dev/bench/baseline.hpp>
#include <jounce/modules/dev/bench/skin_baseline.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace kernel_race_test {

using namespace jounce;
using namespace jounce::test;

namespace {

vec3<float> plain(const Eigen::Vector3f& v) { return {v.x(), v.y(), v.z()}; }

/// A block whose bones are turned, moved and scaled anyhow.
block_data posed(const character_kind& kind, dice& roll) {
    block_data data = make_block_data(kind);
    for (lane_transform<float>& bone : data.local.bones) {
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(bone, lane,
                     {cast<float>(roll.rotation()), cast<float>(roll.vector(0.3)),
                      static_cast<float>(roll.number(0.9, 1.1))});
        }
    }
    return data;
}

} // namespace

TEST_CASE("the mesh that is raced has tubes with four influences each", "[bench]") {
    const procedural::model of = *procedural::bench_character(64, 16);
    const skinned_mesh mesh = bench::make_tubes(of.kind->rig, 2000);
    CHECK(mesh.positions.size() == 2048);
    CHECK(mesh.influences.size() == 4 * mesh.positions.size());
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        float total = 0;
        for (std::size_t i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i) {
            total += mesh.influences[i].weight;
        }
        REQUIRE(std::abs(total - 1) < 1e-5F);
    }
    // Two bones, two influences; then far more bones than vertices were asked for.
    CHECK(bench::make_tubes(procedural::bench_character(2, 0)->kind->rig, 16).influences.size() ==
          2 * 16);
    CHECK(bench::make_tubes(procedural::bench_character(500, 0)->kind->rig, 100).positions.size() ==
          104);
}

TEST_CASE("the baseline of skinning computes what the yardstick does", "[bench]") {
    dice roll(21);
    skin_recipe recipe = {palette_mode::diagonal, 12, 200, 4, false};
    recipe.turn = 0.2;
    const palette rows = to_float(random_palette(roll, recipe));
    const skinned_mesh mesh = to_float(random_mesh(roll, recipe));
    const auto is_moved = [&](std::size_t v) {
        const auto* all = mesh.influences.data();
        return std::any_of(all + mesh.first_influence[v], all + mesh.first_influence[v + 1],
                           [](const influence& i) { return i.weight > 0; });
    };
    bench::skin_baseline other = bench::make_skin_baseline(mesh);
    bench::set_joints(other, rows, 5);
    for (const bool linear : {true, false}) {
        std::vector<vec3<float>> positions(mesh.positions.size()), normals(mesh.positions.size());
        cpu_skin<float>(linear ? skin_method::linear : skin_method::dual_quaternion, rows, 5, mesh,
                        positions, normals);
        linear ? bench::baseline_skin_linear(other) : bench::baseline_skin_dual(other);
        for (std::size_t v = 0; v < positions.size(); ++v) {
            if (is_moved(v)) { // the ordinary way does not know what else to do
                REQUIRE(length(positions[v] - plain(other.positions[v])) < 3e-5F);
                REQUIRE(length(normals[v] - plain(other.normals[v])) < 1e-5F);
            }
        }
    }
}

TEST_CASE("the baseline's palette is jounce's", "[bench]") {
    const procedural::model of = *procedural::bench_character(24, 8);
    dice roll(22);
    block_data data = posed(*of.kind, roll);
    bone_transforms between;
    between.bones.resize(of.kind->rig.parents.size());
    fk_palette<float>(of.kind->rig, of.kind->bind, data.local, between, data.palette);
    for (int lane = 0; lane < lane_count; ++lane) {
        bench::baseline_character other = bench::make_baseline(*of.kind);
        for (std::size_t b = 0; b < data.local.bones.size(); ++b) {
            bench::set_local(other, b, get_lane(data.local.bones[b], lane));
        }
        bench::baseline_fk(*of.kind, other);
        bench::baseline_palette(*of.kind, other);
        const palette_row<float>* rows = data.palette.lane_rows(lane);
        for (std::size_t j = 0; j < other.palette.size(); ++j) {
            const Eigen::Vector4f* theirs[3] = {&other.palette[j].real, &other.palette[j].dual,
                                                &other.palette[j].scale};
            for (std::size_t r = 0; r < 3; ++r) {
                const Eigen::Map<const Eigen::Vector4f> ours(rows[3 * j + r].v);
                REQUIRE((ours - *theirs[r]).norm() < 1e-4F);
            }
        }
    }
}

TEST_CASE("fk and palette at once give the bits of one after the other", "[palette]") {
    for (const bool stretch : {false, true}) {
        for (const palette_mode mode : {palette_mode::diagonal, palette_mode::polar}) {
            dice roll(23);
            rig_recipe recipe;
            recipe.stretch = stretch;
            recipe.mode = mode;
            character_kind kind;
            rig_builder bones = random_bones(roll, recipe);
            if (stretch) {
                bones.allow_non_uniform_scale();
            }
            kind.rig = *bones.build<float>();
            kind.bind = make_rest_bind(kind.rig, mode);
            REQUIRE(kind.rig.is_affine == stretch);
            block_data data = posed(kind, roll);
            palette together = data.palette;
            bone_transforms between = data.transforms;
            fk_palette<float>(kind.rig, kind.bind, data.local, between, together);

            fk<float>(kind.rig, kind.springs, data.local, data.rigid);
            data.transforms.bones = data.rigid.bones;
            data.transforms.linear = data.rigid.linear;
            palette_rows<float>(kind.bind, data.transforms, data.palette);
            REQUIRE(together.rows.size() == data.palette.rows.size());
            CHECK(std::equal(together.rows.begin(), together.rows.end(), data.palette.rows.begin(),
                             [](const palette_row<float>& a, const palette_row<float>& b) {
                                 return std::equal(a.v, a.v + 4, b.v);
                             }));
        }
    }
}

} // namespace kernel_race_test
