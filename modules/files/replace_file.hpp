#pragma once

#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace jounce {

/// Where the bytes are until they are whole.
enum class unfinished : std::uint8_t {
    nameless, ///< in a file without a name, where the system has such; else as `named`
    named,    ///< in a file beside the one that is meant
};

/// Writes a file so that readers find all of the old text or all of the new, and puts it in its
/// place with the permissions (and, where allowed, the owner) of the one that was there. Links are
/// followed: their target is replaced, they stay. Devices and FIFOs are written to. See
/// `find_write_target` for what is refused. Nothing is left behind where it fails, or where the
/// process is killed while it writes; with `named` a SIGKILL leaves the file beside
/// (docs/adr/0039). Error name: `cannot_write`.
std::optional<error> replace_file(const std::filesystem::path& file, const std::string& text,
                                  unfinished until = unfinished::nameless);

/// The reason why `replace_file` would fail, if there is one. Call it before long work.
std::optional<error> check_replaceable(const std::filesystem::path& file);

/// Removes the file that `replace_file` is writing, if it has a name. For signal handlers of programs:
/// calls nothing that is not allowed there.
void remove_unfinished_file() noexcept;

} // namespace jounce
