#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/tinygltf.hpp>
#include <jounce/modules/json/document.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::gltf {

/// A file while it is read: what its readers share. They stop at the first mistake, which `shared`
/// keeps, and leave what they made unfinished.
struct source {
    const read_limits& limits;
    json::reading& shared;
    const std::filesystem::path& file; ///< as messages name it
    std::filesystem::path folder = {}; ///< of buffers beside the file; empty: there are none
    bool has_folder = false;
    jounce_tinygltf::Model document = {}; ///< checked: every index in it is good
    std::vector<std::vector<std::byte>> buffers = {};
    std::vector<bool> missing_buffers = {}; ///< [buffer]; allowed to be
    std::vector<std::string> warnings = {};
    std::chrono::steady_clock::time_point deadline = {};

    bool ok() const { return shared.ok(); }

    /// @param place  JSON pointer
    void fail(std::string name, std::string_view place, const std::string& cause) {
        shared.fail(std::move(name), file, place, cause);
    }
    void warn(std::string_view place, const std::string& text) {
        // A broken file may have as many mistakes as bytes.
        if (warnings.size() < max_warnings) {
            warnings.push_back(json::printable(place) + ": " + json::printable(text));
        }
    }

    /// Before memory of that size is asked for; false is a mistake that was reported.
    bool take_bytes(std::uint64_t bytes, std::string_view place);
    /// True while there is time; false is a mistake that was reported.
    bool in_time(std::string_view place);

    /// False for an accessor in a buffer that is allowed to be missing.
    bool is_there(int accessor) const;

    static constexpr std::size_t max_warnings = 100;
};

/// `/list/index` and what follows.
std::string pointer_to(const char* list, std::size_t index, std::string_view rest = "");

inline std::size_t as_size(int index) { return static_cast<std::size_t>(index); }

} // namespace jounce::gltf
