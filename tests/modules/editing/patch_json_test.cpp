#include <jounce/modules/editing/patch_json.hpp>

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <random>
#include <string>

using jounce::editing::patch_json;
using ordered = nlohmann::ordered_json;

namespace {

std::string patched(const std::string& text, const std::string& wanted) {
    const auto out = patch_json(text, ordered::parse(wanted));
    REQUIRE(out);
    return *out;
}

} // namespace

TEST_CASE("a patched text keeps every byte that may stay", "[editing]") {
    CHECK(patched("{ \"a\" : 1.50,\t\"b\":[ 1,2 ] }\n", R"({"a": 1.5, "b": [1, 2]})") ==
          "{ \"a\" : 1.50,\t\"b\":[ 1,2 ] }\n");
    CHECK(patched("{ \"a\" : 1.50,\t\"b\":[ 1,2 ] }\n", R"({"a": 1.5, "b": [1, 0.25]})") ==
          "{ \"a\" : 1.50,\t\"b\":[ 1,0.25 ] }\n");
    CHECK(patched("\xEF\xBB\xBF{\"a\":1}", R"({"a":2})") == "\xEF\xBB\xBF{\"a\":2}");
    CHECK(patched("{\"a\":1,\"b\":2}", R"({"b":2})") == "{\"b\":2}");
    CHECK(patched("{\"a\":1,\"b\":2}", R"({"a":1})") == "{\"a\":1}");
    CHECK(patched("{\"a\":1}", "{}") == "{}");
    CHECK(patched("{\"a\":1}", R"({"a":1,"b":{"c":[]}})") == "{\"a\":1,\"b\":{\"c\":[]}}");
    CHECK(patched("{\"a\": {}}", R"({"a": {"b": 1, "c": 2}})") == "{\"a\": {\"b\": 1, \"c\": 2}}");
}

TEST_CASE("new parts are laid out as their neighbours", "[editing]") {
    CHECK(patched("{\r\n\t\"a\": 1\r\n}", R"({"a": 1, "b": {"c": 1}})") ==
          "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}");
    CHECK(patched("{\n  \"b\": 1\n}\n", R"({"a": [1, 2], "b": 1})") ==
          "{\n  \"a\": [1, 2],\n  \"b\": 1\n}\n");
    CHECK(patched("{\n  \"a\": []\n}\n", R"({"a": [{"b": 1}]})") ==
          "{\n  \"a\": [\n    {\n      \"b\": 1\n    }\n  ]\n}\n");
    CHECK(patched("{\n  \"a\": [\n    1,\n    3\n  ]\n}\n", R"({"a": [1, 2, 3]})") ==
          "{\n  \"a\": [\n    1,\n    2,\n    3\n  ]\n}\n");
    CHECK(
        patched("{\n  \"a\": { \"x\": 1, \"y\": 2 }\n}\n", R"({"a": {"x": 1, "y": 2, "z": 3}})") ==
        "{\n  \"a\": { \"x\": 1, \"y\": 2, \"z\": 3 }\n}\n");
}

TEST_CASE("lists keep what is the same wherever it is", "[editing]") {
    CHECK(patched("[ 1.0, 2.0, 3.0, 4.0 ]", "[1, 3, 4]") == "[ 1.0, 3.0, 4.0 ]");
    CHECK(patched("[ 1.0, 2.0, 3.0 ]", "[2, 3]") == "[ 2.0, 3.0 ]");
    CHECK(patched("[ 1.0, 2.0, 3.0 ]", "[0, 1, 2, 5, 3]") == "[ 0, 1.0, 2.0, 5, 3.0 ]");
    CHECK(patched("[ {\"a\": 1.0}, {\"b\": 2.0} ]", R"([{"c": 3, "b": 2}])") ==
          "[ {\"c\": 3, \"b\": 2} ]");
}

TEST_CASE("any document becomes any other", "[editing][property]") {
    std::mt19937 random(7);
    const auto number = [&](int most) {
        return static_cast<int>(random() % static_cast<unsigned>(most + 1));
    };
    const std::function<ordered(int)> make = [&](int depth) -> ordered {
        const int kind = number(depth > 0 ? 5 : 2);
        ordered out;
        if (kind == 0) {
            return number(3);
        }
        if (kind == 1) {
            return 0.1 * number(20);
        }
        if (kind == 2) {
            return "a\"},{" + std::to_string(number(3));
        }
        out = kind == 3 ? ordered::array() : ordered::object();
        for (int i = number(4); i > 0; --i) {
            if (kind == 3) {
                out.push_back(make(depth - 1));
            } else {
                out["k" + std::to_string(number(5))] = make(depth - 1);
            }
        }
        return out;
    };
    for (int round = 0; round < 2000; ++round) {
        const ordered from = make(4), to = make(4);
        for (const int indent : {-1, 2}) {
            const std::string text = from.dump(indent);
            INFO(text << " -> " << to.dump());
            const auto out = patch_json(text, to);
            REQUIRE(out);
            CHECK(nlohmann::json::parse(*out) == nlohmann::json(to));
            CHECK(patch_json(*out, to) == out);
        }
    }
}
