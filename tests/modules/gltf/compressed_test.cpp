// Files whose views are compressed by meshopt, made here.

#include "packed_checks.hpp"
#include "support/gltf_variants.hpp"
#include "support/packed_gltf.hpp"
#include "support/shown_model.hpp"

#include <catch2/catch_test_macros.hpp>

#include <functional>

namespace jounce::test {
namespace {

using nlohmann::json;

json& packed_view(gltf_builder& of, const char* extension = "KHR_meshopt_compression") {
    return of.document["bufferViews"][0]["extensions"][extension];
}

} // namespace

TEST_CASE("views of both meshopt extensions hold what they held before", "[gltf][meshopt]") {
    for (const char* extension : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        for (const int version : {0, 1}) {
            INFO(extension << " " << version);
            const meshopt_packing how = {extension, version};
            check_same(good(meshopt_packed(tube(), how)), good(tube()));
            check_same(good(meshopt_packed(morphs(), how)), good(morphs()));
            check_same(good(meshopt_packed(rigid(), how)), good(rigid()));
            check_same(good(meshopt_packed(sparse(), how)), good(sparse()));
        }
    }
    const meshopt_packing quiet = {"KHR_meshopt_compression", 1, true, false};
    check_same(good(meshopt_packed(tube(), quiet)), good(tube()));
    const gltf::model read = good(meshopt_packed(tube()));
    CHECK(read.warnings.empty());
    REQUIRE(read.extensions.size() == 1);
    CHECK(read.extensions[0].name == "KHR_meshopt_compression");
    CHECK(read.extensions[0].is_required);
    CHECK(read.extensions[0].is_known);
    // Buffers are kept as the file has them.
    REQUIRE(read.buffers.size() == 2);
    CHECK(read.buffers[1].empty());
}

TEST_CASE("a fallback that is beside the file is not needed", "[gltf][meshopt]") {
    gltf_builder file = meshopt_packed(tube());
    file.document["buffers"][1]["uri"] = "for_old_readers.bin";
    const jounce_test::temporary_folder folder;
    write_to(folder, "model.glb", file.binary());
    const auto read = gltf::read_model(folder.path() / "model.glb");
    REQUIRE(read);
    CHECK(read->warnings.empty());
    check_same(*read, good(tube()));
    // The compressed data itself is.
    gltf_builder apart = meshopt_packed(tube());
    apart.document["buffers"][0]["uri"] = "packed.bin";
    write_to(folder, "apart.gltf", apart.beside(""));
    CHECK(gltf::read_model(folder.path() / "apart.gltf").error().name == "missing_file");
    const auto bones = gltf::read_model(folder.path() / "apart.gltf", {.need_all_buffers = false});
    REQUIRE(bones);
    CHECK(bones->meshes.empty());
    CHECK(bones->bones.bone_count() == 4);
}

TEST_CASE("mistakes in compressed views are named", "[gltf][malformed][meshopt]") {
    struct mistake {
        const char* error;
        const char* says;
        std::function<void(gltf_builder&)> make;
    };
    const mistake all[] = {
        {"bad_compression", "mode \"TETRAHEDRA\"",
         [](gltf_builder& f) { packed_view(f)["mode"] = "TETRAHEDRA"; }},
        {"bad_compression", "byteStride of 10",
         [](gltf_builder& f) { packed_view(f)["byteStride"] = 10; }},
        {"bad_compression", "byteStride of 260",
         [](gltf_builder& f) { packed_view(f)["byteStride"] = 260; }},
        {"bad_compression", "filter \"BLUR\"",
         [](gltf_builder& f) { packed_view(f)["filter"] = "BLUR"; }},
        {"bad_compression", "filter \"QUATERNION\"",
         [](gltf_builder& f) { packed_view(f)["filter"] = "QUATERNION"; }},
        {"bad_compression", "its view has", [](gltf_builder& f) { packed_view(f)["count"] = 15; }},
        {"bad_compression", "ends before", [](gltf_builder& f) { packed_view(f)["count"] = 64; }},
        {"bad_compression", "cannot hold",
         [](gltf_builder& f) { packed_view(f)["count"] = 2000000000; }},
        {"bad_index", "buffer 2 of 2", [](gltf_builder& f) { packed_view(f)["buffer"] = 2; }},
        {"bad_accessor", "needs bytes",
         [](gltf_builder& f) { packed_view(f)["byteOffset"] = 1000000; }},
        {"missing_member", "count", [](gltf_builder& f) { packed_view(f).erase("count"); }},
        {"wrong_type", "mode", [](gltf_builder& f) { packed_view(f)["mode"] = 3; }},
        {"bad_compression", "no version of ATTRIBUTES",
         [](gltf_builder& f) { f.buffer[packed_view(f)["byteOffset"].get<std::size_t>()] = 'x'; }},
        {"bad_compression", "channel mode",
         [](gltf_builder& f) {
             f.buffer[packed_view(f)["byteOffset"].get<std::size_t>() +
                      packed_view(f)["byteLength"].get<std::size_t>() - 1] = 3;
         }},
        {"bad_buffer", "no uri",
         [](gltf_builder& f) { f.document["bufferViews"][0].erase("extensions"); }}};
    for (const mistake& one : all) {
        INFO(one.says);
        gltf_builder file = meshopt_packed(tube());
        one.make(file);
        check_refused(file, one.error, one.says);
    }
}

TEST_CASE("compressed files that are broken are read or refused", "[gltf][malformed]") {
    check_survives(meshopt_packed(morphs()));
    check_survives(meshopt_packed(tube(), {"EXT_meshopt_compression", 0}));
    check_survives(meshopt_filtered());
}

} // namespace jounce::test
