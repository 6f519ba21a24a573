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

/// The elements of an accessor that were decoded for a primitive, tightly packed.
struct decoded_accessor {
    std::size_t shown_as = 0; ///< the accessor of the file that it stands for, for messages
    std::vector<std::byte> bytes = {};
    bool is_missing = false; ///< it lies in a missing buffer
};

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
    /// [view]; what compressed views hold, at least `byteLength` bytes. Empty for others.
    std::vector<std::vector<std::byte>> decoded_views = {};
    std::vector<bool> missing_views = {}; ///< [view]; in a missing buffer
    /// Of the last accessors of the document, which were added for what compressed primitives hold.
    std::vector<decoded_accessor> decoded_accessors = {};
    std::vector<used_extension> extensions = {};
    std::vector<std::uint8_t> level_nodes = {}; ///< [node]; see `find_level_nodes`
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

    /// Whether a node is at or below a coarser level of another one: not drawn by itself.
    bool is_level(std::size_t node) const {
        return node < level_nodes.size() && level_nodes[node] != 0;
    }

    /// What was decoded for an accessor, or null.
    const decoded_accessor* decoded(int accessor) const;
    /// The number by which messages name an accessor.
    std::size_t shown(int accessor) const;

    static constexpr std::size_t max_warnings = 100;
};

/// `/list/index` and what follows.
std::string pointer_to(const char* list, std::size_t index, std::string_view rest = "");

inline std::size_t as_size(int index) { return static_cast<std::size_t>(index); }

} // namespace jounce::gltf
