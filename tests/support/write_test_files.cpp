// jounce_test_files DIR: writes the project's own glTF files into a folder, for the script that works
// out what they should look like and as the first files of a fuzzer.

#include "support/gltf_files.hpp"
#include "support/gltf_painted.hpp"
#include "support/packed_gltf.hpp"
#include "support/png_bytes.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace {

bool write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) {
        std::fprintf(stderr, "%s: cannot be written\n", file.c_str());
    }
    return static_cast<bool>(stream);
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fputs("usage: jounce_test_files DIR\n", stderr);
        return 2;
    }
    const std::filesystem::path good = std::filesystem::path(arguments[1]) / "good";
    const std::filesystem::path bad = std::filesystem::path(arguments[1]) / "bad";
    const std::filesystem::path pictures = std::filesystem::path(arguments[1]) / "pictures";
    std::error_code code;
    std::filesystem::create_directories(good, code);
    std::filesystem::create_directories(pictures, code);
    std::filesystem::create_directories(bad, code);
    bool all = true;
    for (const jounce::test::gltf_file& file : jounce::test::good_gltf_files()) {
        all = write(good / file.name, file.bytes) && all;
        all = (file.side_name.empty() || write(good / file.side_name, file.side_bytes)) && all;
    }
    for (const jounce::test::packed_gltf_file& packed : jounce::test::packed_gltf_files()) {
        all = write(good / packed.file.name, packed.file.bytes) && all;
    }
    const std::pair<const char*, jounce::test::gltf_builder> painted[] = {
        {"painted.glb", jounce::test::painted()},
        {"painted_toon.glb", jounce::test::painted_toon()},
        {"painted_old_toon.glb", jounce::test::painted_old_toon()},
        {"painted_character.glb", jounce::test::painted_character()}};
    for (const auto& [name, file] : painted) {
        all = write(good / name, file.binary()) && all;
    }
    all = write(pictures / "solid.png",
                jounce::test::rgba_png(2, 1, jounce::test::painted_texels())) &&
          all;
    all = write(pictures / "palette.png",
                jounce::test::png_bytes(
                    {2, 1, jounce::test::png_kind::palette, 2, {0x40}, {{"PLTE", "abcdef"}}})) &&
          all;
    for (const jounce::test::bad_gltf_file& file : jounce::test::bad_gltf_files()) {
        all = write(bad / (file.name + ".gltf"), file.bytes) && all;
    }
    return all ? 0 : 1;
}
