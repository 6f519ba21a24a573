#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/mesh_cache/cache_limits.hpp>
#include <jounce/modules/result/result.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::mesh_cache {

/// Numbers of a binary file one after the other. Keeps the first mistake; after it every number is zero.
class byte_reader {
public:
    /// @param name  stands for the file in messages
    byte_reader(std::span<const std::byte> bytes, std::filesystem::path name, std::endian order)
        : bytes_(bytes), name_(std::move(name)), order_(order) {}

    bool ok() const { return !wrong_.has_value(); }
    const jounce::error& error() const { return *wrong_; }
    std::size_t offset() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

    /// Reports a mistake at a byte of the file.
    void fail(const char* error_name, std::size_t offset, const std::string& cause);

    /// Whether the file begins with these bytes, which are then passed.
    bool takes_magic(std::string_view magic);
    void skip(std::size_t bytes);
    /// A number of things, at least one and at most `most`, else a mistake: `bad_count`, `too_many`.
    std::size_t count(const char* what, std::size_t most);
    std::uint32_t u32();
    /// A number that need not be finite.
    float f32();
    /// A number that is finite and not absurd; else a mistake: `bad_number`.
    double number(const char* what);

    /// Asks whether the file has exactly so many bytes left, and memory for so many positions is allowed; else
    /// a mistake: `unreadable` (it ends too early), `bad_count` (it goes on), `too_large`.
    bool expect(std::uint64_t bytes_left, std::uint64_t positions, const cache_limits& limits);

    /// Appends positions; one that is not finite is a mistake: `not_finite`.
    /// @pre `expect` has granted them
    void read_positions(std::size_t count, std::vector<vec3<double>>& to);

private:
    std::span<const std::byte> bytes_;
    std::filesystem::path name_;
    std::endian order_;
    std::size_t at_ = 0;
    std::optional<jounce::error> wrong_;
};

} // namespace jounce::mesh_cache
