#pragma once

#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace jounce {

/// What exists at a path to be written.
enum class target_kind : std::uint8_t {
    absent,  ///< nothing: the file is made
    regular, ///< a file: it is replaced
    stream,  ///< a character device or FIFO: written through, never replaced
};

/// Where the bytes that are meant for a path go.
struct write_target {
    std::filesystem::path
        file; ///< links followed, so that the link stays and what it names changes
    target_kind kind = target_kind::absent;
    std::uint32_t mode = 0;  ///< permissions of the file that is replaced
    std::uint32_t owner = 0; ///< of the file that is replaced, and its group
    std::uint32_t group = 0;
};

/// Looks at a path before anything is written to it: links are followed, also those to a file that does
/// not exist yet. Refused are folders, block devices, sockets, write-protected files and folders, links
/// that lead in a circle, and places in folders that do not exist.
/// Error name: `cannot_write`.
result<write_target> find_write_target(const std::filesystem::path& file);

/// The error `cannot_write` of a file.
error cannot_write(const std::filesystem::path& file, const std::string& cause);

} // namespace jounce
