// What `jounce inspect` says of parts that see no bone.

#include "modules/weights/test_meshes.hpp"
#include "support/gltf_builder.hpp"

#include <jounce/modules/inspection/inspect_model.hpp>

#include <catch2/catch_test_macros.hpp>

#include <span>
#include <string>

using namespace jounce;

namespace {

/// A mesh that follows one bone along y, from the origin to a metre above.
gltf::model bound_to_one(const test::test_mesh& mesh) {
    std::vector<float> positions;
    for (const vec3<double>& p : mesh.positions) {
        for (const double x : {p.x, p.y, p.z}) {
            positions.push_back(static_cast<float>(x));
        }
    }
    const std::size_t count = mesh.positions.size();
    std::vector<float> weights;
    for (std::size_t v = 0; v < count; ++v) {
        weights.insert(weights.end(), {1, 0, 0, 0});
    }
    test::gltf_builder out;
    out.accessor(positions, "VEC3");
    out.accessor(std::vector<std::uint16_t>(mesh.triangles.begin(), mesh.triangles.end()),
                 "SCALAR");
    out.accessor(std::vector<std::uint8_t>(4 * count, 0), "VEC4");
    out.accessor(weights, "VEC4");
    out.add("meshes", {{"name", "coat"},
                       {"primitives",
                        {{{"attributes", {{"POSITION", 0}, {"JOINTS_0", 2}, {"WEIGHTS_0", 3}}},
                          {"indices", 1}}}}});
    out.add("skins", {{"joints", {1, 2}}});
    out.add("nodes", {{"name", "coat"}, {"mesh", 0}, {"skin", 0}});
    out.add("nodes", {{"name", "spine"}, {"children", {2}}});
    out.add("nodes", {{"name", "end"}, {"translation", {0, 1, 0}}});
    out.document["scenes"] = {{{"nodes", {0, 1}}}};
    const std::string bytes = out.binary();
    auto model = gltf::parse_model(std::as_bytes(std::span(bytes)), "coat.glb");
    INFO((model ? "" : model.error().message));
    REQUIRE(model);
    return *std::move(model);
}

} // namespace

TEST_CASE("parts that see no bone are named with mesh, vertices and what binding would do",
          "[authoring]") {
    test::test_mesh mesh = test::tube(10, 12, 0.2, 1);
    const std::size_t first = mesh.positions.size();
    auto seen = inspection::inspect_model(bound_to_one(mesh), {});
    REQUIRE(seen);
    CHECK(seen->hidden_parts.empty());
    CHECK(inspection::inspection_text(*seen).find("see no bone") == std::string::npos);

    const test::test_mesh button = test::lens(6, 8, 0.03, 0.02);
    test::append(mesh, button, {0.25, 0.5, 0});
    seen = inspection::inspect_model(bound_to_one(mesh), {});
    REQUIRE(seen);
    REQUIRE(seen->hidden_parts.size() == 1);
    CHECK(seen->hidden_parts[0].mesh == "coat");
    CHECK(seen->hidden_parts[0].first_vertex == first);
    CHECK(seen->hidden_parts[0].vertices == button.positions.size());
    CHECK(seen->hidden_parts[0].would_borrow);
    CHECK(inspection::inspection_text(*seen).find("weights of the nearest other part") !=
          std::string::npos);
    CHECK(inspection::inspection_json(*seen).find("\"hidden_parts\":[{\"mesh\":\"coat\"") !=
          std::string::npos);

    // A closed mesh beside its bone: nothing to borrow from.
    test::test_mesh beside;
    test::append(beside, button, {3, 0.5, 0});
    seen = inspection::inspect_model(bound_to_one(beside), {});
    REQUIRE(seen);
    REQUIRE(seen->hidden_parts.size() == 1);
    CHECK_FALSE(seen->hidden_parts[0].would_borrow);
}
