#pragma once

#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/editing/edit_session.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace jounce::editing {

/// What tells without reading that a file is another one.
struct file_stamp {
    bool exists = false;
    std::filesystem::file_time_type time = {};
    std::uintmax_t size = 0;

    friend bool operator==(const file_stamp&, const file_stamp&) = default;
};

/// Looks at a file. An empty path has no file.
file_stamp stamp_of(const std::filesystem::path& file);

/// All that files say of a character, before helpers.
struct session_files {
    file_stamp model_stamp, settings_stamp; ///< from before they were read
    std::shared_ptr<const gltf::model> model;
    std::size_t model_hash = 0;      ///< of its document and buffers, its own settings left out
    authoring::spring_source source; ///< for constraints; its settings are those of `text`
    settings_place place = settings_place::nowhere;
    std::string text; ///< of the settings
    std::vector<std::string> warnings;
};

/// Reads a model and its settings.
/// @param settings  may be empty
/// Error names: those of `gltf::read_model` and `find_springs`.
result<session_files> read_files(const std::filesystem::path& model,
                                 const std::filesystem::path& settings,
                                 const session_options& options);

/// The bytes of a file. Error names: those of `json::read_file`.
result<std::string> read_bytes(const std::filesystem::path& file);

} // namespace jounce::editing
