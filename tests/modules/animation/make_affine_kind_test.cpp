#include "support/affine_box.hpp"

#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/animation/clip_fault.hpp>
#include <jounce/modules/rig/affine_fault.hpp>
#include <jounce/modules/rig/displace_rest.hpp>
#include <jounce/modules/rig/find_bone.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/systems/animation/sample_affine.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>
#include <string>

using namespace jounce;
using namespace jounce::test;

namespace {

/// Vertices at a frame, by the definition: `sum w (map vertex)`.
std::vector<vec3<double>> vertices_at(const skinned_mesh& mesh, const clip& source, double frame) {
    const std::vector<double> rows = rows_at(source, frame);
    std::vector<vec3<double>> out(mesh.positions.size());
    for (std::size_t v = 0; v < out.size(); ++v) {
        const vec3<double> p = cast<double>(mesh.positions[v]);
        for (std::size_t i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i) {
            const double* m = rows.data() + std::size_t{mesh.influences[i].joint} * 12;
            const vec3<double> moved = {m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
                                        m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                                        m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
            out[v] = out[v] + static_cast<double>(mesh.influences[i].weight) * moved;
        }
    }
    return out;
}

std::vector<vec3<float>> skinned_at(const affine_character& who, const skinned_mesh& mesh,
                                    const clip& source, double frame) {
    block_data data = make_block_data(*who.kind);
    block_moment now;
    now.playing = 1;
    now.lanes[0].layers[0] = {&source, frame / 32, 1, nullptr};
    now.lanes[0].override_count = now.lanes[0].layer_count = 1;
    sample_affine(now, who.kind->affine_joints, data.palette);
    std::vector<vec3<float>> out(mesh.positions.size());
    std::vector<vec3<float>> normals(mesh.positions.size());
    cpu_skin<float>(skin_method::linear, data.palette, 0, mesh, out, normals);
    return out;
}

double farthest_vertex(const std::vector<vec3<float>>& a, const std::vector<vec3<double>>& b) {
    double most = 0;
    for (std::size_t v = 0; v < b.size(); ++v) {
        most = std::max(most, length(cast<double>(a[v]) - b[v]));
    }
    return most;
}

std::string name_of_fault(const clip& source) {
    const std::optional<error> fault = find_affine_fault(source);
    return fault ? fault->name : "none";
}

} // namespace

TEST_CASE("affine clips skin vertices exactly, halfway to the mean", "[affine]") {
    const affine_character box = box_character();
    const skinned_mesh mesh = box_mesh();
    const clip& bend = box.clips->clips[0];
    for (int frame = 0; frame < 16; ++frame) {
        const auto at = vertices_at(mesh, bend, frame);
        const auto next = vertices_at(mesh, bend, frame + 1);
        CHECK(farthest_vertex(skinned_at(box, mesh, bend, frame), at) < 1e-6);
        std::vector<vec3<double>> mean(at.size());
        for (std::size_t v = 0; v < at.size(); ++v) {
            mean[v] = 0.5 * (at[v] + next[v]);
        }
        CHECK(farthest_vertex(skinned_at(box, mesh, bend, frame + 0.5), mean) < 1e-6);
    }
}

TEST_CASE("bones follow affine frames by rotation and one scale", "[affine]") {
    const affine_character box = tailed_box();
    REQUIRE(box.kind->affine_joints == 3);
    CHECK(box.kind->bind.mode == palette_mode::matrix);
    for (std::size_t j = 0; j < 3; ++j) {
        const std::int32_t bone = box.kind->bind.joints[j].bone;
        CHECK(box.kind->rig.names[static_cast<std::size_t>(bone)] == "bone_" + std::to_string(j));
    }
    const clip& bend = box.clips->clips[0];
    CHECK_FALSE(find_clip_fault(bend, box.kind->rig));
    const std::int32_t last = *find_bone(box.kind->rig, "bone_2");
    std::size_t found = 0;
    for (const track& one : bend.tracks) {
        if (one.bone != last) {
            continue;
        }
        ++found;
        REQUIRE(one.key_count == 17);
        for (std::size_t f = 0; f < 17; ++f) {
            const std::vector<double> rows = rows_at(bend, static_cast<double>(f));
            const float* value = bend.values.data() + one.first_value +
                                 f * (one.target == track_target::rotation ? 4 : 3);
            if (one.target == track_target::translation) {
                CHECK(std::abs(static_cast<double>(value[0]) - (2 * rows[24] + rows[27])) < 1e-6);
                CHECK(std::abs(static_cast<double>(value[1]) - (2 * rows[28] + rows[31])) < 1e-6);
            } else if (one.target == track_target::rotation) {
                // The rotation nearest to F makes R^T F symmetric.
                const quat<double> turn = {
                    static_cast<double>(value[0]), static_cast<double>(value[1]),
                    static_cast<double>(value[2]), static_cast<double>(value[3])};
                const mat3<double> linear = {{{rows[24], rows[28], rows[32]},
                                              {rows[25], rows[29], rows[33]},
                                              {rows[26], rows[30], rows[34]}}};
                const mat3<double> stretch = transposed(to_matrix(turn)) * linear;
                CHECK(std::abs(stretch.column[0].y - stretch.column[1].x) < 1e-6);
                CHECK(stretch.column[0].x > 0.5);
            } else {
                CHECK(value[0] == value[1]);
                CHECK(value[0] >= 1 - 1e-5F);
                CHECK(value[0] <= 1.5F);
            }
        }
    }
    CHECK(found == 3);
    // The first part does not move: it needs no scale.
    const std::int32_t first = *find_bone(box.kind->rig, "bone_0");
    CHECK(std::ranges::count_if(bend.tracks, [&](const track& one) {
              return one.bone == first && one.target == track_target::scale;
          }) == 0);
}

TEST_CASE("mirrored and flat frames still make usable bones", "[affine]") {
    affine<double> mirrored;
    mirrored.linear.column[0] = {-1, 0, 0};
    affine<double> flat;
    flat.linear = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    const std::vector<affine<double>> maps = {affine<double>{}, mirrored, flat};
    const std::vector<vec3<double>> centre = {{1, 2, 3}};
    const auto made =
        make_affine_kind(*make_affine_rig(centre), {}, {{clip_of_maps("odd", maps, 1)}});
    REQUIRE(made);
    CHECK_FALSE(find_clip_fault(made->clips->clips[0], made->kind->rig));
    for (const track& one : made->clips->clips[0].tracks) {
        if (one.target == track_target::scale) {
            for (std::size_t i = 0; i < 9; ++i) {
                CHECK(made->clips->clips[0].values[one.first_value + i] > 0);
            }
        }
    }
}

TEST_CASE("faults of affine frames are named", "[affine][bad-input]") {
    const clip good = random_affine_clip("good", 1, 3, 4);
    CHECK(name_of_fault(good) == "none");
    CHECK(name_of_fault(clip{}) == "none");
    clip bad = good;
    bad.affine.rows.pop_back();
    CHECK(name_of_fault(bad) == errors::bad_count);
    bad = good;
    bad.affine.joint_count = 0;
    CHECK(name_of_fault(bad) == errors::bad_count);
    bad.affine.joint_count = std::numeric_limits<std::uint32_t>::max();
    CHECK(name_of_fault(bad) == errors::bad_count);
    bad = good;
    bad.affine.frame_count = std::numeric_limits<std::uint32_t>::max();
    CHECK(name_of_fault(bad) == errors::bad_count);
    bad.affine.frame_count = 0;
    CHECK(name_of_fault(bad) == errors::bad_count);
    bad = good;
    bad.affine.frames_per_second = 0;
    CHECK(name_of_fault(bad) == errors::bad_time);
    bad.affine.frames_per_second = std::nanf("");
    CHECK(name_of_fault(bad) == errors::bad_time);
    bad = good;
    bad.duration = 0.05F;
    CHECK(name_of_fault(bad) == errors::bad_time);
    bad = good;
    bad.affine.rows[40] = std::nanf("");
    CHECK(name_of_fault(bad) == errors::bad_number);
    const affine_character box = box_character();
    CHECK(find_clip_fault(bad, box.kind->rig)->name == errors::bad_number);
}

TEST_CASE("kinds that cannot be affine are refused", "[affine][bad-input]") {
    const rig bones = *make_affine_rig(box_centres());
    CHECK(make_affine_kind(bones, {}, {}).error().name == errors::no_affine_frames);
    CHECK(make_affine_kind(bones, {}, {{random_affine_clip("a", 1, 4, 2)}}).error().name ==
          errors::bad_bone);
    CHECK(make_affine_kind(bones, {},
                           {{random_affine_clip("a", 1, 3, 2), random_affine_clip("b", 1, 2, 2)}})
              .error()
              .name == errors::bad_count);
    rig_builder chain;
    chain.add(rig_builder::segment{"a", -1, {0, 0, 0}, {1, 0, 0}, false});
    chain.add(rig_builder::segment{"b", 0, {1, 0, 0}, {2, 0, 0}, false});
    CHECK(make_affine_kind(*chain.build<float>(), {}, {{random_affine_clip("a", 1, 2, 2)}})
              .error()
              .name == errors::bad_bone);
    character_kind polar = *box_character().kind;
    polar.bind = make_rest_bind(polar.rig, palette_mode::polar);
    CHECK(take_affine_clips(polar, box_clips()).error().name == errors::not_matrix);
    polar.bind = make_rest_bind(polar.rig, palette_mode::matrix);
    CHECK(take_affine_clips(polar, box_clips()));
    CHECK(take_affine_clips(polar, {{random_affine_clip("a", 1, 4, 2)}}).error().name ==
          errors::no_affine_frames);
}

TEST_CASE("a mesh that is displaced at rest follows the whole clip", "[affine]") {
    const affine_character box = box_character();
    const skinned_mesh mesh = box_mesh();
    std::vector<vec3<float>> belly(mesh.positions.size());
    for (std::size_t v = 0; v < belly.size(); ++v) {
        const float swell = mesh.positions[v].x > 0.9F && mesh.positions[v].x < 2.1F ? 0.3F : 0.0F;
        belly[v] = swell * mesh.normals[v];
    }
    const result<skinned_mesh> fat = displace_rest(mesh, box_triangles(), belly);
    REQUIRE(fat);
    const clip& bend = box.clips->clips[0];
    for (const double frame : {0.0, 4.0, 7.5, 16.0}) {
        const std::vector<vec3<float>> shown = skinned_at(box, *fat, bend, frame);
        CHECK(farthest_vertex(shown, vertices_at(*fat, bend, frame)) < 1e-6);
        CHECK(farthest_vertex(shown, vertices_at(mesh, bend, frame)) > 0.1);
    }
}
