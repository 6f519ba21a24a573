#include "modules/decompose/data_sets.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace jounce::test {
namespace {

std::filesystem::path folder() {
    const char* data = std::getenv("JOUNCE_DATA_DIR");
    return data == nullptr ? std::filesystem::path() : std::filesystem::path(data) / "sma";
}

template <class Number> std::vector<Number> read(std::ifstream& file, std::size_t count) {
    std::vector<Number> out(count);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a stream reads characters
    file.read(reinterpret_cast<char*>(out.data()),
              static_cast<std::streamsize>(count * sizeof(Number)));
    return out;
}

std::vector<vec3<double>> read_places(std::ifstream& file, std::size_t count) {
    std::vector<vec3<double>> out;
    const std::vector<float> numbers = read<float>(file, 3 * count);
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back({static_cast<double>(numbers[3 * i]), static_cast<double>(numbers[3 * i + 1]),
                       static_cast<double>(numbers[3 * i + 2])});
    }
    return out;
}

} // namespace

void need_data_sets() {
    if (!std::filesystem::exists(folder() / "expected.json")) {
        SKIP("JOUNCE_DATA_DIR has no folder sma with mesh animations");
    }
}

decompose::mesh_animation read_data_set(const std::string& name) {
    std::ifstream file(folder() / (name + ".sma"), std::ios::binary);
    file.ignore(8); // JSMA0001
    const std::vector<std::uint32_t> counts = read<std::uint32_t>(file, 4);
    REQUIRE(counts[0] < 1'000'000);
    REQUIRE(counts[1] < 1'000'000);
    REQUIRE(counts[2] < 10'000);
    decompose::mesh_animation out;
    out.rest = read_places(file, counts[0]);
    out.triangles = read<std::uint32_t>(file, 3 * std::size_t(counts[1]));
    out.frames = read_places(file, std::size_t(counts[0]) * counts[2]);
    out.takes = {{name, 0, counts[2], 24}};
    REQUIRE(file);
    return out;
}

nlohmann::json expected_of(const std::string& name) {
    std::ifstream file(folder() / "expected.json");
    return nlohmann::json::parse(file).at("sets").at(name);
}

} // namespace jounce::test
