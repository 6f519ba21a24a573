// Vertices through the real pipeline against tests/tools/expected_vertices.py, which reads the same
// files by itself and skins with matrices in double precision.

#include "support/packed_gltf.hpp"
#include "support/places.hpp"
#include "support/shown_model.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/animation/clip_fault.hpp>
#include <jounce/modules/gltf/extensions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace jounce::test {
namespace {

/// Models of others, or a skipped test.
std::filesystem::path assets_folder() {
    const char* folder = std::getenv("JOUNCE_ASSETS_DIR");
    if (folder == nullptr || !std::filesystem::is_directory(folder)) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with models");
    }
    return folder;
}

nlohmann::json expected_of(const std::string& file) {
    std::ifstream stream(jounce_test::test_data_folder() / "gltf" / (file + ".json"));
    REQUIRE(stream);
    return nlohmann::json::parse(stream);
}

/// The largest distance of a vertex from where it should be.
double largest_error(shown_model& shown, const nlohmann::json& expected) {
    double largest = 0;
    std::size_t compared = 0;
    for (const nlohmann::json& frame : expected["frames"]) {
        shown.show(frame["clip"].get<std::int32_t>(), frame["time"].get<double>());
        for (std::size_t m = 0; m < expected["vertices"].size(); ++m) {
            const std::vector<vec3<float>> found = shown.positions(m);
            const std::vector<double> wanted = frame["positions"][m].get<std::vector<double>>();
            const auto vertices = expected["vertices"][m].get<std::vector<std::size_t>>();
            REQUIRE(wanted.size() == 3 * vertices.size());
            for (std::size_t i = 0; i < vertices.size(); ++i) {
                const vec3<double> at = {wanted[3 * i], wanted[3 * i + 1], wanted[3 * i + 2]};
                const double error = length(cast<double>(found.at(vertices[i])) - at);
                // Not max(): what is not a number must not pass.
                largest = error <= largest ? largest : error;
                ++compared;
            }
        }
    }
    REQUIRE(compared > 0);
    return largest;
}

void check_file(const result<gltf::model>& read, const std::string& name) {
    INFO(name);
    if (!read) {
        FAIL(read.error().message);
    }
    const nlohmann::json expected = expected_of(name);
    REQUIRE(expected["vertices"].size() == read->meshes.size());
    CHECK(make_clip_set(read->clips, read->bones));
    shown_model shown(*read);
    const double extent = expected["extent"].get<double>();
    CHECK(largest_error(shown, expected) <= 1e-4 * extent);
}

} // namespace

TEST_CASE("own glTF files look as the specification says", "[gltf][golden]") {
    const jounce_test::temporary_folder folder;
    for (const gltf_file& file : good_gltf_files()) {
        write_to(folder, file.name, file.bytes);
        if (!file.side_name.empty()) {
            write_to(folder, file.side_name, file.side_bytes);
        }
        check_file(gltf::read_model(folder.path() / file.name), file.name);
    }
}

TEST_CASE("compressed glTF files look as the ones they were made of", "[gltf][golden]") {
    for (const packed_gltf_file& one : packed_gltf_files()) {
        INFO(one.file.name);
        check_file(parse(one.file.bytes), one.same_as);
    }
}

TEST_CASE("a wrong pose is told from the expected one", "[gltf][golden]") {
    const result<gltf::model> read = parse(tube());
    REQUIRE(read);
    shown_model shown(*read);
    nlohmann::json expected = expected_of("plain.glb");
    const double extent = expected["extent"].get<double>();
    CHECK(largest_error(shown, expected) <= 1e-4 * extent);
    expected["frames"][3]["time"] = expected["frames"][3]["time"].get<double>() + 0.01;
    CHECK(largest_error(shown, expected) > 1e-4 * extent);
}

TEST_CASE("every model of others is read, or the buffer is named that it lacks", "[gltf][assets]") {
    const auto needs_draco = [](const std::string& message) {
        return !gltf::has_draco() && message.find("libdraco-dev") != std::string::npos;
    };
    std::size_t found = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(assets_folder())) {
        const std::string kind = entry.path().extension().string();
        if (kind != ".gltf" && kind != ".glb" && kind != ".vrm") {
            continue;
        }
        INFO(entry.path());
        const auto whole = gltf::read_model(entry.path());
        if (!whole && needs_draco(whole.error().message)) {
            continue;
        }
        if (!whole) {
            INFO(whole.error().message);
            CHECK(whole.error().name == "missing_file");
            CHECK(whole.error().message.find(": /buffers/0/uri: ") != std::string::npos);
        }
        const auto bones = gltf::read_model(entry.path(), {.need_all_buffers = false});
        REQUIRE(bones);
        const bool lacks = std::any_of(
            bones->warnings.begin(), bones->warnings.end(), [](const std::string& warning) {
                return warning.find("is not beside the file") != std::string::npos;
            });
        CHECK(lacks == !whole);
        ++found;
    }
    CHECK(found >= 24);
}

TEST_CASE("glTF files of others look as the specification says", "[gltf][golden][assets]") {
    const std::filesystem::path folder = assets_folder();
    std::size_t found = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!std::filesystem::exists(jounce_test::test_data_folder() / "gltf" / (name + ".json"))) {
            continue;
        }
        check_file(gltf::read_model(entry.path()), name);
        ++found;
    }
    CHECK(found >= 20);
}

} // namespace jounce::test
