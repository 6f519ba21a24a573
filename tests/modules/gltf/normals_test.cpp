// Normals that are none, and other numbers that are not finite.

#include "support/gltf_variants.hpp"
#include "support/shown_model.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

namespace jounce::test::normals_test {
namespace {

using Catch::Approx;
using nlohmann::json;

bool warns(const gltf::model& of, const std::string& words) {
    return std::any_of(of.warnings.begin(), of.warnings.end(), [&](const std::string& warning) {
        return warning.find(words) != std::string::npos;
    });
}

gltf_builder with_normals(const std::vector<std::size_t>& bad, float value) {
    gltf_builder out = tube();
    std::vector<float> normals(48);
    std::memcpy(normals.data(),
                out.buffer.data() + out.document["bufferViews"][1]["byteOffset"].get<std::size_t>(),
                normals.size() * sizeof(float));
    for (const std::size_t vertex : bad) {
        std::fill_n(normals.begin() + static_cast<std::ptrdiff_t>(3 * vertex), 3, value);
    }
    out.document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] =
        out.accessor(normals, "VEC3");
    return out;
}

} // namespace

TEST_CASE("normals that are none are made anew with a warning", "[gltf][extensions]") {
    const gltf::model plain = good(tube());
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float value : {nan, std::numeric_limits<float>::infinity(), 0.0F, 1e38F}) {
        INFO(value);
        const std::vector<std::size_t> bad = {1, 5, 10};
        const gltf::model read = good(with_normals(bad, value));
        REQUIRE(read.warnings.size() == 1);
        CHECK(warns(read, "/meshes/0/primitives/0/attributes/NORMAL: has 3 normals"));
        for (std::size_t v = 0; v < 16; ++v) {
            const vec3<float>& found = read.meshes[0].vertices.normals[v];
            const vec3<float>& was = plain.meshes[0].vertices.normals[v];
            if (std::find(bad.begin(), bad.end(), v) == bad.end()) {
                CHECK(found == was);
            } else {
                // Of a tube of four sides: near the round one's, and outward.
                CHECK(length(found) == Approx(1).margin(1e-5));
                CHECK(dot(found, was) > 0.8F);
            }
        }
    }
    // Without triangles there is nothing to make them of.
    gltf_builder points = with_normals({3}, nan);
    points.document["meshes"][0]["primitives"][0]["mode"] = 0;
    CHECK(length(good(points).meshes[0].vertices.normals[3]) == Approx(1));
}

TEST_CASE("other numbers that are not finite are refused by place", "[gltf][malformed]") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const char* name : {"POSITION", "WEIGHTS_0"}) {
        gltf_builder file = tube();
        const std::size_t width = name == std::string("POSITION") ? 3 : 4;
        std::vector<float> numbers(16 * width, 0.25F);
        numbers[5 * width] = nan;
        file.document["meshes"][0]["primitives"][0]["attributes"][name] =
            file.accessor(numbers, width == 3 ? "VEC3" : "VEC4");
        const auto read = parse(file);
        REQUIRE_FALSE(read);
        CHECK(read.error().name == "bad_number");
        CHECK(read.error().message.find("element 5") != std::string::npos);
    }
    gltf_builder file = morphs();
    json& target = file.document["meshes"][0]["primitives"][0]["targets"][0];
    target["NORMAL"] = file.accessor(std::vector<float>(48, nan), "VEC3");
    const gltf::model read = good(file);
    CHECK(warns(read, "16 changes of normals that are not finite"));
    CHECK(read.meshes[0].morphs[0].normals[7] == vec3<float>{});
}

} // namespace jounce::test::normals_test
