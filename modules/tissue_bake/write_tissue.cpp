#include <jounce/modules/tissue_bake/write_tissue.hpp>

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/tissue/tissue_arrays.hpp>
#include <jounce/modules/tissue_file/figure_list.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>

#include <cstring>
#include <span>
#include <vector>

namespace jounce::tissue {
namespace {

using ordered = nlohmann::ordered_json;

template <class Value> void append(std::vector<std::byte>& to, Value one) {
    const std::size_t at = to.size();
    to.resize(at + sizeof one);
    std::memcpy(to.data() + at, &one, sizeof one);
}

std::vector<std::byte> bytes_of(const tissue_array& array) {
    std::vector<std::byte> out;
    for (const std::uint32_t one : array.indices) {
        append(out, one);
    }
    for (const double one : array.numbers) {
        if (array.type == array_type::f32) {
            append(out, static_cast<float>(one));
        } else {
            append(out, one);
        }
    }
    return out;
}

std::string hex_of(std::uint64_t hash) {
    std::string out(16, '0');
    for (std::size_t i = 16; i-- > 0; hash >>= 4U) {
        out[i] = "0123456789abcdef"[hash & 15U];
    }
    return out;
}

} // namespace

result<std::string> tissue_bytes(const baked_tissue& tissue, const tissue_figures& figures) {
    if (std::optional<error> wrong = check_tissue(tissue)) {
        return *std::move(wrong);
    }
    const std::string empty = R"({"asset":{"version":"2.0","generator":"jounce"}})";
    result<bake::glb_document> document = bake::glb_document::make(empty, {}, "baked tissue");
    if (!document) {
        return document.error();
    }
    ordered own = {{"version", file_version},
                   {"mesh_hash", hex_of(tissue.mesh_hash)},
                   {"metres_per_unit", tissue.metres_per_unit},
                   {"joint_count", tissue.joint_count},
                   {"material",
                    {{"young", tissue.material.young},
                     {"poisson", tissue.material.poisson},
                     {"density", tissue.material.density},
                     {"alpha", tissue.material.alpha},
                     {"beta", tissue.material.beta}}},
                   {"arrays", ordered::object()},
                   {"figures", ordered::object()}};
    for (const tissue_array& array : arrays_of(tissue)) {
        const std::vector<std::byte> bytes = bytes_of(array);
        if (array.is_optional && bytes.empty()) {
            continue;
        }
        const std::size_t count = (array.indices.size() + array.numbers.size()) / array.width;
        own["arrays"][std::string(array.name)] = {{"view", document->add_view(bytes)},
                                                  {"type", array.type == array_type::u32   ? "u32"
                                                           : array.type == array_type::f32 ? "f32"
                                                                                           : "f64"},
                                                  {"width", array.width},
                                                  {"count", count}};
    }
    visit_figures(figures,
                  [&](const char* name, const auto& value) { own["figures"][name] = value; });
    document->json()["extras"]["jounce_tissue"] = std::move(own);
    return document->bytes();
}

std::optional<error> write_tissue(const std::filesystem::path& file, const baked_tissue& tissue,
                                  const tissue_figures& figures) {
    const result<std::string> bytes = tissue_bytes(tissue, figures);
    if (!bytes) {
        return bytes.error();
    }
    return replace_file(file, *bytes);
}

} // namespace jounce::tissue
