#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/compressed.hpp>
#include <jounce/modules/gltf/draco_mesh.hpp>
#include <jounce/modules/gltf/extensions.hpp>

#include <cstring>
#include <map>
#include <string>
#include <utility>

namespace jounce::gltf {
namespace {

constexpr const char* draco_name = "KHR_draco_mesh_compression";

/// A primitive whose geometry is a Draco mesh.
struct packed_primitive {
    std::size_t mesh = 0;
    std::size_t primitive = 0;
    std::string place;                               ///< of the extension
    std::map<std::string, std::uint32_t> attributes; ///< unique ids in the compressed mesh
};

/// By view, so that each is decoded once.
using packed_primitives = std::map<std::size_t, std::vector<packed_primitive>>;

packed_primitive read_packed(const json::value& given, std::size_t mesh, std::size_t primitive) {
    packed_primitive out = {mesh, primitive, given.pointer(), {}};
    const json::value attributes = given["attributes"];
    for (const std::string& name : attributes.names(1024)) {
        out.attributes.emplace(name,
                               static_cast<std::uint32_t>(attributes[name].integer(0, 0xFFFFFFFF)));
    }
    return out;
}

packed_primitives find_packed(source& from, const json::value& root) {
    packed_primitives out;
    for (std::size_t m = 0; m < from.document.meshes.size() && from.ok(); ++m) {
        const json::value primitives = root["meshes"].at(m)["primitives"];
        const std::size_t count = from.document.meshes[m].primitives.size();
        for (std::size_t p = 0; p < count && from.ok(); ++p) {
            const json::value primitive = primitives.at(p);
            if (!primitive.has("extensions") || !primitive["extensions"].has(draco_name)) {
                continue;
            }
            const json::value given = primitive["extensions"][draco_name];
            const auto view = static_cast<std::size_t>(given["bufferView"].integer(0, 0x7FFFFFFF));
            if (from.ok() && view >= from.document.bufferViews.size()) {
                given["bufferView"].fail(errors::bad_index,
                                         "is " + std::to_string(view) + ", but the file has " +
                                             std::to_string(from.document.bufferViews.size()) +
                                             " bufferViews; export it again");
            }
            out[view].push_back(read_packed(given, m, p));
        }
    }
    return out;
}

/// Decodes one view and gives what it holds to its primitives.
class primitive_decoder {
public:
    primitive_decoder(source& from, std::size_t view) : from_(from), view_(view) {}

    void run(const std::vector<packed_primitive>& users) {
        if (from_.missing_views[view_]) {
            for (const packed_primitive& one : users) {
                give_missing(one);
            }
            return;
        }
        const std::span<const std::byte> bytes = view_bytes(from_, static_cast<int>(view_));
        const std::string& place = users.front().place;
        const std::optional<draco_claim> claim = read_draco_claim(bytes);
        if (!claim) {
            wrong(place, "its view holds no Draco mesh of version 2.0 to 2.2");
            return;
        }
        for (const packed_primitive& one : users) {
            if (!check_claim(one, *claim)) {
                return;
            }
        }
        if (!from_.take_bytes(claim->bytes(), place)) {
            return;
        }
        std::string why;
        mesh_ = draco_mesh::make(
            bytes, [&](std::uint64_t more) { return from_.take_bytes(more, place); }, why);
        if (mesh_ == nullptr) {
            wrong(place, why);
            return;
        }
        for (std::size_t i = 0; i < users.size() && from_.ok(); ++i) {
            give(users[i]);
        }
    }

private:
    void wrong(const std::string& place, const std::string& cause) {
        from_.fail(errors::bad_compression, place, cause + "; export the file again");
    }

    jounce_tinygltf::Primitive& primitive(const packed_primitive& of) {
        return from_.document.meshes[of.mesh].primitives[of.primitive];
    }
    /// Elements that an accessor of the primitive promises.
    std::uint64_t promised(int accessor) const {
        return from_.document.accessors[as_size(accessor)].count;
    }

    /// What a compressed mesh says it has must be what the accessors say, or less: memory is asked for
    /// by it.
    bool check_claim(const packed_primitive& of, const draco_claim& claim) {
        const jounce_tinygltf::Primitive& given = primitive(of);
        if (given.mode != TINYGLTF_MODE_TRIANGLES && given.mode != TINYGLTF_MODE_TRIANGLE_STRIP) {
            wrong(of.place, "is for triangles and strips of them, the primitive has mode " +
                                std::to_string(given.mode));
            return false;
        }
        const std::uint64_t per_face = given.mode == TINYGLTF_MODE_TRIANGLES ? 3 : 1;
        if (given.indices >= 0 && claim.faces * per_face > promised(given.indices)) {
            wrong(of.place, "says that it has " + std::to_string(claim.faces) +
                                " triangles, but the accessor of indices has " +
                                std::to_string(promised(given.indices)) + " elements");
            return false;
        }
        for (const auto& [name, id] : of.attributes) {
            const auto found = given.attributes.find(name);
            if (found == given.attributes.end()) {
                wrong(of.place, "has \"" + name + "\", which the primitive has not");
                return false;
            }
            if (claim.vertices > promised(found->second)) {
                wrong(of.place, "says that it has " + std::to_string(claim.vertices) +
                                    " vertices, but the accessor of " + name + " has " +
                                    std::to_string(promised(found->second)) + " elements");
                return false;
            }
        }
        return true;
    }

