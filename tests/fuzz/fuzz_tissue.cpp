// Any bytes as a file of baked tissue, or as tetrahedra: refused with a reason, or whole.

#include <jounce/modules/tissue/tissue_arrays.hpp>
#include <jounce/modules/tissue_bake/read_tets.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

namespace {

template <class Value> bool is_read(const jounce::result<Value>& read) {
    if (!read && (read.error().name.empty() || read.error().message.empty())) {
        std::abort(); // refused without a reason
    }
    return static_cast<bool>(read);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jounce::tissue;
    tissue_figures figures;
    const auto tissue =
        parse_tissue(std::as_bytes(std::span(data, size)), "fuzz.tissue.glb", &figures);
    if (is_read(tissue) && check_tissue(*tissue)) {
        std::abort();
    }
    const auto tets =
        parse_tets(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.mesh");
    if (is_read(tets)) {
        for (const tetrahedron& one : tets->tets) {
            for (const std::uint32_t node : one) {
                if (node >= tets->nodes.size()) {
                    std::abort();
                }
            }
        }
    }
    return 0;
}
