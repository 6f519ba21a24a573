#pragma once

#include <jounce/modules/crowd/snapshot.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace jounce {

/// A snapshot as bytes, to send or keep. Numbers are little-endian on every machine, floating point
/// as IEEE 754; the format begins with `jnsnap` and a version, and ends with a checksum against
/// damage (not against forgery). The same state gives the same bytes.
std::vector<std::byte> to_bytes(const snapshot& from);

/// Back from bytes that are not trusted: nothing is read beyond them, nothing is allocated that they
/// could not fill, and every number is finite.
///
/// Error names: `not_a_snapshot`, `version`, `truncated`, `bad_count`, `bad_number`, `damaged`.
/// `restore` checks whether the characters are of the right kinds.
result<snapshot> snapshot_from_bytes(std::span<const std::byte> bytes);

} // namespace jounce
