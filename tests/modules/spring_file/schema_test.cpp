// docs/springs.schema.json says what the reader says.

#include "malformed_spring_files.hpp"
#include "modules/dev/replay/case_files.hpp"
#include "support/places.hpp"

#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <catch2/catch_test_macros.hpp>

#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace schema_test {

using namespace jounce;
using namespace jounce_test;
using nlohmann::json;

namespace {

const fs::path docs = jounce_test::test_data_folder() / ".." / ".." / "docs";

json schema() { return json::parse(read_text(docs / "springs.schema.json")); }

bool has_type(const json& value, const std::string& type) {
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "boolean" ? value.is_boolean()
           : type == "integer" ? value.is_number_integer()
                               : value.is_number();
}

/// The part of JSON Schema that the file uses; any other keyword fails the test.
class checker {
public:
    explicit checker(json root) : root_(std::move(root)) {}

    bool fits(const json& value) const { return fits(value, root_); }

private:
    bool fits(const json& value, const json& rule) const {
        static const std::set<std::string> known = {
            "$schema",   "title",      "description",
            "type",      "properties", "required",
            "minimum",   "maximum",    "additionalProperties",
            "items",     "minItems",   "maxItems",
            "minLength", "maxLength",  "oneOf",
            "enum",      "$ref",       "$defs"};
        for (const auto& keyword : rule.items()) {
            INFO(keyword.key());
            REQUIRE(known.count(keyword.key()) == 1);
        }
        if (rule.contains("$ref")) {
            const std::string ref = rule["$ref"];
            REQUIRE(ref.front() == '#');
            if (!fits(value, root_.at(json::json_pointer(ref.substr(1))))) {
                return false;
            }
        }
        if (rule.contains("type") && !has_type(value, rule["type"])) {
            return false;
        }
        if (rule.contains("enum") &&
            std::find(rule["enum"].begin(), rule["enum"].end(), value) == rule["enum"].end()) {
            return false;
        }
        if (rule.contains("oneOf")) {
            const auto& all = rule["oneOf"];
            if (std::count_if(all.begin(), all.end(),
                              [&](const json& one) { return fits(value, one); }) != 1) {
                return false;
            }
        }
        return fits_number(value, rule) && fits_text(value, rule) && fits_list(value, rule) &&
               fits_object(value, rule);
    }

    static bool fits_number(const json& value, const json& rule) {
        return !value.is_number() || (value.get<double>() >= rule.value("minimum", -1e300) &&
                                      value.get<double>() <= rule.value("maximum", 1e300));
    }
    static bool fits_text(const json& value, const json& rule) {
        if (!value.is_string()) {
            return true;
        }
        const std::size_t size = value.get_ref<const std::string&>().size();
        return size >= rule.value("minLength", std::size_t{0}) &&
               size <= rule.value("maxLength", std::size_t{1} << 30U);
    }
    bool fits_list(const json& value, const json& rule) const {
        if (!value.is_array()) {
            return true;
        }
        bool fit = value.size() >= rule.value("minItems", std::size_t{0}) &&
                   value.size() <= rule.value("maxItems", std::size_t{1} << 30U);
        for (const json& element : value) {
            fit = fit && (!rule.contains("items") || fits(element, rule["items"]));
        }
        return fit;
    }
    bool fits_object(const json& value, const json& rule) const {
        if (!value.is_object()) {
            return true;
        }
        for (const json& name : rule.value("required", json::array())) {
            if (!value.contains(name.get<std::string>())) {
                return false;
            }
        }
        const json properties = rule.value("properties", json::object());
        for (const auto& member : value.items()) {
            const bool listed = properties.contains(member.key());
            if ((listed && !fits(member.value(), properties[member.key()])) ||
                (!listed && rule.contains("additionalProperties"))) {
                return false;
            }
        }
        return true;
    }

    json root_;
};

} // namespace

TEST_CASE("the schema has every setting and preset", "[tuning][docs]") {
    const json all = schema();
    const json& settings = all["$defs"]["tuning"]["properties"];
    CHECK(settings.size() == tuning_fields().size());
    std::size_t numbers = 0;
    for (const tuning_field& field : tuning_fields()) {
        INFO(field.name);
        const std::string name(field.name);
        REQUIRE(settings.contains(name));
        numbers += field.is_number() ? 1U : 0U;
        if (field.is_number()) {
            CHECK(settings[name]["minimum"].get<double>() == field.least);
            CHECK(settings[name]["maximum"].get<double>() == field.most);
            CHECK(all["$defs"]["curves"]["properties"].contains(name));
        }
    }
    CHECK(all["$defs"]["curves"]["properties"].size() == numbers);
    const json& names = all["$defs"]["entry"]["properties"]["preset"]["enum"];
    CHECK(names.size() == presets().size());
    for (const preset& one : presets()) {
        CHECK(std::find(names.begin(), names.end(), one.name) != names.end());
    }
    CHECK(settings["limit_shape"]["enum"].size() == names_of(limit_shape{}).size());
    CHECK(settings["output"]["enum"].size() == names_of(spring_transform{}).size());
}

TEST_CASE("the page's examples and what is written fit the schema", "[tuning][docs]") {
    const checker rules(schema());
    const std::string page = read_text(docs / "springs.md");
    std::size_t found = 0;
    for (std::size_t at = page.find("```json\n"); at != std::string::npos;
         at = page.find("```json\n", at + 1)) {
        const std::size_t begin = at + 8;
        const std::string text = page.substr(begin, page.find("```", begin) - begin);
        INFO(text);
        CHECK(rules.fits(json::parse(text)));
        const auto read = parse_spring_file(text, "springs.md");
        REQUIRE(read);
        CHECK(rules.fits(json::parse(write_spring_file(*read))));
        ++found;
    }
    CHECK(found >= 2);
    spring_file every;
    every.tick_rate = 240;
    every.chains_collide = true;
    for (const preset& one : presets()) {
        spring_entry entry;
        entry.chain = std::string(one.name);
        entry.preset = std::string(one.name);
        entry.tuning = one.tuning;
        for (const tuning_field& field : tuning_fields()) {
            entry.overridden.emplace_back(field.name);
        }
        entry.curves = one.curves;
        every.springs.push_back(entry);
    }
    CHECK(rules.fits(json::parse(write_spring_file(every))));
}

TEST_CASE("most mistakes that the reader finds the schema finds too", "[tuning][docs]") {
    const checker rules(schema());
    // What a schema of this kind cannot say: relations between numbers and names.
    const std::set<std::string> beyond = {"bad_curve",    "bad_collider", "duplicate_key",
                                          "too_large",    "too_deep",     "bad_setting",
                                          "out_of_range", "bad_bones"};
    std::size_t looked_at = 0;
    for (const malformed_text& one : malformed_spring_files()) {
        const json text = json::parse(one.text, nullptr, false);
        if (text.is_discarded() || beyond.count(one.error) > 0) {
            continue;
        }
        INFO(one.what);
        CHECK_FALSE(rules.fits(text));
        ++looked_at;
    }
    CHECK(looked_at >= 10);
}

} // namespace schema_test
