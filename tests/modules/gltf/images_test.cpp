// Pictures of models.

#include "modules/gltf/surface_reading.hpp"
#include "support/png_bytes.hpp"

#include <jounce/modules/images/decode_image.hpp>

#include <taskflow/taskflow.hpp>

#include <filesystem>
#include <fstream>

namespace jounce::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

void need_png() {
    if (!can_decode(image_format::png)) {
        SKIP("this jounce was built without libpng");
    }
}

/// A folder of this test, empty at first.
fs::path fresh_folder(const std::string& name) {
    const fs::path out = fs::temp_directory_path() / ("jounce_images_" + name);
    fs::remove_all(out);
    fs::create_directories(out / "textures");
    return out;
}
void write(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

void check_white(const gltf::model& read, std::size_t image, const std::string& says) {
    CAPTURE(says);
    CHECK(read.surfaces.images.at(image).texels.empty());
    CHECK(read.surfaces.images.at(image).width == 0);
    CHECK(warns(read, says));
    CHECK(read.meshes.size() == 1);
}

gltf_builder with_uri(const std::string& uri) {
    gltf_builder out = painted();
    out.document["images"][1] = {{"uri", uri}};
    return out;
}

} // namespace

TEST_CASE("programs that do not draw pay for no picture", "[gltf][images]") {
    const gltf::model read = good(painted());
    REQUIRE(read.surfaces.images.size() == 2);
    CHECK(read.surfaces.images[0].name == "skin");
    CHECK(read.surfaces.images[0].texels.empty());
    CHECK(read.warnings.empty());
    // Not even for one that nobody could read.
    CHECK(good(with_uri("../secret.png")).warnings.empty());
}

TEST_CASE("pictures come from buffer views and data URIs", "[gltf][images]") {
    need_png();
    const gltf::model read = good(painted(), drawn());
    CHECK(read.warnings.empty());
    for (const texture_image& one : read.surfaces.images) {
        CHECK(one.width == 2);
        CHECK(one.height == 1);
        CHECK(one.texels == painted_texels());
    }
}

TEST_CASE("pictures come from files in the model's folder and below", "[gltf][images]") {
    need_png();
    const fs::path folder = fresh_folder("beside");
    write(folder / "textures" / "my skin.png", rgba_png(2, 1, painted_texels()));
    const auto read_file = [&](const std::string& uri) {
        write(folder / "model.glb", with_uri(uri).binary());
        auto read = gltf::read_model(folder / "model.glb", drawn());
        REQUIRE(read);
        return *std::move(read);
    };
    const gltf::model read = read_file("textures/my%20skin.png");
    CHECK(read.warnings.empty());
    CHECK(read.surfaces.images.at(1).texels == painted_texels());

    check_white(read_file("textures/other.png"), 1, "/images/1/uri: cannot be read");
    check_white(read_file("../model.png"), 1, "paths out of the file's folder are refused");
    check_white(read_file("/etc/passwd"), 1, "absolute paths are refused");
    check_white(read_file("http://example.org/a.png"), 1, "only files are read");
    check_white(read_file("textures"), 1, "/images/1/uri: cannot be read"); // a folder
    check_white(good(with_uri("textures/my%20skin.png"), drawn()), 1, "came from memory");
    fs::remove_all(folder);
}

TEST_CASE("pictures that cannot be decoded are white", "[gltf][images]") {
    need_png();
    const auto read = [](const std::string& bytes) {
        return good(with_uri("data:image/png;base64," + base64(bytes)), drawn());
    };
    check_white(read("hello"), 1, "/images/1: is no PNG, JPEG or WebP");
    std::string png = rgba_png(2, 1, painted_texels());
    png.resize(png.size() - 20);
    check_white(read(png), 1, "/images/1: cannot be decoded");
    CHECK(read(png).surfaces.images[0].texels == painted_texels()); // the other one is well
    check_white(good(with_uri("data:image/png;base64,!!!"), drawn()), 1, "not base64");
    check_white(good(with_uri("data:image/png,abc"), drawn()), 1, "not base64");
    gltf_builder none = painted();
    none.document["images"][1] = {{"name", "nothing"}};
    check_white(good(none, drawn()), 1, "has neither uri nor bufferView");
}

TEST_CASE("pictures are bounded before they are decoded", "[gltf][images]") {
    need_png();
    gltf::read_limits limits = drawn();
    limits.surfaces.max_image_bytes = 12; // one picture has eight
    const gltf::model few = good(painted(), limits);
    CHECK(few.surfaces.images[0].texels == painted_texels());
    check_white(few, 1, "/images/1: has 2 x 1 texels, more than max_image_bytes");
    limits = drawn();
    limits.surfaces.max_image_size = 1;
    check_white(good(painted(), limits), 0, "1 in a row or column are allowed");
}

TEST_CASE("pictures that no material uses are left alone", "[gltf][images]") {
    need_png();
    gltf_builder file = painted();
    file.document["materials"][0].erase("normalTexture");
    const gltf::model read = good(file, drawn());
    CHECK_FALSE(read.surfaces.images[0].texels.empty());
    CHECK(read.surfaces.images[1].texels.empty());
    CHECK(read.warnings.empty());
    // Toon materials have textures of their own.
    json& toon = file.document["materials"][0]["extensions"]["VRMC_materials_mtoon"];
    toon = {{"rimMultiplyTexture", {{"index", 1}}}};
    CHECK_FALSE(good(file, drawn()).surfaces.images[1].texels.empty());
}

TEST_CASE("workers decode the same bits, with the same warnings", "[gltf][images]") {
    need_png();
    gltf_builder file = painted();
    for (std::uint8_t i = 0; i < 20; ++i) {
        std::vector<std::uint8_t> texels(4 * 33 * 7, i);
        std::string png = rgba_png(33, 7, std::move(texels));
        if (i % 5 == 4) {
            png.resize(100);
        }
        const int image = file.add("images", {{"bufferView", file.view(png)}});
        const int texture = file.add("textures", {{"source", image}});
        file.add("materials", {{"emissiveTexture", {{"index", texture}}}});
    }
    gltf::read_limits limits = drawn();
    const gltf::model alone = good(file, limits);
    tf::Executor workers(3);
    limits.surfaces.workers = &workers;
    const gltf::model together = good(file, limits);
    CHECK(alone.warnings.size() == 4);
    CHECK(together.warnings == alone.warnings);
    for (std::size_t i = 0; i < alone.surfaces.images.size(); ++i) {
        CHECK(together.surfaces.images[i].texels == alone.surfaces.images[i].texels);
    }
}

} // namespace jounce::test
