#include "support/packed_gltf.hpp"

#include "support/gltf_variants.hpp"
#include "support/meshopt_encoder.hpp"

#include <map>
#include <set>
#include <utility>

namespace jounce::test {
namespace {

using nlohmann::json;

std::size_t size_of(const json& accessor) {
    const int component = accessor["componentType"].get<int>();
    const std::size_t bytes = component <= 5121 ? 1 : component <= 5123 ? 2 : 4;
    return bytes * gltf_builder::components(accessor["type"].get<std::string>());
}

/// What is known of a view from those who use it.
struct view_use {
    std::size_t stride = 0;
    bool is_triangles = false;
    bool is_indices = false;
    bool is_odd = false; ///< several sizes of element, or one that no mode takes
};

std::map<std::size_t, view_use> uses_of(const json& document) {
    std::set<std::size_t> lists;
    std::set<std::size_t> others;
    for (const json& mesh : document["meshes"]) {
        for (const json& primitive : mesh["primitives"]) {
            if (primitive.contains("indices")) {
                (primitive.value("mode", 4) == 4 ? lists : others)
                    .insert(primitive["indices"].get<std::size_t>());
            }
        }
    }
    std::map<std::size_t, view_use> out;
    for (std::size_t a = 0; a < document["accessors"].size(); ++a) {
        const json& accessor = document["accessors"][a];
        if (!accessor.contains("bufferView")) {
            continue;
        }
        const auto view = accessor["bufferView"].get<std::size_t>();
        view_use& use = out[view];
        const std::size_t stride =
            document["bufferViews"][view].value("byteStride", size_of(accessor));
        use.is_odd = use.is_odd || (use.stride != 0 && use.stride != stride) ||
                     accessor.value("byteOffset", 0) % 4 != 0;
        use.stride = stride;
        use.is_triangles = use.is_triangles || lists.contains(a);
        use.is_indices = use.is_indices || others.contains(a);
    }
    return out;
}

std::vector<std::uint32_t> as_indices(std::string_view bytes, std::size_t stride) {
    std::vector<std::uint32_t> out(bytes.size() / stride);
    for (std::size_t i = 0; i < out.size(); ++i) {
        std::memcpy(&out[i], bytes.data() + i * stride, stride);
    }
    return out;
}

/// Puts a stream into the buffer and names it in the view, whose own bytes are nowhere then.
void point_view(gltf_builder& out, json& view, const char* extension, json said,
                const std::string& stream, std::size_t& spare_bytes) {
    out.buffer.resize((out.buffer.size() + 3) / 4 * 4);
    said["buffer"] = 0;
    said["byteOffset"] = out.buffer.size();
    said["byteLength"] = stream.size();
    out.buffer += stream;
    view["buffer"] = 1;
    view["byteOffset"] = spare_bytes;
    view["extensions"][extension] = std::move(said);
    spare_bytes += (view["byteLength"].get<std::size_t>() + 3) / 4 * 4;
}

void name_buffers(gltf_builder& out, const meshopt_packing& how, std::size_t spare_bytes) {
    out.document["buffers"] = {{{"byteLength", out.buffer.size()}}, {{"byteLength", spare_bytes}}};
    if (how.names_fallback) {
        out.document["buffers"][1]["extensions"][how.extension]["fallback"] = true;
    }
    out.document["extensionsUsed"].push_back(how.extension);
    if (how.is_required) {
        out.document["extensionsRequired"].push_back(how.extension);
    }
}

} // namespace

std::vector<float> floats_in(const gltf_builder& from, int accessor) {
    const json& given = from.document["accessors"][static_cast<std::size_t>(accessor)];
    const json& view = from.document["bufferViews"][given["bufferView"].get<std::size_t>()];
    std::vector<float> out(given["count"].get<std::size_t>() *
                           gltf_builder::components(given["type"].get<std::string>()));
    std::memcpy(out.data(), from.buffer.data() + view["byteOffset"].get<std::size_t>(),
                out.size() * sizeof(float));
    return out;
}

gltf_builder meshopt_packed(const gltf_builder& from, const meshopt_packing& how) {
    gltf_builder out = from;
    out.buffer.clear();
    std::size_t spare_bytes = 0;
    const std::map<std::size_t, view_use> uses = uses_of(from.document);
    for (std::size_t v = 0; v < from.document["bufferViews"].size(); ++v) {
        json& view = out.document["bufferViews"][v];
        const std::string bytes = from.buffer.substr(view["byteOffset"].get<std::size_t>(),
                                                     view["byteLength"].get<std::size_t>());
        const auto use = uses.find(v);
        const std::size_t stride = use == uses.end() ? 1 : use->second.stride;
        const bool is_index =
            use != uses.end() && (use->second.is_triangles || use->second.is_indices);
        const bool fits = use != uses.end() && !use->second.is_odd && bytes.size() % stride == 0 &&
                          (is_index ? stride == 2 || stride == 4 : stride % 4 == 0);
        if (!fits) {
            out.buffer.resize((out.buffer.size() + 3) / 4 * 4);
            view["byteOffset"] = out.buffer.size();
            out.buffer += bytes;
            continue;
        }
        // Lists may also be stored as any indices.
        const bool is_list =
            how.version != 0 && use->second.is_triangles && bytes.size() / stride % 3 == 0;
        const std::string stream =
            is_list    ? encode_triangles(as_indices(bytes, stride))
            : is_index ? encode_indices(as_indices(bytes, stride))
                       : encode_attributes(bytes, stride, how.version, {0, 1, 2, 0x52});
        point_view(out, view, how.extension,
                   {{"byteStride", stride},
                    {"count", bytes.size() / stride},
                    {"mode", is_list    ? "TRIANGLES"
                             : is_index ? "INDICES"
                                        : "ATTRIBUTES"}},
                   stream, spare_bytes);
    }
    name_buffers(out, how, spare_bytes);
    return out;
}

gltf_builder meshopt_filtered() {
    gltf_builder out = tube();
    const std::vector<float> positions = floats_in(out, 0);
    const std::vector<float> normals = floats_in(out, 1);
    const std::vector<float> turns = floats_in(out, 7);
    std::size_t spare_bytes = 0;
    const auto filtered = [&](int accessor, int component, const std::string& bytes,
                              std::size_t stride, const char* filter) {
        const int view = out.add("bufferViews", {{"byteLength", bytes.size()}});
        json& named = out.document["bufferViews"][static_cast<std::size_t>(view)];
        if (stride != 12 && accessor != 7) {
            named["byteStride"] = stride;
        }
        point_view(out, named, "KHR_meshopt_compression",
                   {{"byteStride", stride},
                    {"count", bytes.size() / stride},
                    {"mode", "ATTRIBUTES"},
                    {"filter", filter}},
                   encode_attributes(bytes, stride, 1, {1}), spare_bytes);
        json& changed = out.document["accessors"][static_cast<std::size_t>(accessor)];
        changed["bufferView"] = view;
        changed["componentType"] = component;
        if (component != 5126) {
            changed["normalized"] = true;
        }
    };
    filtered(0, 5126, to_exponential(positions), 12, "EXPONENTIAL");
    filtered(1, 5120, to_octahedral(normals, 4, 8), 4, "OCTAHEDRAL");
    filtered(7, 5122, to_quaternions(turns, 16), 8, "QUATERNION");
    name_buffers(out, {}, spare_bytes);
    out.document["extensionsUsed"].push_back("KHR_mesh_quantization");
    out.document["extensionsRequired"].push_back("KHR_mesh_quantization");
    return out;
}

const std::vector<packed_gltf_file>& packed_gltf_files() {
    static const std::vector<packed_gltf_file> files = [] {
        std::vector<packed_gltf_file> out;
        const auto add = [&](const char* name, const gltf_builder& from, const char* same_as) {
            out.push_back({{std::string(name) + ".glb", from.binary()}, same_as});
        };
        const meshopt_packing older = {"EXT_meshopt_compression", 0};
        add("meshopt_0", meshopt_packed(tube(), older), "plain.glb");
        add("meshopt_1", meshopt_packed(tube()), "plain.glb");
        add("meshopt_morphs", meshopt_packed(morphs()), "morphs.glb");
        add("meshopt_sparse", meshopt_packed(sparse()), "sparse.glb");
        add("meshopt_interleaved", meshopt_packed(interleaved()), "interleaved.glb");
        add("meshopt_rigid", meshopt_packed(rigid(), older), "rigid.glb");
        add("meshopt_quantised", meshopt_packed(quantised_mesh()), "quantised_mesh.glb");
        add("meshopt_filters", meshopt_filtered(), "plain.glb");
        const auto draco = [&](const char* name, const gltf_builder& from, const char* same_as) {
            if (const auto packed = draco_packed(from)) {
                add(name, *packed, same_as);
            }
        };
        draco("draco", tube(), "plain.glb");
        draco("draco_morphs", morphs(), "morphs.glb");
        draco("draco_two_sets", two_sets(), "two_sets.glb");
        draco("draco_weights_u8", quantised_weights(1), "weights_u8.glb");
        return out;
    }();
    return files;
}

} // namespace jounce::test
