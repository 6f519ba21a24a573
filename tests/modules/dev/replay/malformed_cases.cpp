#include "malformed.hpp"

#include <limits>

namespace jounce_test {
namespace {

using nlohmann::json;
using spoil = std::function<void(const fs::path&)>;

/// A good case with one thing spoiled.
malformed spoiled(std::string what, const spoil& change, std::string error,
                  std::string names = "case.json") {
    return {std::move(what),
            [change](const temporary_folder& folder) {
                const fs::path copy = copy_case("chain6_all", folder);
                change(copy);
                return copy;
            },
            std::move(error), std::move(names)};
}

malformed with_value(std::string what, std::string pointer, json value, std::string error,
                     std::string names = "case.json") {
    return spoiled(
        std::move(what),
        [pointer, value](const fs::path& copy) { set_json(copy / "case.json", pointer, value); },
        std::move(error), std::move(names));
}

malformed with_text(std::string what, std::string text, std::string error) {
    return spoiled(
        std::move(what), [text](const fs::path& copy) { write_text(copy / "case.json", text); },
        std::move(error));
}

/// `wanted` replaced in the text of the case file: for what JSON libraries refuse to write.
malformed with_words(std::string what, std::string wanted, std::string instead, std::string error) {
    return spoiled(
        std::move(what),
        [wanted, instead](const fs::path& copy) {
            std::string text = read_json(copy / "case.json").dump();
            text.replace(text.find(wanted), wanted.size(), instead);
            write_text(copy / "case.json", text);
        },
        std::move(error));
}

malformed with_number(std::string what, double value, std::string error) {
    return spoiled(
        std::move(what),
        [value](const fs::path& copy) {
            std::vector<double> all = read_doubles(copy / "dyn.f64.bin");
            all[17] = value;
            write_doubles(copy / "dyn.f64.bin", all);
        },
        std::move(error), "dyn.f64.bin: dyn[17]");
}

malformed with_bones(std::string what, int bones, int frames, std::string error) {
    return spoiled(
        std::move(what),
        [bones, frames](const fs::path& copy) {
            json all = read_json(copy / "case.json");
            json bone = all["bones"][0];
            all["bones"] = json::array();
            for (int b = 0; b < bones; ++b) {
                all["bones"].push_back(bone);
            }
            all["springs"] = json::array();
            all["frames"] = frames;
            for (json& array : all["arrays"]) {
                array["shape"][0] = frames;
                array["shape"][1] = bones;
            }
            write_text(copy / "case.json", all.dump());
        },
        std::move(error));
}

void replace_by_folder(const fs::path& file) {
    fs::remove(file);
    fs::create_directory(file);
}

std::vector<malformed> malformed_files() {
    const double infinity = std::numeric_limits<double>::infinity();
    return {
        {"no folder", [](const temporary_folder& f) { return f.path() / "nowhere"; },
         "not_a_folder", "nowhere"},
        {"empty folder", [](const temporary_folder& f) { return f.path(); }, "no_case",
         "jounce_test"},
        {"a file in place of a folder",
         [](const temporary_folder& f) { return copy_case("chain6_all", f) / "case.json"; },
         "not_a_folder", "case.json"},
        spoiled(
            "case file is a folder", [](const fs::path& c) { replace_by_folder(c / "case.json"); },
            "not_a_file"),
        spoiled(
            "case file is a link to nothing",
            [](const fs::path& c) {
                fs::remove(c / "case.json");
                fs::create_symlink("gone.json", c / "case.json");
            },
            "missing_file"),
        spoiled(
            "case file is huge",
            [](const fs::path& c) { fs::resize_file(c / "case.json", 17U << 20U); }, "too_large"),
        spoiled(
            "array file is missing", [](const fs::path& c) { fs::remove(c / "dyn.f64.bin"); },
            "missing_file", "dyn.f64.bin"),
        spoiled(
            "array file is a folder",
            [](const fs::path& c) { replace_by_folder(c / "dyn.f64.bin"); }, "not_a_file",
            "dyn.f64.bin"),
        spoiled(
            "array file is truncated",
            [](const fs::path& c) { fs::resize_file(c / "dyn.f64.bin", 1000); }, "wrong_size",
            "dyn.f64.bin"),
        spoiled(
            "array file is empty",
            [](const fs::path& c) { fs::resize_file(c / "free.f64.bin", 0); }, "wrong_size",
            "free.f64.bin"),
        spoiled(
            "array file is too long",
            [](const fs::path& c) { fs::resize_file(c / "rst.f64.bin", 46088); }, "wrong_size",
            "rst.f64.bin"),
        with_number("an array has a NaN", std::numeric_limits<double>::quiet_NaN(), "not_finite"),
        with_number("an array has an infinity", -infinity, "not_finite"),
        with_number("an array has a number no float can hold", 1e300, "not_finite"),
    };
}

std::vector<malformed> malformed_json() {
    return {
        spoiled(
            "truncated JSON",
            [](const fs::path& c) {
                fs::resize_file(c / "case.json", fs::file_size(c / "case.json") / 2);
            },
            "bad_json"),
        with_text("empty JSON", "", "bad_json"),
        with_text("JSON of another kind", "[1, 2, 3]", "wrong_type"),
        with_text("binary JSON", std::string("\x00\xFF\xFE{}", 5), "bad_json"),
        with_text("deep nesting", std::string(100'000, '['), "too_deep"),
        with_text("deep nesting that is closed",
                  std::string(100'000, '[') + std::string(100'000, ']'), "too_deep"),
        with_words("a NaN in JSON", "\"mass\":3.0", "\"mass\":NaN", "bad_json"),
        with_words("an overflowing number", "\"mass\":3.0", "\"mass\":1e999", "bad_json"),
        with_words("a key twice", "\"mass\":3.0", "\"mass\":3.0,\"mass\":4.0", "duplicate_key"),
        with_value("a huge number", "/params/mass", 1e40, "out_of_range"),
        with_value("a word in place of a number", "/params/mass", "heavy", "wrong_type"),
        with_value("a number in place of a truth", "/params/fixed_scale", 1, "wrong_type"),
        with_value("null", "/params/stiffness", nullptr, "wrong_type"),
        with_value("a number in place of an object", "/params", 3, "wrong_type"),
        with_value("a vector of two", "/bones/2/head", {1, 2}, "wrong_type"),
        with_value("a vector of words", "/bones/2/head", {"a", "b", "c"}, "wrong_type"),
        with_value("a name with line breaks in an error", "/arrays/dyn/dtype", "f\n\n\x1B[31m",
                   "unsupported"),
        spoiled(
            "no parameters", [](const fs::path& c) { erase_json(c / "case.json", "/params"); },
            "missing_member"),
        spoiled(
            "no array", [](const fs::path& c) { erase_json(c / "case.json", "/arrays/rst"); },
            "missing_member"),
        spoiled(
            "no motion",
            [](const fs::path& c) { erase_json(c / "case.json", "/arrays/theta_deg"); },
            "missing_member"),
    };
}

std::vector<malformed> malformed_values() {
    return {
        with_value("no time step", "/params/dt", 0, "out_of_range"),
        with_value("negative time step", "/params/dt", -0.01, "out_of_range"),
        with_value("no mass", "/params/mass", 0, "out_of_range"),
        with_value("negative stiffness", "/params/stiffness", -1, "bad_setting"),
        with_value("velocity that grows", "/params/mass_dscale", 1.5, "bad_setting"),
        with_value("another simulation", "/params/simulation_mode", "FEM", "unsupported"),
        with_value("no frames", "/frames", 0, "out_of_range"),
        with_value("negative frames", "/frames", -96, "out_of_range"),
        with_value("half a frame", "/frames", 95.5, "wrong_type"),
        with_value("absurd frames", "/frames", 1'000'000'000'000, "out_of_range"),
        with_value("more frames than 64 bits have", "/frames",
                   std::numeric_limits<std::uint64_t>::max(), "out_of_range"),
        with_value("another count of frames", "/frames", 95, "wrong_shape"),
        with_value("a shape whose product overflows", "/arrays/dyn/shape",
                   {9'999'999, 9'999'999, 9'999'999, 9'999'999}, "wrong_shape"),
        with_value("a negative shape", "/arrays/dyn/shape", {96, -6, 2, 3}, "out_of_range"),
        with_value("a shape of another rank", "/arrays/dyn/shape", {96, 36}, "wrong_shape"),
        with_value("path traversal", "/arrays/dyn/file", "../chain6_all/dyn.f64.bin",
                   "bad_file_name"),
        with_value("an absolute path", "/arrays/dyn/file", "/dev/zero", "bad_file_name"),
        with_value("a parent folder as file", "/arrays/dyn/file", "..", "bad_file_name"),
        with_value("an unknown type", "/arrays/dyn/dtype", "i16", "unsupported"),
        with_value("no bones", "/bones", json::array(), "out_of_range"),
        with_value("a parent out of range", "/bones/3/parent", 6, "out_of_range"),
        with_value("a parent below a root", "/bones/3/parent", -2, "out_of_range"),
        with_value("its own parent", "/bones/3/parent", 3, "cycle"),
        with_value("parents in a circle", "/bones/1/parent", 4, "cycle"),
        with_value("a spring out of range", "/springs/4", 6, "out_of_range"),
        with_value("a spring twice", "/springs/4", 1, "duplicate_index"),
        with_value("springs that do not agree", "/bones/2/spring", false, "inconsistent"),
        with_value("a spring without length", "/bones/2/tail", {0.5800000000000001, 0.05, 0.0},
                   "zero_length"),
        with_bones("too many bones", 5'000, 1, "out_of_range"),
        with_bones("arrays beyond all memory", 4'000, 100'000, "too_large"),
    };
}

} // namespace

std::vector<malformed> malformed_cases() {
    std::vector<malformed> all = malformed_files();
    for (const auto& group : {malformed_json(), malformed_values()}) {
        all.insert(all.end(), group.begin(), group.end());
    }
    return all;
}

} // namespace jounce_test
