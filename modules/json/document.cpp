#include <jounce/modules/json/document.hpp>

#include <jounce/modules/json/locate.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace jounce::json {
namespace {

using library = nlohmann::json;

constexpr int max_depth = 32;

/// Deepest nesting of brackets outside strings: looked at before parsing, because a parser builds
/// what it reads.
int nesting_depth(std::string_view text) {
    int depth = 0;
    int deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            i += c == '\\' ? 1 : 0;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return deepest;
}

/// The library's words without its code in square brackets.
std::string cause_of(const std::exception& wrong) {
    const std::string text = wrong.what();
    const std::size_t end = text.find("] ");
    return end == std::string::npos ? text : text.substr(end + 2);
}

std::string too_large(std::uintmax_t size, std::uint64_t limit) {
    return "has " + std::to_string(size) + " bytes, " + std::to_string(limit) + " are allowed here";
}

/// Stops at a key that its object has already: of two equal ones the library silently keeps the last.
/// A pass of its own, because the library's parser with a callback takes time by the square of the
/// length of a list.
struct key_watch : library::json_sax_t {
    std::vector<std::set<std::string>> open_objects;
    std::optional<std::string> duplicate;

    bool start_object(std::size_t) override {
        open_objects.emplace_back();
        return true;
    }
    bool end_object() override {
        open_objects.pop_back();
        return true;
    }
    bool key(string_t& name) override {
        if (!open_objects.back().insert(name).second) {
            duplicate = name;
        }
        return !duplicate;
    }
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&, const library::exception&) override {
        return false; // the parser says it better
    }
};

std::unique_ptr<const library> parse(reading& shared, const std::filesystem::path& file,
                                     std::string_view text) {
    if (nesting_depth(text) > max_depth) {
        shared.fail(errors::too_deep, file, "",
                    "is nested deeper than " + std::to_string(max_depth) + " levels; no " +
                        shared.kind().noun + " is, so it is damaged or something else");
        return nullptr;
    }
    try {
        key_watch keys;
        if (!library::sax_parse(text, &keys) && keys.duplicate) {
            shared.fail(errors::duplicate_key, file, "",
                        "has the key \"" + *keys.duplicate + "\" twice in one object; remove one");
            return nullptr;
        }
        return std::make_unique<const library>(library::parse(text));
    } catch (const library::exception& wrong) {
        shared.fail(errors::bad_json, file, "",
                    "is not valid JSON: " + cause_of(wrong) + "; write the file again");
        return nullptr;
    }
}

} // namespace

void reading::fail(std::string name, const std::filesystem::path& file, std::string_view place,
                   const std::string& cause) {
    fail({std::move(name), place_text(file, "", place) + ": " + printable(cause)});
}

void reading::fail(jounce::error whole) {
    if (!wrong_) {
        wrong_ = std::move(whole);
    }
}

bool reading::take_bytes(std::uint64_t bytes) {
    if (bytes > kind_.max_total_bytes - bytes_taken_) {
        return false;
    }
    bytes_taken_ += bytes;
    return true;
}

std::string read_file(reading& shared, const std::filesystem::path& file, std::uint64_t limit) {
    std::error_code code;
    const std::filesystem::file_status status = std::filesystem::status(file, code);
    if (!std::filesystem::exists(status)) {
        shared.fail(errors::missing_file, file, "",
                    status.type() == std::filesystem::file_type::not_found
                        ? std::string("does not exist; ") + shared.kind().if_missing
                        : "cannot be looked at: " + code.message());
        return "";
    }
    // Folders, pipes and devices have no size, and reading some of them never ends.
    if (!std::filesystem::is_regular_file(status)) {
        shared.fail(errors::not_a_file, file, "",
                    "is not a regular file; put the file there itself");
        return "";
    }
    const std::uintmax_t size = std::filesystem::file_size(file, code);
    if (code || size > limit) {
        shared.fail(errors::too_large, file, "",
                    code ? "cannot be measured: " + code.message() : too_large(size, limit));
        return "";
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(bytes.data(), static_cast<std::streamsize>(size));
    if (!stream || static_cast<std::uintmax_t>(stream.gcount()) != size) {
        shared.fail(errors::unreadable, file, "", "cannot be read; check its permissions");
        return "";
    }
    return bytes;
}

std::string place_text(const std::filesystem::path& file, std::string_view text,
                       std::string_view pointer) {
    std::string out = file.string();
    if (const text_place at = locate(text, pointer); at.line > 0) {
        out += ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    return pointer.empty() ? out : out + ": " + printable(pointer);
}

std::string printable(std::string_view text) {
    constexpr std::size_t limit = 400;
    std::string out(text.substr(0, limit));
    for (char& c : out) {
        const unsigned char code = static_cast<unsigned char>(c);
        c = code < 0x20 || code == 0x7F ? ' ' : c;
    }
    return text.size() > limit ? out + "..." : out;
}

bool is_plain_name(std::string_view name) {
    return !name.empty() && name.size() <= 255 && name != "." && name != ".." &&
           name.find_first_of(std::string_view("/\\:\0", 4)) == std::string_view::npos;
}

document::document(reading& shared, std::filesystem::path file)
    : shared_(&shared), file_(std::move(file)) {
    if (shared.ok()) {
        std::string text = read_file(shared, file_, shared.kind().max_file_bytes);
        value_ = shared.ok() ? parse(shared, file_, text) : nullptr;
        text_ = shared.kind().line_numbers ? std::move(text) : "";
    }
}

document::document(reading& shared, std::filesystem::path name, std::string_view text)
    : shared_(&shared), file_(std::move(name)) {
    if (text.size() > shared.kind().max_file_bytes) {
        shared.fail(errors::too_large, file_, "",
                    too_large(text.size(), shared.kind().max_file_bytes));
    }
    value_ = shared.ok() ? parse(shared, file_, text) : nullptr;
    text_ = shared.kind().line_numbers ? text : "";
}

document::~document() = default;

} // namespace jounce::json
