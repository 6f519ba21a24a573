#pragma once

#include <filesystem>
#include <vector>

namespace jounce::test {

/// A file to break, and the document through which it is read: the file itself, or one that names it
/// as a buffer.
struct victim {
    std::filesystem::path file;
    std::filesystem::path document;
};

/// Buffers that a document names and that are there.
std::vector<std::filesystem::path> buffers_beside(const std::filesystem::path& document);

/// All models among files and in folders, and the buffers beside them.
std::vector<victim> victims_of(const std::vector<std::filesystem::path>& given);

} // namespace jounce::test
