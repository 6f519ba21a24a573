#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/result/result.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::json {

/// The kind of a file and its limits. Files are not trusted, so sizes are bounded before anything
/// is allocated.
struct file_kind {
    const char* noun = "JSON file";            ///< for messages
    const char* if_missing = "check the path"; ///< what to do when there is none
    std::uint64_t max_file_bytes = 1ULL << 20U;
    std::uint64_t max_total_bytes = 0; ///< total that `reading::take_bytes` grants
    bool line_numbers =
        false; ///< people write these files: messages name line and column; the text
               ///< is kept for that
};

/// State shared by documents that are read together: the first mistake, and the memory that may
/// still be used. After a mistake every read returns zeros, so that readers check once at the end
/// instead of after each value.
class reading {
public:
    explicit reading(const file_kind& kind) : kind_(kind) {}

    bool ok() const { return !wrong_.has_value(); }
    const jounce::error& error() const { return *wrong_; }
    /// Keeps the first.
    void fail(std::string name, const std::filesystem::path& file, std::string_view place,
              const std::string& cause);
    /// The same with a message that is complete.
    void fail(jounce::error whole);
    /// False once more than `max_total_bytes` are requested in all; the caller reports it.
    bool take_bytes(std::uint64_t bytes);
    const file_kind& kind() const { return kind_; }

private:
    file_kind kind_;
    std::optional<jounce::error> wrong_;
    std::uint64_t bytes_taken_ = 0;
};

class document;

/// A value in a document, and where it stands. Cheap to copy; lives no longer than its document.
class value {
public:
    bool has(const std::string& name) const;
    /// A member that must be there.
    value operator[](const std::string& name) const;
    value at(std::size_t index) const;
    /// Elements of an array, at most `limit`.
    std::size_t size(std::size_t limit) const;
    /// Names of an object's members, ascending, at most `limit`.
    std::vector<std::string> names(std::size_t limit) const;

    double number() const;
    std::int64_t integer(std::int64_t least, std::int64_t most) const;
    bool boolean() const;
    std::string text() const;
    vec3<double> vector() const;     ///< array of three numbers
    quat<double> quaternion() const; ///< array of four numbers, xyzw

    /// Reports a mistake at this place.
    void fail(std::string name, const std::string& cause) const;
    /// File and pointer, as messages begin.
    std::string where() const;
    const std::string& pointer() const { return pointer_; } ///< as RFC 6901 has it
    const json::document& document() const { return *document_; }
    /// The JSON library's own value; null after a mistake.
    const nlohmann::json* held() const { return value_; }

private:
    friend class json::document;
    value(const json::document& document, const nlohmann::json* held, std::string pointer)
        : document_(&document), value_(held), pointer_(std::move(pointer)) {}
    void fail_type(const char* wanted) const;

    const json::document* document_;
    const nlohmann::json* value_; ///< null after a mistake
    std::string pointer_;
};

/// A JSON file: size and nesting are bounded, keys are unique.
class document {
public:
    document(reading& shared, std::filesystem::path file);
    /// The same for text that is there already; `name` stands for the file in messages.
    document(reading& shared, std::filesystem::path name, std::string_view text);
    ~document();
    document(const document&) = delete;
    document& operator=(const document&) = delete;

    value root() const { return {*this, value_.get(), ""}; }
    const std::filesystem::path& file() const { return file_; }
    reading& shared() const { return *shared_; }
    /// Empty unless the kind has `line_numbers`.
    const std::string& text() const { return text_; }

private:
    reading* shared_;
    std::filesystem::path file_;
    std::string text_;
    std::unique_ptr<const nlohmann::json> value_;
};

/// Numbers are at most this in size, so that every number also fits a float.
inline constexpr double max_number = 1e30;

/// The bytes of a regular file of at most `limit` bytes; anything else is a mistake and gives "".
std::string read_file(reading& shared, const std::filesystem::path& file, std::uint64_t limit);

/// File, line and column if they are known, and JSON pointer, as messages begin: `f.json:3:7: /a`.
std::string place_text(const std::filesystem::path& file, std::string_view text,
                       std::string_view pointer);

/// One line of at most a few hundred printable characters: text quoted from a file must not flood
/// or control a terminal.
std::string printable(std::string_view text);

/// A name of something in the same folder: no separators, not `.` or `..`.
bool is_plain_name(std::string_view name);

} // namespace jounce::json
