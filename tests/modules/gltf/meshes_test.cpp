#include "support/gltf_variants.hpp"
#include "support/shown_model.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

namespace jounce::test {
namespace {

using Catch::Approx;

/// Promises of skinned_mesh, whatever the file.
void check_influences(const gltf::model& of) {
    for (const gltf::mesh& mesh : of.meshes) {
        const skinned_mesh& v = mesh.vertices;
        REQUIRE(v.first_influence.size() == v.positions.size() + 1);
        for (std::size_t i = 0; i < v.positions.size(); ++i) {
            REQUIRE(v.first_influence[i] < v.first_influence[i + 1]);
            double sum = 0;
            for (std::size_t k = v.first_influence[i]; k < v.first_influence[i + 1]; ++k) {
                REQUIRE(v.influences[k].joint < of.joints.size());
                CHECK(v.influences[k].weight > 0);
                if (k > v.first_influence[i]) {
                    CHECK(v.influences[k].weight <= v.influences[k - 1].weight);
                }
                sum += static_cast<double>(v.influences[k].weight);
            }
            CHECK(sum == Approx(1).margin(1e-6));
        }
        CHECK(v.first_influence.back() == v.influences.size());
    }
}

gltf_builder with_weights(const std::vector<float>& first_vertex) {
    gltf_builder out = tube();
    std::vector<float> weights(64, 0.25F);
    std::copy(first_vertex.begin(), first_vertex.end(), weights.begin());
    out.document["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] =
        out.accessor(weights, "VEC4");
    return out;
}

} // namespace

TEST_CASE("influences of own files keep their promises", "[gltf]") {
    for (const gltf_file& file : good_gltf_files()) {
        if (file.side_name.empty()) {
            INFO(file.name);
            const auto read = parse(file.bytes);
            REQUIRE(read);
            check_influences(*read);
        }
    }
}

TEST_CASE("sets of joints are merged, each joint once", "[gltf]") {
    const gltf::model read = good(two_sets());
    const skinned_mesh& v = read.meshes.at(0).vertices;
    // Vertex 1: joints 0 and 1 with 0.625 and 0.375; then 1, 2 and 1 again with 0.5, 0.25 and 0.05.
    const std::size_t first = v.first_influence[1];
    REQUIRE(v.first_influence[2] - first == 3);
    CHECK(v.influences[first].joint == 1);
    CHECK(v.influences[first].weight == Approx((0.375 + 0.5 + 0.05) / 1.8));
    CHECK(v.influences[first + 1].joint == 0);
    CHECK(v.influences[first + 1].weight == Approx(0.625 / 1.8));
    CHECK(v.influences[first + 2].joint == 2);
    REQUIRE(read.warnings.size() == 1);
    CHECK(read.warnings[0].find("do not sum to one") != std::string::npos);
}

TEST_CASE("odd weights are repaired with a warning", "[gltf]") {
    gltf::model read = good(with_weights({0, 0, 0, 0}));
    check_influences(read);
    CHECK(read.meshes[0].vertices.first_influence[1] == 1);
    REQUIRE(read.warnings.size() == 1);
    CHECK(read.warnings[0].find("without weight") != std::string::npos);

    read = good(with_weights({-1, 0.5F, 0.5F, 0}));
    check_influences(read);
    REQUIRE(read.warnings.size() == 1);
    CHECK(read.warnings[0].find("negative") != std::string::npos);
}

TEST_CASE("skins without matrices bind in the joints' own frames", "[gltf]") {
    const gltf::model read = good(no_matrices());
    CHECK(read.joints[2].inverse_bind.translation == vec3<double>{});
    CHECK(read.joints[2].inverse_bind.linear.column[1] == vec3<double>{0, 1, 0});
}

TEST_CASE("several skins follow each other in the list of joints", "[gltf]") {
    const gltf::model read = good(two_skins());
    REQUIRE(read.skins.size() == 2);
    CHECK(read.skins[1].name == "second");
    CHECK(read.skins[1].first_joint == 3);
    CHECK(read.skins[1].joint_count == 2);
    CHECK(read.joints[3].bone == read.joints[2].bone); // both have the tip
    REQUIRE(read.meshes.size() == 2);
    CHECK(read.meshes[1].skin == 1);
    for (const influence& i : read.meshes[1].vertices.influences) {
        CHECK(i.joint >= 3);
    }
}

TEST_CASE("rigid meshes hang on a joint of their node", "[gltf]") {
    const gltf::model read = good(rigid());
    REQUIRE(read.meshes.size() == 7);
    CHECK(read.joints.size() == 6); // one for each node, not for each primitive
    for (const gltf::mesh& mesh : read.meshes) {
        CHECK(mesh.skin == -1);
        const std::uint16_t joint = mesh.vertices.influences[0].joint;
        CHECK(read.node_of_bone[static_cast<std::size_t>(read.joints[joint].bone)] == mesh.node);
    }
    CHECK(std::count(read.is_joint.begin(), read.is_joint.end(), 1) == 0);
}

TEST_CASE("lists, strips and fans become triangles that face one way", "[gltf]") {
    const gltf::model read = good(rigid());
    const auto first_of = [&](std::size_t mesh, std::size_t count) {
        const auto begin = read.meshes[mesh].triangles.begin();
        return std::vector<std::uint32_t>(begin, begin + static_cast<std::ptrdiff_t>(count));
    };
    using list = std::vector<std::uint32_t>;
    CHECK(read.meshes[1].triangles.size() == 15); // sixteen vertices: one is left over
    CHECK(first_of(1, 6) == list{0, 1, 2, 3, 4, 5});
    CHECK(read.meshes[2].triangles.size() == 42);
    CHECK(first_of(2, 9) == list{0, 1, 2, 1, 3, 2, 2, 3, 4});
    CHECK(read.meshes[3].triangles.size() == 72); // the strip's second primitive, with indices
    CHECK(first_of(4, 6) == list{1, 2, 0, 2, 3, 0});
    CHECK(read.meshes[5].triangles.empty()); // points
}

TEST_CASE("morph targets are carried with names and weights", "[gltf]") {
    const gltf::model read = good(morphs());
    REQUIRE(read.meshes.size() == 2);
    const gltf::mesh& mesh = read.meshes[0];
    REQUIRE(mesh.morphs.size() == 2);
    CHECK(mesh.morphs[0].name == "bulge");
    CHECK(mesh.morphs[1].name == "lean");
    CHECK(mesh.morphs[0].normals.size() == 16);
    CHECK(mesh.morphs[1].normals.empty());
    CHECK(mesh.rest_weights == std::vector<float>{0.25F, 0.5F});
    CHECK(read.meshes[1].rest_weights == std::vector<float>{1.0F, -0.5F});
}

TEST_CASE("names of morph targets may be anything", "[gltf]") {
    gltf_builder file = morphs();
    nlohmann::json& mesh = file.document["meshes"][0];
    for (const nlohmann::json& extras :
         {nlohmann::json(7), nlohmann::json{{"targetNames", "x"}},
          nlohmann::json{{"targetNames", {1}}}, nlohmann::json::array()}) {
        mesh["extras"] = extras;
        CHECK(good(file).meshes[0].morphs[0].name.empty());
    }
    mesh["weights"] = {1, 2, 3};
    const gltf::model read = good(file);
    CHECK(read.meshes[0].rest_weights == std::vector<float>{1, 2});
    CHECK(read.warnings.size() == 1);
}

TEST_CASE("sparse accessors replace what lies below", "[gltf]") {
    const gltf::model read = good(sparse());
    const gltf::mesh& mesh = read.meshes.at(0);
    CHECK(mesh.vertices.positions[2] == vec3<float>{1, 2, 3});
    CHECK(mesh.vertices.positions[15] == vec3<float>{0, 3, 0});
    CHECK(mesh.vertices.positions[4].y == 0.5F);
    CHECK(mesh.triangles[71] == 11);
    REQUIRE(mesh.morphs.size() == 1);
    CHECK(mesh.morphs[0].positions[0] == vec3<float>{0.5F, 0, 0});
    CHECK(mesh.morphs[0].positions[1] == vec3<float>{});
    CHECK(mesh.morphs[0].positions[7] == vec3<float>{0, 0, 0.25F});
}

TEST_CASE("whole numbers are normalised where the accessor says so", "[gltf]") {
    const gltf::model read = good(quantised_mesh());
    const gltf::mesh& mesh = read.meshes.at(0);
    CHECK(mesh.vertices.positions[4].y == 500.0F);
    CHECK(mesh.surface.texcoords[0].at(0)[0] == Approx(32768.0 / 65535.0));
    const vec3<float> n = mesh.vertices.normals[0];
    CHECK(std::hypot(n.x, n.z) == Approx(1).margin(0.01));
}

TEST_CASE("what cannot be drawn is left out with a warning", "[gltf]") {
    gltf_builder file = tube();
    nlohmann::json& primitives = file.document["meshes"][0]["primitives"];
    primitives.push_back({{"attributes", {{"NORMAL", 1}}}});
    primitives.push_back({{"attributes", {{"POSITION", file.accessor_on(-1, 5126, "VEC3", 0)}}}});
    primitives.push_back({{"attributes", {{"POSITION", 0}}}, {"mode", 0}});
    const gltf::model read = good(file);
    REQUIRE(read.meshes.size() == 2);
    CHECK(read.meshes[1].primitive == 3);
    CHECK(read.meshes[1].skin == -1);
    REQUIRE(read.warnings.size() == 3);
    CHECK(read.warnings[0].starts_with("/meshes/0/primitives/1: has no POSITION"));
    CHECK(read.warnings[1].find("no vertices") != std::string::npos);
    CHECK(read.warnings[2].find("no JOINTS_0") != std::string::npos);
}

TEST_CASE("the document and its buffers are kept for others", "[gltf]") {
    gltf_builder file = tube();
    file.document["extensions"] = {{"VRMC_springBone", {{"specVersion", "1.0"}}}};
    const gltf::model read = good(file);
    CHECK(nlohmann::json::parse(read.json)["extensions"] == file.document["extensions"]);
    REQUIRE(read.buffers.size() == 1);
    CHECK(read.buffers[0].size() == file.buffer.size());
    CHECK(
        std::equal(read.buffers[0].begin(), read.buffers[0].end(), bytes_of(file.buffer).begin()));
}

} // namespace jounce::test
