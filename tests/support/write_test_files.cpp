// jounce_test_files DIR: writes the project's own glTF files into a folder, for the script that works
// out what they should look like and as the first files of a fuzzer.

#include "support/gltf_files.hpp"
#include "support/packed_gltf.hpp"

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
    std::error_code code;
    std::filesystem::create_directories(good, code);
    std::filesystem::create_directories(bad, code);
    bool all = true;
    for (const jounce::test::gltf_file& file : jounce::test::good_gltf_files()) {
        all = write(good / file.name, file.bytes) && all;
        all = (file.side_name.empty() || write(good / file.side_name, file.side_bytes)) && all;
    }
    for (const jounce::test::packed_gltf_file& packed : jounce::test::packed_gltf_files()) {
        all = write(good / packed.file.name, packed.file.bytes) && all;
    }
    for (const jounce::test::bad_gltf_file& file : jounce::test::bad_gltf_files()) {
        all = write(bad / (file.name + ".gltf"), file.bytes) && all;
    }
    return all ? 0 : 1;
}
