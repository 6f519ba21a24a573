#include <jounce/modules/gltf/check_document.hpp>

#include <cstdint>
#include <limits>

namespace jounce::gltf {
namespace {

constexpr std::int64_t max_count = std::numeric_limits<std::int32_t>::max();

/// A list of the document: its name, and how many it has.
struct list_size {
    const char* name;
    std::size_t count = 0;
};

class document_check {
public:
    document_check(source& from, const json::value& root)
        : from_(from), root_(root), limit_(static_cast<std::size_t>(from.limits.max_json_values)) {}

    void run() {
        // Every node becomes a bone.
        nodes_.count = count(nodes_.name, static_cast<std::size_t>(max_bones));
        for (list_size* list :
             {&buffers_, &views_, &accessors_, &meshes_, &skins_, &animations_, &materials_}) {
            list->count = count(list->name, limit_);
        }
        each(root_, views_.name, [&](const json::value& v) { view(v); });
        each(root_, accessors_.name, [&](const json::value& v) { accessor(v); });
        each(root_, meshes_.name, [&](const json::value& v) { mesh(v); });
        each(root_, nodes_.name, [&](const json::value& v) { node(v); });
        each(root_, skins_.name, [&](const json::value& v) { skin(v); });
        each(root_, animations_.name, [&](const json::value& v) { animation(v); });
    }

private:
    std::size_t count(const char* name, std::size_t limit) const {
        return root_.has(name) ? root_[name].size(limit) : 0;
    }

    template <class Check>
    void each(const json::value& owner, const char* name, const Check& check) const {
        if (!owner.has(name)) {
            return;
        }
        const json::value list = owner[name];
        const std::size_t size = list.size(limit_);
        for (std::size_t i = 0; i < size && from_.ok(); ++i) {
            check(list.at(i));
        }
    }

    void index(const json::value& at, const list_size& list) const {
        const std::int64_t i = at.integer(0, max_count);
        if (from_.ok() && static_cast<std::size_t>(i) >= list.count) {
            at.fail(errors::bad_index, "is " + std::to_string(i) + ", but the file has " +
                                           std::to_string(list.count) + " " + list.name +
                                           "; export it again");
        }
    }
    void maybe_index(const json::value& owner, const char* name, const list_size& list) const {
        if (owner.has(name)) {
            index(owner[name], list);
        }
    }
    void maybe_bytes(const json::value& owner, const char* name) const {
        if (owner.has(name)) {
            owner[name].integer(0, max_count);
        }
    }
    void maybe_text(const json::value& owner, const char* name) const {
        if (owner.has(name)) {
            owner[name].text();
        }
    }
    /// An object without members that must be there.
    void object(const json::value& at) const { at.names(limit_); }
    void maybe_numbers(const json::value& owner, const char* name, std::size_t wanted = 0) const {
        std::size_t found = 0;
        each(owner, name, [&](const json::value& v) {
            v.number();
            ++found;
        });
        if (from_.ok() && owner.has(name) && wanted != 0 && found != wanted) {
            owner[name].fail(errors::wrong_type, "has " + std::to_string(found) + " numbers, " +
                                                     std::to_string(wanted) + " are needed");
        }
    }

    void view(const json::value& v) const {
        index(v["buffer"], buffers_);
        v["byteLength"].integer(0, max_count);
        maybe_bytes(v, "byteOffset");
        if (v.has("byteStride")) {
            const std::int64_t stride = v["byteStride"].integer(4, 252);
            if (from_.ok() && stride % 4 != 0) {
                v["byteStride"].fail(errors::bad_accessor, "is " + std::to_string(stride) +
                                                               ", a multiple of 4 is needed");
            }
        }
    }

    void accessor(const json::value& v) const {
        component_type(v["componentType"]);
        v["count"].integer(0, max_count);
        const std::string type = v["type"].text();
        if (from_.ok() && type != "SCALAR" && type != "VEC2" && type != "VEC3" && type != "VEC4" &&
            type != "MAT2" && type != "MAT3" && type != "MAT4") {
            v["type"].fail(errors::bad_accessor, "is \"" + type +
                                                     "\"; SCALAR, VEC2 to VEC4 and MAT2 " +
                                                     "to MAT4 are known");
        }
        maybe_index(v, "bufferView", views_);
        maybe_bytes(v, "byteOffset");
        if (v.has("normalized")) {
            v["normalized"].boolean();
        }
        if (v.has("sparse")) {
            const json::value sparse = v["sparse"];
            sparse["count"].integer(0, max_count);
            const json::value indices = sparse["indices"];
            index(indices["bufferView"], views_);
            maybe_bytes(indices, "byteOffset");
            component_type(indices["componentType"]);
            const json::value values = sparse["values"];
            index(values["bufferView"], views_);
            maybe_bytes(values, "byteOffset");
        }
    }

