#include "support/gltf_variants.hpp"
#include "support/shown_model.hpp"

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <set>

namespace jounce::test {

TEST_CASE("a glTF file with a mistake is refused by name, place and remedy", "[gltf][malformed]") {
    std::set<std::string> names;
    for (const bad_gltf_file& file : bad_gltf_files()) {
        INFO(file.name);
        CHECK(names.insert(file.name).second);
        const auto read = gltf::parse_model(bytes_of(file.bytes), "some/where/bad.gltf");
        REQUIRE_FALSE(read);
        INFO(read.error().message);
        CHECK(read.error().name == file.error);
        CHECK(read.error().message.find(file.says) != std::string::npos);
        CHECK(read.error().message.starts_with("some/where/bad.gltf: "));
    }
    CHECK(names.size() > 120);
}

TEST_CASE("missing files, folders and buffers are named", "[gltf][malformed]") {
    const jounce_test::temporary_folder folder;
    CHECK(gltf::read_model(folder.path() / "none.glb").error().name == "missing_file");
    CHECK(gltf::read_model(folder.path()).error().name == "not_a_file");

    const auto file = folder.path() / "model.gltf";
    write_to(folder, "model.gltf", tube().beside("model.bin"));
    auto read = gltf::read_model(file);
    REQUIRE_FALSE(read);
    CHECK(read.error().name == "missing_file");
    CHECK(read.error().message == file.string() +
                                      ": /buffers/0/uri: \"model.bin\" is not beside the "
                                      "file; put it there");

    write_to(folder, "model.bin", tube().buffer.substr(0, 100));
    read = gltf::read_model(file);
    REQUIRE_FALSE(read);
    CHECK(read.error().name == "bad_buffer");

    std::filesystem::remove(folder.path() / "model.bin");
    std::filesystem::create_directory(folder.path() / "model.bin");
    CHECK(gltf::read_model(file).error().name == "not_a_file");
}

TEST_CASE("bones can be read while buffers are missing, if that is asked for", "[gltf]") {
    const jounce_test::temporary_folder folder;
    write_to(folder, "model.gltf", tube().beside("model.bin"));
    const auto read = gltf::read_model(folder.path() / "model.gltf", {.need_all_buffers = false});
    REQUIRE(read);
    CHECK(read->bones.bone_count() == 4);
    CHECK(read->meshes.empty());
    CHECK(read->joints.size() == 3);
    REQUIRE(read->clips.clips.size() == 1);
    CHECK(read->clips.clips[0].tracks.empty());
    CHECK(read->warnings.size() == 4); // buffer, matrices, mesh, channel
}

TEST_CASE("models in memory read no files", "[gltf][malformed]") {
    const auto read = parse(tube().beside("model.bin"));
    REQUIRE_FALSE(read);
    CHECK(read.error().name == "bad_uri");
}

TEST_CASE("any beginning of a glTF file is read or refused", "[gltf][malformed]") {
    for (const std::string& whole : {tube().binary(), morphs().embedded()}) {
        for (std::size_t size = 0; size < whole.size(); size += 7) {
            const auto read = parse(whole.substr(0, size));
            CHECK_FALSE(read);
        }
    }
}

TEST_CASE("a glTF file with a bit turned over is read or refused", "[gltf][malformed]") {
    const std::string whole = sparse().binary();
    std::size_t refused = 0;
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        std::string broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ (1 << (at % 8)));
        const auto read = parse(broken);
        refused += read ? 0U : 1U;
        if (read) {
            CHECK(read->bones.bone_count() == 4);
        }
    }
    CHECK(refused > 300);
}

} // namespace jounce::test
