// Files with Draco meshes, made here.

#include "packed_checks.hpp"
#include "support/gltf_variants.hpp"
#include "support/packed_gltf.hpp"
#include "support/shown_model.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/draco_mesh.hpp>
#include <jounce/modules/gltf/extensions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <functional>

namespace jounce::test {
namespace {

using nlohmann::json;

gltf_builder need_draco(const gltf_builder& from, const draco_packing& how = {}) {
    std::optional<gltf_builder> packed = draco_packed(from, how);
    if (!packed) {
        SKIP("Draco was not found when the tests were built (Debian: libdraco-dev)");
    }
    return *std::move(packed);
}

} // namespace

TEST_CASE("Draco meshes hold what they held before", "[gltf][draco]") {
    for (const gltf_builder& file : {tube(), morphs(), two_sets(), quantised_weights(1)}) {
        const gltf::model read = good(need_draco(file));
        check_same(read, good(file));
    }
    CHECK(good(need_draco(tube())).warnings.empty());
}

TEST_CASE("Draco meshes in another order look the same", "[gltf][draco]") {
    const draco_packing how = {.is_sequential = false, .bits = 14};
    shown_model packed(good(need_draco(tube(), how)));
    shown_model plain(good(tube()));
    REQUIRE(packed.model().meshes[0].triangles.size() == plain.model().meshes[0].triangles.size());
    for (const double time : {0.0, 0.4, 0.9}) {
        packed.show(0, time);
        plain.show(0, time);
        const std::vector<vec3<float>> wanted = plain.positions(0);
        for (const vec3<float>& at : packed.positions(0)) {
            float nearest = 1e9F;
            for (const vec3<float>& other : wanted) {
                nearest = std::min(nearest, length(at - other));
            }
            CHECK(nearest < 3e-4F); // 1.5 m in 2^14 steps, and a half of that
        }
    }
}

TEST_CASE("mistakes in Draco meshes are named", "[gltf][malformed][draco]") {
    const auto extension = [](gltf_builder& f) -> json& {
        return f.document["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"];
    };
    struct mistake {
        const char* error;
        const char* says;
        std::function<void(gltf_builder&)> make;
    };
    const mistake all[] = {
        {"bad_index", "bufferViews", [&](gltf_builder& f) { extension(f)["bufferView"] = 99; }},
        {"bad_compression", "no Draco mesh",
         [&](gltf_builder& f) { extension(f)["bufferView"] = 5; }},
        {"missing_member", "attributes",
         [&](gltf_builder& f) { extension(f).erase("attributes"); }},
        {"bad_compression", "no attribute 7",
         [&](gltf_builder& f) { extension(f)["attributes"]["POSITION"] = 7; }},
        {"bad_compression", "which the primitive has not",
         [&](gltf_builder& f) { extension(f)["attributes"]["COLOR_9"] = 40; }},
        {"bad_compression", "24 triangles, but the accessor of indices has 69",
         [](gltf_builder& f) { f.document["accessors"][2]["count"] = 69; }},
        {"bad_compression", "16 vertices, but the accessor of NORMAL has 15",
         [](gltf_builder& f) { f.document["accessors"][1]["count"] = 15; }},
        {"bad_compression", "mode 1",
         [](gltf_builder& f) { f.document["meshes"][0]["primitives"][0]["mode"] = 1; }},
        {"bad_compression", "has 3 numbers, the accessor 2",
         [](gltf_builder& f) { f.document["accessors"][0]["type"] = "VEC2"; }}};
    for (const mistake& one : all) {
        INFO(one.says);
        gltf_builder file = need_draco(tube());
        one.make(file);
        check_refused(file, one.error, one.says);
    }
    // Fewer than promised is odd, but all there is.
    gltf_builder fewer = need_draco(still_tube());
    fewer.document["accessors"][2]["count"] = 75;
    const gltf::model read = good(fewer);
    CHECK(read.meshes[0].triangles.size() == 72);
    REQUIRE(read.warnings.size() == 1);
    CHECK(read.warnings[0].find("holds 72 indices, fewer than the 75") != std::string::npos);
}

TEST_CASE("broken Draco meshes are read or refused", "[gltf][malformed][draco]") {
    check_survives(need_draco(morphs()));
    check_survives(need_draco(tube(), {.is_sequential = false, .bits = 11}));
}

TEST_CASE("what a Draco mesh claims is read from its head", "[gltf][draco]") {
    const auto claim_of = [](const std::string& bytes) {
        return gltf::read_draco_claim(bytes_of(bytes));
    };
    const std::string head = std::string("DRACO\x02\x02\x01", 8);
    // Sequential, without metadata: 300 faces, 5 points.
    const auto plain = claim_of(head + std::string("\x00\x00\x00\xAC\x02\x05", 6));
    REQUIRE(plain);
    CHECK(plain->faces == 300);
    CHECK(plain->vertices == 5);
    // Edgebreaker with metadata: an attribute's, with one entry and one part, then the mesh's own.
    const std::string metadata = std::string("\x01\x07"          // one attribute, of id 7
                                             "\x01\x01n\x02xy"   // an entry
                                             "\x01\x01p\x00\x00" // a part without entries
                                             "\x00\x00",
                                             15);
    const auto packed = claim_of(head + std::string("\x01\x00\x80", 3) + metadata +
                                 std::string("\x00\x09\x0C\x02", 4));
    REQUIRE(packed);
    CHECK(packed->vertices == 9);
    CHECK(packed->faces == 12);
    CHECK(packed->attribute_tables == 2);
    CHECK_FALSE(claim_of("DRACO"));
    CHECK_FALSE(claim_of("DRACA" + head.substr(5) + std::string(20, '\0')));
    CHECK_FALSE(claim_of(head + std::string("\x00\x00\x00\xFF\xFF\xFF\xFF\xFF\xFF", 9)));
}

TEST_CASE("a jounce without Draco names the package that it lacks", "[gltf][draco]") {
    const auto without = gltf::answer_to("KHR_draco_mesh_compression", false);
    CHECK(without.use == gltf::extension_use::left_out);
    CHECK(without.remedy.find("libdraco-dev") != std::string_view::npos);
    CHECK(gltf::answer_to("KHR_draco_mesh_compression", true).use == gltf::extension_use::read);
    if (!gltf::has_draco()) {
        gltf_builder file = tube();
        file.document["extensionsRequired"] = {"KHR_draco_mesh_compression"};
        check_refused(file, "unsupported_extension", "libdraco-dev");
        file.document.erase("extensionsRequired");
        // One that may be left out, though there is nothing else to read.
        file.document["accessors"][0].erase("bufferView");
        file.document["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"] = {
            {"bufferView", 0}, {"attributes", {{"POSITION", 0}}}};
        check_refused(file, "unsupported_extension", "libdraco-dev");
    }
}

} // namespace jounce::test
