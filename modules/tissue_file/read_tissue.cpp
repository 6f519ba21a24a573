#include <jounce/modules/tissue_file/read_tissue.hpp>

#include <jounce/modules/gltf/split_glb.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/tissue/tissue_arrays.hpp>
#include <jounce/modules/tissue_file/figure_list.hpp>

#include <bit>
#include <charconv>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace jounce::tissue {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are copied as they lie in files");

constexpr std::uint64_t max_file_bytes = 1ULL << 30U;
constexpr std::int64_t max_bytes = 1LL << 30U;

json::file_kind kind() {
    json::file_kind out;
    out.noun = "file of baked tissue";
    out.if_missing = "check the path, or make it by jounce tissue bake";
    out.max_file_bytes = max_file_bytes;
    return out;
}

std::size_t bytes_of(array_type type) { return type == array_type::f64 ? 8 : 4; }
const char* name_of(array_type type) {
    return type == array_type::u32 ? "u32" : type == array_type::f32 ? "f32" : "f64";
}

template <class Value> void copy_numbers(std::span<const std::byte> from, std::vector<double>& to) {
    to.resize(from.size() / sizeof(Value));
    for (std::size_t i = 0; i < to.size(); ++i) {
        Value one = 0;
        std::memcpy(&one, from.data() + i * sizeof(Value), sizeof(Value));
        to[i] = static_cast<double>(one);
    }
}

/// An array of the file, as far as its place is good.
void read_array(const json::value& root, const json::value& arrays,
                std::span<const std::byte> binary, tissue_array& to) {
    if (to.is_optional && !arrays.has(std::string(to.name))) {
        return;
    }
    const json::value said = arrays[std::string(to.name)];
    const std::string type = said["type"].text();
    const auto width = static_cast<std::size_t>(said["width"].integer(1, 16));
    const auto count = static_cast<std::size_t>(said["count"].integer(0, max_bytes));
    const json::value views = root["bufferViews"];
    const std::size_t view_count = views.size(1000);
    const std::int64_t view = said["view"].integer(0, 999);
    if (root.document().shared().ok() && (type != name_of(to.type) || width != to.width)) {
        said.fail(errors::wrong_type, "has another type or width than version 1 has");
        return;
    }
    if (!root.document().shared().ok()) {
        return;
    }
    if (static_cast<std::size_t>(view) >= view_count) {
        said.fail(errors::bad_index, "names a view that is not there");
        return;
    }
    const json::value place = views.at(static_cast<std::size_t>(view));
    const std::int64_t offset =
        place.has("byteOffset") ? place["byteOffset"].integer(0, max_bytes) : 0;
    const std::int64_t length = place["byteLength"].integer(0, max_bytes);
    if (!root.document().shared().ok()) {
        return;
    }
    const auto from = static_cast<std::size_t>(offset), bytes = static_cast<std::size_t>(length);
    if (from > binary.size() || bytes > binary.size() - from) {
        place.fail(errors::bad_buffer, "lies beyond the end of the data; the file is damaged");
        return;
    }
    if (bytes != count * width * bytes_of(to.type)) {
        said.fail(errors::bad_count, "has another length than its view");
        return;
    }
    const std::span<const std::byte> data = binary.subspan(from, bytes);
    if (to.type == array_type::u32) {
        to.indices.resize(count * width);
        if (!data.empty()) {
            std::memcpy(to.indices.data(), data.data(), data.size());
        }
    } else if (to.type == array_type::f32) {
        copy_numbers<float>(data, to.numbers);
    } else {
        copy_numbers<double>(data, to.numbers);
    }
}

std::uint64_t read_hash(const json::value& from) {
    const std::string text = from.text();
    std::uint64_t out = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out, 16);
    if (code != std::errc() || end != text.data() + text.size()) {
        from.fail(errors::bad_number, "is no hash of sixteen hexadecimal digits");
    }
    return out;
}

void read_values(const json::value& from, baked_tissue& to) {
    to.mesh_hash = read_hash(from["mesh_hash"]);
    to.metres_per_unit = from["metres_per_unit"].number();
    to.joint_count = static_cast<std::uint32_t>(from["joint_count"].integer(1, 65'536));
    const json::value material = from["material"];
    to.material.young = material["young"].number();
    to.material.poisson = material["poisson"].number();
    to.material.density = material["density"].number();
    to.material.alpha = material["alpha"].number();
    to.material.beta = material["beta"].number();
}

void read_figures(const json::value& from, tissue_figures& to) {
    visit_figures(to, [&](const char* name, auto& value) {
        using number = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_same_v<number, double>) {
            value = from[name].number();
        } else {
            value = static_cast<number>(from[name].integer(0, max_bytes));
        }
    });
}

} // namespace

result<baked_tissue> parse_tissue(std::span<const std::byte> bytes,
                                  const std::filesystem::path& name, tissue_figures* figures) {
    gltf::read_limits limits;
    limits.max_file_bytes = max_file_bytes;
    limits.max_json_values = 10'000;
    const result<gltf::glb_parts> parts = gltf::split_glb(bytes, name, limits);
    if (!parts) {
        return parts.error();
    }
    json::reading shared(kind());
    const json::document text(shared, name, parts->json);
    baked_tissue out;
    const json::value root = text.root();
    if (shared.ok() && !(root.has("extras") && root["extras"].has("jounce_tissue"))) {
        return error{errors::bad_container,
                     name.string() + ": is no baked tissue; jounce tissue bake makes it from a "
                                     "model"};
    }
    const json::value own = root["extras"]["jounce_tissue"];
    const std::int64_t version = own["version"].integer(0, 1'000'000);
    if (shared.ok() && version != file_version) {
        own["version"].fail(errors::unsupported_version,
                            "is version " + std::to_string(version) + ", only " +
                                std::to_string(file_version) + " is read; bake it again");
    }
    read_values(own, out);
    std::vector<tissue_array> arrays = arrays_of(out);
    const json::value described = own["arrays"];
    for (tissue_array& one : arrays) {
        if (shared.ok()) {
            read_array(root, described, parts->binary, one);
        }
    }
    if (figures != nullptr && shared.ok()) {
        read_figures(own["figures"], *figures);
    }
    if (!shared.ok()) {
        return shared.error();
    }
    take_arrays(arrays, out);
    // Two arrays of one thing that differ in length: what was put together is longer than one of them.
    const std::vector<tissue_array> again = arrays_of(out);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (again[i].indices.size() != arrays[i].indices.size() ||
            again[i].numbers.size() != arrays[i].numbers.size()) {
            return error{errors::bad_count, name.string() + ": array \"" +
                                                std::string(arrays[i].name) +
                                                "\" has another length than its companion"};
        }
    }
    if (std::optional<error> wrong = check_tissue(out)) {
        wrong->message = name.string() + ": " + wrong->message + "; bake it again";
        return *std::move(wrong);
    }
    return out;
}

result<baked_tissue> read_tissue(const std::filesystem::path& file, tissue_figures* figures) {
    json::reading shared(kind());
    const std::string bytes = json::read_file(shared, file, max_file_bytes);
    if (!shared.ok()) {
        return shared.error();
    }
    return parse_tissue(std::as_bytes(std::span(bytes)), file, figures);
}

result<void> check_mesh(const baked_tissue& tissue, std::uint64_t mesh_hash) {
    if (tissue.mesh_hash != mesh_hash) {
        return error{errors::other_mesh,
                     "the tissue was baked for another mesh: its vertices, triangles or weights "
                     "are not those of this one; bake it again"};
    }
    return {};
}

} // namespace jounce::tissue
