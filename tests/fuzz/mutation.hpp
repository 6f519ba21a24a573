#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::test {

/// The `index`-th way to break a file: by turns cut off, some bits turned over anywhere, and some
/// turned over in its JSON, where they do most. The same for the same seed on every machine.
std::vector<std::byte> mutation(std::span<const std::byte> file, std::uint64_t seed,
                                std::uint64_t index);

} // namespace jounce::test
