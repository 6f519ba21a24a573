#include <jounce/modules/mesh_cache/read_text.hpp>

#include <jounce/modules/json/document.hpp>

namespace jounce::mesh_cache {

result<std::string> read_text(const std::filesystem::path& file, std::uint64_t max_bytes) {
    json::file_kind kind;
    kind.noun = "mesh file";
    kind.max_file_bytes = max_bytes;
    json::reading shared(kind);
    std::string bytes = json::read_file(shared, file, max_bytes);
    if (!shared.ok()) {
        return shared.error();
    }
    return bytes;
}

} // namespace jounce::mesh_cache
