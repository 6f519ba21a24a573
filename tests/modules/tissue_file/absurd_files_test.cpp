// The seed of the fuzzer is a good file; what is absurd in it is refused by name.

#include "support/gltf_builder.hpp"

#include <jounce/modules/tissue/tissue_arrays.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

using namespace jounce;
using namespace jounce::tissue;
using nlohmann::json;

namespace {

std::string seed() {
    std::ifstream stream(JOUNCE_FUZZ_SEEDS "/two_handles.tissue.glb", std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

result<baked_tissue> parse(const std::string& bytes) {
    return parse_tissue(std::as_bytes(std::span(bytes)), "seed.tissue.glb");
}

/// The error of the seed with another value somewhere in its text.
std::string refused(const std::string& place, const json& value) {
    const std::string whole = seed();
    std::uint32_t length = 0;
    std::memcpy(&length, whole.data() + 12, 4);
    json text = json::parse(whole.substr(20, length));
    text[json::json_pointer(place)] = value;
    const auto read = parse(test::glb_of(text.dump(), whole.substr(28 + length)));
    INFO(place << " " << value.dump());
    REQUIRE(!read);
    INFO(read.error().message);
    CHECK(read.error().message.find("seed.tissue.glb") == 0);
    return read.error().name;
}

} // namespace

TEST_CASE("the fuzzer's seed is a good file of tissue", "[tissue][fuzz]") {
    const auto read = parse(seed());
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    CHECK(read->handles.size() == 2);
    CHECK(!check_tissue(*read));
}

TEST_CASE("absurd files of tissue are refused by name", "[tissue][fuzz]") {
    const std::string own = "/extras/jounce_tissue/", arrays = own + "arrays/";
    CHECK(refused(arrays + "handles/count", 1 << 30) == errors::bad_count);
    CHECK(refused(arrays + "handles/count", -1) == errors::out_of_range);
    CHECK(refused(arrays + "handles/count", "many") == errors::wrong_type);
    CHECK(refused(arrays + "handles/width", 1000000000) == errors::out_of_range);
    CHECK(refused(arrays + "mass/view", 999) == errors::bad_index);
    CHECK(refused(arrays + "mass/type", "f16") == errors::wrong_type);
    CHECK(refused(own + "arrays", json::array()) == errors::wrong_type);
    CHECK(refused("/bufferViews/0/byteLength", 1 << 29) == errors::bad_buffer);
    CHECK(refused("/bufferViews/3/byteOffset", 1 << 29) == errors::bad_buffer);
    CHECK(refused("/bufferViews", json::object()) == errors::wrong_type);
    CHECK(refused(own + "joint_count", 0) == errors::out_of_range);
    CHECK(refused(own + "joint_count", 1e30) == errors::wrong_type);
    CHECK(refused(own + "mesh_hash", "no hash") == errors::bad_number);
    CHECK(refused(own + "material/young", -5) == errors::bad_option);
    CHECK(refused(own + "material/poisson", 0.49999) == errors::bad_option);
    CHECK(refused(own + "metres_per_unit", 1e29) == errors::bad_option);
    CHECK(refused(own + "version", 2) == errors::unsupported_version);
}

TEST_CASE("a file of tissue that is cut is refused", "[tissue][fuzz]") {
    const std::string whole = seed();
    for (std::size_t length = 0; length < whole.size(); length += 1 + length / 60) {
        const auto read = parse(whole.substr(0, length));
        REQUIRE(!read);
        REQUIRE(!read.error().name.empty());
    }
}

TEST_CASE("a file of tissue with a bit flipped is refused, or fits together", "[tissue][fuzz]") {
    const std::string whole = seed();
    std::size_t refusals = 0;
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += 37) {
        std::string bytes = whole;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
        const auto read = parse(bytes);
        if (read) {
            REQUIRE(!check_tissue(*read));
        } else {
            REQUIRE(!read.error().name.empty());
            ++refusals;
        }
    }
    CHECK(refusals > 100);
}
