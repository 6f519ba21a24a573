// Decomposed meshes as files: every vertex is where the bones put it when the file is read again.

#include "hand_made.hpp"
#include "modules/bake/swing_file.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/decompose_file/make_character.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce_test;

namespace {

/// The vertices of the first mesh by the affine rows of a clip, at any frame between two.
std::vector<vec3<double>> by_rows(const gltf::model& model, std::size_t which, double frame) {
    const affine_frames& rows = model.clips.clips[which].affine;
    const auto low = static_cast<std::size_t>(frame);
    const double share = frame - static_cast<double>(low);
    const auto element = [&](std::size_t joint, std::size_t row, std::size_t column) {
        const auto at = [&](std::size_t f) {
            return static_cast<double>(
                rows.rows[((f * rows.joint_count + joint) * 3 + row) * 4 + column]);
        };
        return share > 0 ? (1 - share) * at(low) + share * at(low + 1) : at(low);
    };
    const gltf::mesh& mesh = model.meshes.front();
    std::vector<vec3<double>> out;
    for (std::size_t v = 0; v < mesh.vertices.positions.size(); ++v) {
        const vec3<double> rest = cast<double>(mesh.vertices.positions[v]);
        double sum[3] = {};
        for (std::uint32_t i = mesh.vertices.first_influence[v];
             i < mesh.vertices.first_influence[v + 1]; ++i) {
            const influence& one = mesh.vertices.influences[i];
            for (std::size_t r = 0; r < 3; ++r) {
                sum[r] += static_cast<double>(one.weight) *
                          (element(one.joint, r, 0) * rest.x + element(one.joint, r, 1) * rest.y +
                           element(one.joint, r, 2) * rest.z + element(one.joint, r, 3));
            }
        }
        out.push_back({sum[0], sum[1], sum[2]});
    }
    return out;
}

void check_refused(const hand_made& what, const std::string& name) {
    const auto made = make_character(what.mesh, what.found);
    REQUIRE_FALSE(made);
    INFO(made.error().message);
    CHECK(made.error().name == name);
    CHECK(made.error().message.find("tube: ") == 0);
}

} // namespace

TEST_CASE("a file shows the frames at its keys", "[decompose_file][character]") {
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        for (const std::size_t rank : {0U, 3U}) {
            const hand_made made({.kind = kind, .rank = rank, .takes = 2});
            const gltf::model model = read_again(made.glb());
            REQUIRE(model.clips.clips.size() == 2);
            for (std::size_t t = 0; t < 2; ++t) {
                for (std::size_t f = 0; f < 7; ++f) {
                    INFO("rank " << rank << ", take " << t << ", frame " << f);
                    CHECK(farthest(at_key(model, t, f), made.mesh.animation.frame(7 * t + f)) <=
                          1e-5 * made.extent);
                }
            }
        }
    }
}

TEST_CASE("affine rows show the frames, and means halfway between", "[decompose_file][character]") {
    const hand_made made({.takes = 2});
    const gltf::model model = read_again(made.glb());
    for (std::size_t t = 0; t < 2; ++t) {
        const affine_frames& rows = model.clips.clips[t].affine;
        CHECK(rows.frame_count == 7);
        CHECK(rows.joint_count == 3);
        CHECK(rows.frames_per_second == 24);
        for (std::size_t f = 0; f < 7; ++f) {
            const auto now = made.mesh.animation.frame(7 * t + f);
            CHECK(farthest(by_rows(model, t, static_cast<double>(f)), now) <= 1e-5 * made.extent);
            if (f < 6) {
                const auto next = made.mesh.animation.frame(7 * t + f + 1);
                std::vector<vec3<double>> mean;
                for (std::size_t v = 0; v < now.size(); ++v) {
                    mean.push_back(0.5 * (now[v] + next[v]));
                }
                CHECK(farthest(by_rows(model, t, static_cast<double>(f) + 0.5), mean) <=
                      1e-5 * made.extent);
            }
        }
    }
}

