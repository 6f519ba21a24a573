#include "support/packed_gltf.hpp"

#ifdef JOUNCE_DRACO

#include <draco/compression/expert_encode.h>
#include <draco/mesh/mesh.h>

#include <stdexcept>

namespace jounce::test {
namespace {

using nlohmann::json;

draco::DataType type_of(int component) {
    switch (component) {
    case 5120: return draco::DT_INT8;
    case 5121: return draco::DT_UINT8;
    case 5122: return draco::DT_INT16;
    case 5123: return draco::DT_UINT16;
    case 5125: return draco::DT_UINT32;
    default: return draco::DT_FLOAT32;
    }
}

/// Bytes of an accessor that is tightly packed.
std::string bytes_in(const gltf_builder& from, const json& accessor, std::size_t element) {
    const json& view = from.document["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    return from.buffer.substr(view["byteOffset"].get<std::size_t>(),
                              accessor["count"].get<std::size_t>() * element);
}

int add_attribute(draco::Mesh& to, const std::string& name, const gltf_builder& from,
                  json& accessor, std::uint32_t id) {
    const int component = accessor["componentType"].get<int>();
    const auto width = gltf_builder::components(accessor["type"].get<std::string>());
    const draco::DataType type = type_of(component);
    const std::size_t element = width * static_cast<std::size_t>(draco::DataTypeLength(type));
    const std::string bytes = bytes_in(from, accessor, element);
    draco::GeometryAttribute described;
    described.Init(name == "POSITION" ? draco::GeometryAttribute::POSITION
                   : name == "NORMAL" ? draco::GeometryAttribute::NORMAL
                                      : draco::GeometryAttribute::GENERIC,
                   nullptr, static_cast<std::uint8_t>(width), type,
                   accessor.value("normalized", false), static_cast<std::int64_t>(element), 0);
    const auto count = accessor["count"].get<std::uint32_t>();
    const int place = to.AddAttribute(described, true, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        to.attribute(place)->SetAttributeValue(draco::AttributeValueIndex(i),
                                               bytes.data() + i * element);
    }
    to.attribute(place)->set_unique_id(id);
    // What is in the compressed mesh only is in no view.
    accessor.erase("bufferView");
    return place;
}

} // namespace

std::optional<gltf_builder> draco_packed(const gltf_builder& from, const draco_packing& how) {
    gltf_builder out = from;
    json& primitive = out.document["meshes"][0]["primitives"][0];
    const auto accessor = [&](const json& index) -> json& {
        return out.document["accessors"][index.get<std::size_t>()];
    };
    draco::Mesh mesh;
    mesh.set_num_points(
        accessor(primitive["attributes"]["POSITION"])["count"].get<std::uint32_t>());
    const std::string indices = bytes_in(from, accessor(primitive["indices"]), 2);
    for (std::size_t f = 0; 6 * f < indices.size(); ++f) {
        std::uint16_t corner[3];
        std::memcpy(corner, indices.data() + 6 * f, sizeof corner);
        mesh.AddFace({draco::PointIndex(corner[0]), draco::PointIndex(corner[1]),
                      draco::PointIndex(corner[2])});
    }
    accessor(primitive["indices"]).erase("bufferView");
    json ids = json::object();
    int position = 0;
    std::uint32_t id = 40;
    // Backwards, so that places differ from the order of names.
    std::vector<std::string> names;
    for (const auto& [name, index] : primitive["attributes"].items()) {
        names.insert(names.begin(), name);
    }
    for (const std::string& name : names) {
        const int place =
            add_attribute(mesh, name, from, accessor(primitive["attributes"][name]), id);
        position = name == "POSITION" ? place : position;
        ids[name] = id;
        id -= 3;
    }
    draco::ExpertEncoder encoder(mesh);
    encoder.SetEncodingMethod(how.is_sequential ? draco::MESH_SEQUENTIAL_ENCODING
                                                : draco::MESH_EDGEBREAKER_ENCODING);
    if (how.bits > 0) {
        encoder.SetAttributeQuantization(position, how.bits);
    }
    draco::EncoderBuffer encoded;
    const draco::Status status = encoder.EncodeToBuffer(&encoded);
    if (!status.ok()) {
        throw std::runtime_error("Draco does not encode the test file: " +
                                 status.error_msg_string());
    }
    const int view = out.view(std::string_view(encoded.data(), encoded.size()));
    primitive["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                             {"attributes", ids}};
    for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
        out.document[list].push_back("KHR_draco_mesh_compression");
    }
    return out;
}

} // namespace jounce::test

#else

namespace jounce::test {

std::optional<gltf_builder> draco_packed(const gltf_builder& /*from*/,
                                         const draco_packing& /*how*/) {
    return std::nullopt;
}

} // namespace jounce::test

#endif
