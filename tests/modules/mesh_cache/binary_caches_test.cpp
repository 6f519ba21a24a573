// PC2, MDD and .sma: good ones, and each mistake by its name and byte.

#include "modules/mesh_cache/cache_bytes.hpp"

#include <jounce/modules/mesh_cache/parse_sma.hpp>
#include <jounce/modules/mesh_cache/point_cache.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace jounce;
using namespace jounce::mesh_cache;
using namespace jounce_test;

namespace {

template <class Parse>
void check_refused(const Parse& parse, const std::string& bytes, const std::string& name,
                   const std::string& says, const cache_limits& limits = {}) {
    const auto read = parse(as_data(bytes), "a.bin", limits);
    INFO(name << " " << says);
    REQUIRE_FALSE(read);
    INFO(read.error().message);
    CHECK(read.error().name == name);
    CHECK(read.error().message.find(says) != std::string::npos);
}

/// Mistakes that all three can have, given where their counts stand.
template <class Parse>
void check_common(const Parse& parse, const std::string& good, std::endian order,
                  std::size_t points_at, std::size_t frames_at, std::size_t data_at) {
    const auto spoilt = [&](std::size_t at, std::uint32_t value) {
        return with_word(good, at, value, order);
    };
    check_refused(parse, good.substr(0, good.size() - 1), "unreadable", "it was cut off");
    check_refused(parse, good.substr(0, data_at - 3), "unreadable", "");
    check_refused(parse, good + "x", "bad_count", "export it again");
    check_refused(parse, spoilt(points_at, 0), "bad_count", "it has no ");
    check_refused(parse, spoilt(frames_at, 0), "bad_count", "it has no ");
    check_refused(parse, spoilt(points_at, 0xFFFFFFFF), "too_many", "4294967295");
    check_refused(parse, spoilt(frames_at, 0xFFFFFFFF), "too_many", "4294967295");
    check_refused(parse, spoilt(points_at, 19'000'000), "unreadable", "");
    check_refused(parse, spoilt(frames_at, 900'000), "unreadable", "");
    check_refused(parse, spoilt(data_at + 12, nan_word), "not_finite",
                  "byte " + std::to_string(data_at + 12) + ": vertex 1");
    check_refused(parse, spoilt(good.size() - 4, 0x7F800000), "not_finite", "coordinate");
    cache_limits few;
    few.max_bytes = 100;
    check_refused(parse, good, "too_large", "100 bytes are allowed", few);
    for (std::size_t size = 0; size < good.size(); ++size) {
        const std::string part = good.substr(0, size);
        CHECK_FALSE(parse(as_data(part), "a.bin", cache_limits{}));
    }
}

} // namespace

TEST_CASE("PC2 is read", "[mesh_cache][pc2]") {
    const auto read = parse_pc2(as_data(good_pc2()), "a.pc2");
    REQUIRE(read);
    CHECK(read->points == 3);
    CHECK(read->frames == 2);
    CHECK(read->fps == 0);
    CHECK(read->positions[1] == vec3<double>{3, 4, 5});
    CHECK(read->positions[5] == vec3<double>{106, 107, 108});
}

TEST_CASE("MDD is read, with its rate", "[mesh_cache][mdd]") {
    const auto read = parse_mdd(as_data(good_mdd()), "a.mdd");
    REQUIRE(read);
    CHECK(read->points == 3);
    CHECK(read->frames == 2);
    CHECK(read->fps == Catch::Approx(20).epsilon(1e-5));
    CHECK(read->positions[5] == vec3<double>{106, 107, 108});
    // Times that are all the same say nothing.
    const auto still =
        parse_mdd(as_data(with_word(good_mdd(), 12, 0x3F000000, std::endian::big)), "a.mdd");
    REQUIRE(still);
    CHECK(still->fps == 0);
}

TEST_CASE(".sma is read", "[mesh_cache][sma]") {
    const auto read = parse_sma(as_data(good_sma()), "folder/walk.sma");
    REQUIRE(read);
    CHECK(read->rest[0] == vec3<double>{1000, 1001, 1002});
    CHECK(read->triangles == std::vector<std::uint32_t>{0, 1, 2});
    REQUIRE(read->frame_count() == 2);
    CHECK(read->frame(1)[2] == vec3<double>{106, 107, 108});
    REQUIRE(read->takes.size() == 1);
    CHECK(read->takes[0].name == "walk");
    CHECK(read->takes[0].frame_count == 2);
    CHECK(read->takes[0].fps == 24);
}

TEST_CASE("mistakes of binary caches are named, with their byte", "[mesh_cache][bad-input]") {
    check_common(parse_pc2, good_pc2(), std::endian::little, 16, 28, 32);
    check_common(parse_mdd, good_mdd(), std::endian::big, 4, 0, 16);
    check_common(parse_sma, good_sma(), std::endian::little, 8, 16, 24);

    check_refused(parse_pc2, "POINTCACHE3" + good_pc2().substr(11), "unsupported", "byte 0:");
    check_refused(parse_pc2, with_word(good_pc2(), 12, 2), "unsupported_version", "version 2");
    check_refused(parse_pc2, with_word(good_pc2(), 20, nan_word), "bad_number", "byte 20:");
    check_refused(parse_mdd, with_word(good_mdd(), 8, nan_word, std::endian::big), "bad_number",
                  "byte 8:");
    check_refused(parse_mdd, with_word(good_mdd(), 8, 0x40000000, std::endian::big), "bad_time",
                  "byte 12: the time of frame 1");
    check_refused(parse_sma, "JSMA0002" + good_sma().substr(8), "unsupported", "byte 0:");
    check_refused(parse_sma, with_word(good_sma(), 12, 0), "bad_count", "no triangles");
    check_refused(parse_sma, with_word(good_sma(), 12, 0x10000000), "too_many", "triangles");
    check_refused(parse_sma, with_word(good_sma(), 64, 3), "bad_index",
                  "byte 64: triangle 0 names vertex 3 of 3");
    check_refused(parse_sma, with_word(good_sma(), 64, 0xFFFFFFFF), "bad_index", "vertex -1");
}

TEST_CASE("the data sets are read as their notes say", "[mesh_cache][sma][data]") {
    const char* data = std::getenv("JOUNCE_DATA_DIR");
    const auto file = std::filesystem::path(data != nullptr ? data : "") / "sma" / "pcow.sma";
    if (data == nullptr || !std::filesystem::exists(file)) {
        SKIP("JOUNCE_DATA_DIR names no folder with sma/pcow.sma");
    }
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    const std::string bytes = text.str();
    const auto read = parse_sma(as_data(bytes), file);
    REQUIRE(read);
    CHECK(read->vertex_count() == 2904);
    CHECK(read->triangles.size() == 3 * 5804);
    CHECK(read->frame_count() == 204);
    CHECK(read->rest[17] == read->frame(0)[17]); // rest = frame 0
}