TEST_CASE("rigid bones are nodes with linear keys", "[decompose_file][character]") {
    const hand_made made({.kind = bone_kind::rigid});
    const swing_file file = take_apart(made.glb());
    CHECK(file.json["nodes"].size() == 5); // the mesh, three bones, their root
    CHECK(file.json["skins"][0]["joints"].size() == 3);
    const auto& animation = file.json["animations"][0];
    CHECK(animation["channels"].size() == 6);
    CHECK_FALSE(animation.contains("extras"));
    for (const auto& sampler : animation["samplers"]) {
        CHECK(sampler["interpolation"] == "LINEAR");
    }
    CHECK(read_again(made.glb()).clips.clips[0].affine.empty());
}

TEST_CASE("flexible bones are pairs of nodes with steps", "[decompose_file][character]") {
    const hand_made made({.rank = 2});
    const swing_file file = take_apart(made.glb());
    CHECK(file.json["nodes"].size() == 8);
    const auto& animation = file.json["animations"][0];
    CHECK(animation["channels"].size() == 13); // four a bone, and the weights
    CHECK(animation["samplers"][0]["interpolation"] == "STEP");
    CHECK(animation["samplers"][12]["interpolation"] == "LINEAR");
    CHECK(animation["extras"]["jounce_affine"]["skin"] == 0);
    CHECK(animation["extras"]["jounce_affine"]["frames"] == 7);
    CHECK(animation["extras"]["jounce_affine"]["fps"] == 24);
    CHECK(file.json["meshes"][0]["primitives"][0]["targets"].size() == 2);
    CHECK(file.json["meshes"][0]["extras"]["targetNames"][1] == "correction_1");
    // A viewer that opens the file sees the rest pose: corrections are off.
    CHECK(file.json["meshes"][0]["weights"] == nlohmann::ordered_json::array({0, 0}));
}

TEST_CASE("files have normals, also of corrections", "[decompose_file][character]") {
    const hand_made made({.rank = 1});
    const gltf::model model = read_again(made.glb());
    const gltf::mesh& mesh = model.meshes.front();
    REQUIRE(mesh.vertices.normals.size() == mesh.vertices.positions.size());
    REQUIRE(mesh.morphs[0].normals.size() == mesh.vertices.positions.size());
    double most = 0;
    for (std::size_t v = 8; v < 48; ++v) { // inner rings point away from the axis
        const vec3<float>& p = mesh.vertices.positions[v];
        const vec3<float>& n = mesh.vertices.normals[v];
        CHECK(n.y * (p.y - 1) + n.z * (p.z + 3) > 0.24F);
        most = std::max(most, static_cast<double>(length(mesh.morphs[0].normals[v])));
    }
    CHECK(most > 0.01);
    CHECK(most < 1);
}

TEST_CASE("what no file can hold is refused by name", "[decompose_file][character][bad-input]") {
    const auto spoilt = [](const auto& spoil) {
        hand_made made({.rank = 1});
        spoil(made);
        return made;
    };
    check_refused(spoilt([](hand_made& m) { m.found.weights.entries[3].weight = -0.01; }),
                  "negative_weights");
    check_refused(spoilt([](hand_made& m) { m.found.weights.entries[3].bone = 3; }), "bad_count");
    check_refused(spoilt([](hand_made& m) { m.found.bones.pop_back(); }), "bad_count");
    check_refused(spoilt([](hand_made& m) { m.found.weights.first.pop_back(); }), "bad_count");
    check_refused(spoilt([](hand_made& m) { m.found.corrected.basis.pop_back(); }), "bad_count");
    check_refused(spoilt([](hand_made& m) { m.found.corrected.coefficients.pop_back(); }),
                  "bad_count");
    check_refused(spoilt([](hand_made& m) {
                      m.found.bones[4].linear.column[1].y =
                          std::numeric_limits<double>::quiet_NaN();
                  }),
                  "not_finite");
    check_refused(spoilt([](hand_made& m) {
                      m.found.centres.clear();
                      m.found.bones.clear();
                  }),
                  "no_bones");
    check_refused(spoilt([](hand_made& m) {
                      m.found.centres.resize(2500);
                      m.found.bones.resize(2500 * 7);
                  }),
                  "too_many_bones");
}

TEST_CASE("a vertex without weight follows the first bone", "[decompose_file][character]") {
    hand_made made;
    made.found.weights.entries[0].weight = 0;
    const gltf::model model = read_again(made.glb());
    CHECK(model.meshes[0].vertices.influences[0].joint == 0);
    CHECK(model.meshes[0].vertices.influences[0].weight == 1);
}
