#pragma once

#include <jounce/components/math_types.hpp>
#include <jounce/modules/result/result.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace jounce::replay {

/// What the files of one case have in common while they are read: the first mistake that was found,
/// and the memory that may still be used. After a mistake every read gives zeros, so that readers
/// look once at the end instead of after each value.
class reading {
public:
    bool ok() const { return !wrong_.has_value(); }
    const error& why() const { return *wrong_; }
    /// Keeps the first.
    void fail(std::string name, const std::filesystem::path& file, std::string_view place,
              const std::string& cause);
    /// False, and a mistake, once the case needs more than `max_case_bytes`.
    bool take_bytes(std::uint64_t bytes, const std::filesystem::path& file, std::string_view place);

private:
    std::optional<error> wrong_;
    std::uint64_t bytes_taken_ = 0;
};

class json_document;

/// A value in a document, and where it stands. Cheap to copy; lives no longer than its document.
class json_value {
public:
    bool has(const char* name) const;
    /// A member that must be there.
    json_value operator[](const char* name) const;
    json_value at(std::size_t index) const;
    /// Elements of an array, at most `limit`.
    std::size_t size(std::size_t limit) const;

    double number() const;
    std::int64_t integer(std::int64_t least, std::int64_t most) const;
    bool boolean() const;
    std::string text() const;
    vec3<double> vector() const; ///< array of three numbers

    /// Reports a mistake at this place.
    void fail(std::string name, const std::string& cause) const;
    const std::string& pointer() const { return pointer_; } ///< as RFC 6901 has it
    const json_document& document() const { return *document_; }

private:
    friend class json_document;
    json_value(const json_document& document, const nlohmann::json* value, std::string pointer)
        : document_(&document), value_(value), pointer_(std::move(pointer)) {}
    void fail_type(const char* wanted) const;

    const json_document* document_;
    const nlohmann::json* value_; ///< null after a mistake
    std::string pointer_;
};

/// A JSON file: size and nesting are bounded, keys are unique.
class json_document {
public:
    json_document(reading& shared, std::filesystem::path file);
    ~json_document();
    json_document(const json_document&) = delete;
    json_document& operator=(const json_document&) = delete;

    json_value root() const { return {*this, value_.get(), ""}; }
    const std::filesystem::path& file() const { return file_; }
    reading& shared() const { return *shared_; }

private:
    reading* shared_;
    std::filesystem::path file_;
    std::unique_ptr<const nlohmann::json> value_;
};

/// The bytes of a regular file of at most `limit` bytes; anything else is a mistake and gives "".
std::string read_file(reading& shared, const std::filesystem::path& file, std::uint64_t limit);

/// One line of at most a few hundred characters: what is quoted from a file must not flood or steer
/// a terminal.
std::string printable(std::string_view text);

/// A name of something in the same folder: no separators, not `.` or `..`.
bool is_plain_name(std::string_view name);

} // namespace jounce::replay