    void give(const packed_primitive& to) {
        for (const auto& [name, id] : to.attributes) {
            const int accessor = attribute(to, name, id);
            if (!from_.ok()) {
                return;
            }
            primitive(to).attributes[name] = accessor;
        }
        indices(to);
        // Strips come out as single triangles.
        primitive(to).mode = TINYGLTF_MODE_TRIANGLES;
    }

    int attribute(const packed_primitive& to, const std::string& name, std::uint32_t id) {
        const int file_accessor = primitive(to).attributes[name];
        const auto [known, is_new] = made_.try_emplace({id, file_accessor}, -1);
        if (!is_new) {
            return known->second;
        }
        jounce_tinygltf::Accessor accessor = from_.document.accessors[as_size(file_accessor)];
        const element_layout layout = layout_of(accessor.componentType, accessor.type);
        const std::size_t points = mesh_->point_count();
        if (points > accessor.count) {
            wrong(to.place, "holds " + std::to_string(points) + " points, but the accessor of " +
                                name + " has " + std::to_string(accessor.count) + " elements");
            return -1;
        }
        if (points < accessor.count) {
            from_.warn(to.place, "holds " + std::to_string(points) + " points, fewer than the " +
                                     std::to_string(accessor.count) + " of the accessor of " +
                                     name + "; those it holds were taken");
        }
        accessor.count = points;
        decoded_accessor made = {as_size(file_accessor)};
        std::string why;
        if (layout.columns != 1) {
            why = "the accessor of " + name + " is a matrix";
        } else if (from_.take_bytes(points * layout.bytes, to.place)) {
            mesh_->write_attribute(id, accessor.componentType, layout.components, made.bytes, why);
        }
        if (!why.empty()) {
            wrong(to.place, why);
        }
        known->second = add(std::move(accessor), std::move(made));
        return known->second;
    }

    void indices(const packed_primitive& to) {
        const std::size_t count = 3 * mesh_->face_count();
        jounce_tinygltf::Primitive& given = primitive(to);
        if (indices_ < 0) {
            if (!from_.take_bytes(2 * count * sizeof(std::uint32_t), to.place)) {
                return;
            }
            const std::vector<std::uint32_t> numbers = mesh_->indices();
            decoded_accessor made = {given.indices < 0 ? 0 : as_size(given.indices)};
            made.bytes.resize(count * sizeof(std::uint32_t));
            if (count > 0) {
                std::memcpy(made.bytes.data(), numbers.data(), made.bytes.size());
            }
            jounce_tinygltf::Accessor accessor;
            accessor.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
            accessor.type = TINYGLTF_TYPE_SCALAR;
            accessor.count = count;
            indices_ = add(std::move(accessor), std::move(made));
        }
        if (given.mode == TINYGLTF_MODE_TRIANGLES && given.indices >= 0 &&
            count < promised(given.indices)) {
            from_.warn(to.place, "holds " + std::to_string(count) + " indices, fewer than the " +
                                     std::to_string(promised(given.indices)) +
                                     " of the accessor; those it holds were taken");
        }
        given.indices = indices_;
    }

    int add(jounce_tinygltf::Accessor accessor, decoded_accessor made) {
        accessor.bufferView = -1;
        accessor.byteOffset = 0;
        accessor.sparse.isSparse = false;
        from_.document.accessors.push_back(std::move(accessor));
        from_.decoded_accessors.push_back(std::move(made));
        return static_cast<int>(from_.document.accessors.size()) - 1;
    }

    /// So that the primitive is left out as others are whose buffer is missing.
    void give_missing(const packed_primitive& to) {
        for (const auto& [name, id] : to.attributes) {
            const auto found = primitive(to).attributes.find(name);
            if (found != primitive(to).attributes.end()) {
                found->second = add(from_.document.accessors[as_size(found->second)],
                                    {as_size(found->second), {}, true});
            }
        }
    }

    source& from_;
    std::size_t view_;
    std::unique_ptr<draco_mesh> mesh_;
    std::map<std::pair<std::uint32_t, int>, int> made_; ///< by id and accessor of the file
    int indices_ = -1;
};

/// Without Draco, files that also have uncompressed data are read by that.
void need_other_data(source& from, const packed_primitives& packed) {
    const auto is_empty = [&](int accessor) {
        const jounce_tinygltf::Accessor& data = from.document.accessors[as_size(accessor)];
        return data.bufferView < 0 && !data.sparse.isSparse;
    };
    for (const auto& [view, users] : packed) {
        for (const packed_primitive& one : users) {
            const auto& given = from.document.meshes[one.mesh].primitives[one.primitive];
            bool lacks = given.indices >= 0 && is_empty(given.indices);
            for (const auto& [name, accessor] : given.attributes) {
                lacks = lacks || (one.attributes.contains(name) && is_empty(accessor));
            }
            if (lacks) {
                const extension_answer answer = answer_to(draco_name, false);
                from.fail(errors::unsupported_extension, one.place,
                          std::string(answer.said) + "; " + std::string(answer.remedy));
                return;
            }
        }
    }
}

} // namespace

void decode_primitives(source& from, const json::value& root) {
    const packed_primitives packed = find_packed(from, root);
    if (!has_draco() && from.ok()) {
        need_other_data(from, packed);
        return;
    }
    for (const auto& [view, users] : packed) {
        if (!from.in_time(users.front().place)) {
            return;
        }
        primitive_decoder(from, view).run(users);
    }
}

} // namespace jounce::gltf
