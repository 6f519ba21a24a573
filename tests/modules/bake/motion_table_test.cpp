#include "swing_file.hpp"

#include <jounce/modules/bake/bake_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstring>
#include <sstream>

using namespace jounce;
using namespace jounce_test;

namespace {

std::string table(bake::bake_format format, const temporary_folder& folder) {
    swing_file model;
    model.json["nodes"][2]["name"] = "tail1, \"the\" first";
    bake::bake_options options;
    options.in = model.save(folder);
    options.out = folder.path() / "table";
    options.springs = folder.path() / "s.json";
    options.clip = "sway";
    options.format = format;
    options.table = bake::table_choice::springs;
    options.record.fps = 30;
    write_text(options.springs,
               R"({"jounce_springs": 1, "springs": [{"chain": "tail1*", "preset": "tail"}]})");
    const auto done = bake::bake_file(options);
    INFO((done ? "" : done.error().message));
    REQUIRE(done);
    CHECK(done->table_bones.size() == 4);
    return read_text(options.out);
}

} // namespace

TEST_CASE("a table has a line per frame and bone", "[bake]") {
    const temporary_folder folder;
    std::istringstream lines(table(bake::bake_format::csv, folder));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "clip,frame,time,bone,x,y,z,qx,qy,qz,qw,sx,sy,sz,tail_x,tail_y,tail_z");
    std::size_t count = 0;
    while (std::getline(lines, line)) {
        if (count == 0) {
            CHECK(line.rfind("sway,0,0,\"tail1, \"\"the\"\" first\",0,1.2", 0) == 0);
        }
        ++count;
    }
    CHECK(count == 31 * 4);
}

TEST_CASE("an array is one that numpy reads", "[bake]") {
    const temporary_folder folder;
    const std::string npy = table(bake::bake_format::npy, folder);
    const std::string csv = table(bake::bake_format::csv, folder);
    REQUIRE(npy.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t header =
        static_cast<unsigned char>(npy[8]) + 256U * static_cast<unsigned char>(npy[9]);
    REQUIRE((10 + header) % 64 == 0);
    const std::string text = npy.substr(10, header);
    CHECK(text.back() == '\n');
    CHECK(text.find("'shape': (31, 4)") != std::string::npos);
    CHECK(text.find("('time', '<f4'), ('bone', '<i4'), ('position', '<f4', (3,))") !=
          std::string::npos);
    constexpr std::size_t row = 4 * (1 + 1 + 13);
    REQUIRE(npy.size() == 10 + header + 31 * 4 * row);
    // The last row has the numbers of the last line.
    std::vector<float> numbers(15);
    std::memcpy(numbers.data(), npy.data() + npy.size() - row, row);
    const std::string last = csv.substr(csv.rfind("\n", csv.size() - 2) + 1);
    std::istringstream cells(last);
    std::vector<std::string> values;
    for (std::string cell; std::getline(cells, cell, ',');) {
        values.push_back(cell);
    }
    REQUIRE(values.size() == 17);
    CHECK(std::abs(numbers[0] - std::stof(values[2])) < 1e-6F);
    for (std::size_t i = 0; i < 13; ++i) {
        CHECK(std::abs(numbers[2 + i] - std::stof(values[4 + i])) < 1e-6F);
    }
}
