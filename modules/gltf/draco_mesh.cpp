// Compiled where Draco was found; draco_absent.cpp takes its place elsewhere.

#include <jounce/modules/gltf/draco_mesh.hpp>

#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/mesh/mesh.h>

#include <algorithm>
#include <utility>

namespace jounce::gltf {
namespace {

/// A decoder that counts what its attributes need before it asks for it: their number, type and width
/// are the stream's own, and nothing else bounds them.
template <class Decoder> class counting : public Decoder {
public:
    explicit counting(const take_memory& take) : take_(take) {}
    bool is_refused() const { return is_refused_; }

protected:
    bool DecodeAllAttributes() override {
        const draco::PointCloud& points = *this->point_cloud();
        std::uint64_t bytes = 0;
        for (std::int32_t a = 0; a < points.num_attributes(); ++a) {
            const draco::PointAttribute& one = *points.attribute(a);
            const auto type = std::max(draco::DataTypeLength(one.data_type()), 4);
            // Values, the whole numbers that they are made of, and which point has which.
            bytes += std::uint64_t{2} * static_cast<std::uint64_t>(type) *
                         static_cast<std::uint64_t>(one.num_components()) +
                     8;
        }
        if (!take_(bytes * points.num_points())) {
            is_refused_ = true;
            return false;
        }
        return Decoder::DecodeAllAttributes();
    }

private:
    const take_memory& take_;
    bool is_refused_ = false;
};

template <class Decoder>
bool decode(draco::DecoderBuffer& from, const take_memory& take, draco::Mesh& to,
            std::string& why) {
    counting<Decoder> decoder(take);
    const draco::Status status = decoder.Decode(draco::DecoderOptions(), &from, &to);
    if (status.ok()) {
        return true;
    }
    why = decoder.is_refused() ? "its attributes need more memory than is allowed"
                               : "Draco refuses it: " + status.error_msg_string();
    return false;
}

class decoded_mesh final : public draco_mesh {
public:
    explicit decoded_mesh(std::unique_ptr<draco::Mesh> mesh) : mesh_(std::move(mesh)) {}

    std::size_t point_count() const override { return mesh_->num_points(); }
    std::size_t face_count() const override { return mesh_->num_faces(); }

    std::vector<std::uint32_t> indices() const override {
        std::vector<std::uint32_t> out;
        out.reserve(3 * face_count());
        for (draco::FaceIndex f(0); f < mesh_->num_faces(); ++f) {
            for (const draco::PointIndex& corner : mesh_->face(f)) {
                out.push_back(corner.value());
            }
        }
        return out;
    }

    bool write_attribute(std::uint32_t id, int component_type, std::size_t components,
                         std::vector<std::byte>& to, std::string& why) const override {
        const draco::PointAttribute* found = mesh_->GetAttributeByUniqueId(id);
        if (found == nullptr) {
            why = "the compressed mesh has no attribute " + std::to_string(id);
            return false;
        }
        if (static_cast<std::size_t>(found->num_components()) != components) {
            why = "attribute " + std::to_string(id) + " of the compressed mesh has " +
                  std::to_string(found->num_components()) + " numbers, the accessor " +
                  std::to_string(components);
            return false;
        }
        switch (component_type) {
        case 5120: return write<std::int8_t>(*found, to, why);
        case 5121: return write<std::uint8_t>(*found, to, why);
        case 5122: return write<std::int16_t>(*found, to, why);
        case 5123: return write<std::uint16_t>(*found, to, why);
        case 5125: return write<std::uint32_t>(*found, to, why);
        default: return write<float>(*found, to, why);
        }
    }

private:
    template <class Number>
    bool write(const draco::PointAttribute& from, std::vector<std::byte>& to,
               std::string& why) const {
        const auto components = static_cast<std::size_t>(from.num_components());
        std::vector<Number> element(components);
        to.resize(mesh_->num_points() * components * sizeof(Number));
        std::byte* at = to.data();
        for (draco::PointIndex p(0); p < mesh_->num_points(); ++p) {
            const draco::AttributeValueIndex value = from.mapped_index(p);
            if (value.value() >= from.size() ||
                !from.ConvertValue<Number>(value, static_cast<std::int8_t>(components),
                                           element.data())) {
                why = "an attribute of the compressed mesh has no value for point " +
                      std::to_string(p.value()) + " that fits its accessor";
                return false;
            }
            at = std::copy_n(reinterpret_cast<const std::byte*>(element.data()),
                             components * sizeof(Number), at);
        }
        return true;
    }

    std::unique_ptr<draco::Mesh> mesh_;
};

} // namespace

std::unique_ptr<draco_mesh> draco_mesh::make(std::span<const std::byte> bytes,
                                             const take_memory& take, std::string& why) {
    constexpr std::size_t method_at = 8;
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    auto mesh = std::make_unique<draco::Mesh>();
    const bool is_sequential = bytes.size() > method_at && bytes[method_at] == std::byte{0};
    const bool good = is_sequential
                          ? decode<draco::MeshSequentialDecoder>(buffer, take, *mesh, why)
                          : decode<draco::MeshEdgebreakerDecoder>(buffer, take, *mesh, why);
    return good ? std::make_unique<decoded_mesh>(std::move(mesh)) : nullptr;
}

} // namespace jounce::gltf