    void component_type(const json::value& v) const {
        const std::int64_t type =
            v.integer(TINYGLTF_COMPONENT_TYPE_BYTE, TINYGLTF_COMPONENT_TYPE_FLOAT);
        if (from_.ok() && type == TINYGLTF_COMPONENT_TYPE_INT) {
            v.fail(errors::bad_accessor, "is 5124, which glTF does not have");
        }
    }

    void mesh(const json::value& v) const {
        maybe_text(v, "name");
        v["primitives"].size(limit_);
        each(v, "primitives", [&](const json::value& p) {
            attributes(p["attributes"]);
            maybe_index(p, "indices", accessors_);
            maybe_index(p, "material", materials_);
            const bool is_packed =
                p.has("extensions") && p["extensions"].has("KHR_draco_mesh_compression");
            if (from_.ok() && p.has("indices") && !is_packed &&
                !accessor_of(p["indices"]).has("bufferView")) {
                p["indices"].fail(errors::bad_accessor,
                                  "names an accessor without a buffer view; export it again");
            }
            if (p.has("mode")) {
                p["mode"].integer(TINYGLTF_MODE_POINTS, TINYGLTF_MODE_TRIANGLE_FAN);
            }
            each(p, "targets", [&](const json::value& target) { attributes(target); });
        });
        maybe_numbers(v, "weights");
    }

    json::value accessor_of(const json::value& checked_index) const {
        return root_[accessors_.name].at(
            static_cast<std::size_t>(checked_index.integer(0, max_count)));
    }

    void attributes(const json::value& v) const {
        for (const std::string& name : v.names(limit_)) {
            index(v[name], accessors_);
        }
    }

    void node(const json::value& v) const {
        object(v);
        maybe_text(v, "name");
        maybe_index(v, "mesh", meshes_);
        maybe_index(v, "skin", skins_);
        maybe_numbers(v, "matrix", 16);
        maybe_numbers(v, "translation", 3);
        maybe_numbers(v, "rotation", 4);
        maybe_numbers(v, "scale", 3);
        maybe_numbers(v, "weights");
        each(v, "children", [&](const json::value& child) { index(child, nodes_); });
    }

    void skin(const json::value& v) const {
        maybe_text(v, "name");
        if (v["joints"].size(limit_) == 0) {
            v["joints"].fail(errors::bad_skin, "is empty; a skin needs at least one joint");
        }
        each(v, "joints", [&](const json::value& joint) { index(joint, nodes_); });
        maybe_index(v, "inverseBindMatrices", accessors_);
    }

    void animation(const json::value& v) const {
        maybe_text(v, "name");
        const list_size samplers = {"samplers in this animation", v["samplers"].size(limit_)};
        v["channels"].size(limit_);
        each(v, "samplers", [&](const json::value& s) {
            index(s["input"], accessors_);
            index(s["output"], accessors_);
            if (s.has("interpolation")) {
                const std::string mode = s["interpolation"].text();
                if (from_.ok() && mode != "LINEAR" && mode != "STEP" && mode != "CUBICSPLINE") {
                    s["interpolation"].fail(errors::bad_animation,
                                            "is \"" + mode +
                                                "\"; STEP, LINEAR and CUBICSPLINE are known");
                }
            }
        });
        each(v, "channels", [&](const json::value& c) {
            index(c["sampler"], samplers);
            c["target"]["path"].text();
            maybe_index(c["target"], "node", nodes_);
        });
    }

    source& from_;
    const json::value& root_;
    std::size_t limit_;
    list_size nodes_ = {"nodes"};
    list_size buffers_ = {"buffers"};
    list_size views_ = {"bufferViews"};
    list_size accessors_ = {"accessors"};
    list_size meshes_ = {"meshes"};
    list_size skins_ = {"skins"};
    list_size animations_ = {"animations"};
    list_size materials_ = {"materials"};
};

} // namespace

void check_document(source& from, const json::value& root) { document_check(from, root).run(); }

} // namespace jounce::gltf
