// Weights as they are stored in files.

#include "swing_file.hpp"

#include <jounce/modules/bake/write_weights.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstring>
#include <random>

using namespace jounce;
using namespace jounce_test;
using bake::weight_format;

namespace {

/// Random weights of five vertices and those that are hard to round.
struct sample {
    std::vector<std::uint32_t> first = {0};
    std::vector<influence> influences;

    void add(const std::vector<influence>& row) {
        influences.insert(influences.end(), row.begin(), row.end());
        first.push_back(static_cast<std::uint32_t>(influences.size()));
    }
    bake::vertex_weights all() const { return {first, influences, 0}; }
};

bake::glb_document empty_document() {
    auto made = bake::glb_document::make(R"({"asset": {"version": "2.0"}})", {}, "test.glb");
    REQUIRE(made);
    return *std::move(made);
}

template <class Number>
std::vector<Number> numbers_of(const bake::glb_document& from, std::size_t accessor) {
    const auto bytes = from.bytes();
    REQUIRE(bytes);
    const swing_file file = take_apart(*bytes);
    const auto& view =
        file.json["bufferViews"][file.json["accessors"][accessor]["bufferView"].get<std::size_t>()];
    std::vector<Number> out(view["byteLength"].get<std::size_t>() / sizeof(Number));
    std::memcpy(out.data(), file.binary.data() + view["byteOffset"].get<std::size_t>(),
                out.size() * sizeof(Number));
    return out;
}

template <class Number> void check_exact(weight_format format, double whole) {
    sample some;
    std::mt19937 random(7);
    for (int v = 0; v < 300; ++v) {
        std::vector<influence> row;
        const int count = 1 + v % 7;
        for (int i = 0; i < count; ++i) {
            row.push_back({static_cast<std::uint16_t>(10 + i),
                           static_cast<float>(random() % 1000 + 1) / 1000});
        }
        some.add(row);
    }
    some.add({{1, 1.0F / 3}, {2, 1.0F / 3}, {3, 1.0F / 3}});
    some.add({{1, 1.0F}, {2, 1e-9F}});
    bake::glb_document document = empty_document();
    const bake::stored_weights stored = bake::add_weights(document, some.all(), format);
    CHECK(stored.rounding < 1 / whole);
    REQUIRE(stored.attributes.size() == 4); // seven joints: two sets
    const auto get = [&](const char* name) {
        return stored.attributes[name].template get<std::size_t>();
    };
    const auto first = numbers_of<Number>(document, get("WEIGHTS_0"));
    const auto second = numbers_of<Number>(document, get("WEIGHTS_1"));
    const auto joints = numbers_of<std::uint8_t>(document, get("JOINTS_0"));
    for (std::size_t v = 0; v + 1 < some.first.size(); ++v) {
        double sum = 0;
        double given = 0;
        for (std::uint32_t i = some.first[v]; i < some.first[v + 1]; ++i) {
            given += static_cast<double>(some.influences[i].weight);
        }
        for (std::size_t i = 4 * v; i < 4 * v + 4; ++i) {
            sum += static_cast<double>(first[i]) + static_cast<double>(second[i]);
            CHECK((first[i] > 0 || joints[i] == 0)); // as the validator wants it
            for (std::uint32_t g = some.first[v]; g < some.first[v + 1]; ++g) {
                if (first[i] > 0 && some.influences[g].joint == joints[i]) {
                    const double wanted = static_cast<double>(some.influences[g].weight) / given;
                    CHECK(std::abs(static_cast<double>(first[i]) / whole - wanted) < 1 / whole);
                }
            }
        }
        CHECK(sum == whole);
    }
}

} // namespace

TEST_CASE("stored weights sum to one exactly", "[bake]") {
    check_exact<std::uint8_t>(weight_format::u8, 255);
    check_exact<std::uint16_t>(weight_format::u16, 65535);
}

TEST_CASE("joints beyond a byte take two", "[bake]") {
    sample some;
    some.add({{300, 0.5F}, {1, 0.5F}});
    bake::glb_document document = empty_document();
    const auto stored = bake::add_weights(document, some.all(), weight_format::u16);
    const std::size_t joints = stored.attributes["JOINTS_0"].get<std::size_t>();
    CHECK(document.json()["accessors"][joints]["componentType"] == 5123);
    CHECK(numbers_of<std::uint16_t>(document, joints) == std::vector<std::uint16_t>{300, 1, 0, 0});
}

TEST_CASE("the heaviest joint comes first", "[bake]") {
    sample some;
    some.add({{4, 0.25F}, {9, 0.75F}});
    bake::glb_document document = empty_document();
    const auto stored = bake::add_weights(document, some.all(), weight_format::f32);
    CHECK(numbers_of<std::uint8_t>(document, stored.attributes["JOINTS_0"].get<std::size_t>()) ==
          std::vector<std::uint8_t>{9, 4, 0, 0});
    CHECK(stored.rounding == 0);
}
