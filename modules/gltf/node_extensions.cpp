#include <jounce/modules/gltf/node_extensions.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/accessor.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace jounce::gltf {
namespace {

/// Reads the places of one node.
class instance_reader {
public:
    instance_reader(source& from, const json::value& given)
        : from_(from), attributes_(given["attributes"]) {}

    std::vector<instance_place> read() {
        const std::vector<std::string> names = attributes_.names(1024);
        std::vector<int> accessors;
        for (const std::string& name : names) {
            const std::int64_t accessor = attributes_[name].integer(0, 0x7FFFFFFF);
            if (from_.ok() &&
                static_cast<std::size_t>(accessor) >= from_.document.accessors.size()) {
                attributes_[name].fail(errors::bad_index,
                                       "is " + std::to_string(accessor) + ", but the file has " +
                                           std::to_string(from_.document.accessors.size()) +
                                           " accessors; export it again");
            }
            accessors.push_back(static_cast<int>(accessor));
        }
        std::vector<instance_place> out;
        if (!from_.ok() || accessors.empty()) {
            return out;
        }
        const std::size_t count = from_.document.accessors[as_size(accessors.front())].count;
        if (!from_.take_bytes(count * sizeof(instance_place), attributes_.pointer())) {
            return out;
        }
        out.resize(count);
        for (std::size_t i = 0; i < names.size() && from_.ok(); ++i) {
            attribute(names[i], accessors[i], out);
        }
        return out;
    }

private:
    void attribute(const std::string& name, int accessor, std::vector<instance_place>& to) {
        const bool turns = name == "ROTATION";
        if (!turns && name != "TRANSLATION" && name != "SCALE") {
            return; // of the application's own
        }
        const std::string place = attributes_.pointer() + "/" + name;
        if (!from_.is_there(accessor)) {
            from_.warn(place, "lies in a buffer that is missing and was left out");
            return;
        }
        if (!has_count(from_, accessor, to.size(), place)) {
            return;
        }
        const std::vector<float> flat =
            read_floats(from_, accessor, turns ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3, place);
        for (std::size_t i = 0; i < to.size() && from_.ok(); ++i) {
            if (turns) {
                to[i].rotation =
                    unit({flat[4 * i], flat[4 * i + 1], flat[4 * i + 2], flat[4 * i + 3]});
            } else {
                (name == "SCALE" ? to[i].scale : to[i].translation) = {flat[3 * i], flat[3 * i + 1],
                                                                       flat[3 * i + 2]};
            }
        }
        if (has_no_turn_) {
            from_.warn(place, "has rotations of no length, taken as none");
        }
    }

    quat<float> unit(const quat<float>& q) {
        const quat<double> wide = {static_cast<double>(q.x), static_cast<double>(q.y),
                                   static_cast<double>(q.z), static_cast<double>(q.w)};
        const double norm =
            std::sqrt(wide.x * wide.x + wide.y * wide.y + wide.z * wide.z + wide.w * wide.w);
        if (!(norm >= 1e-6)) {
            has_no_turn_ = true;
            return {};
        }
        return {static_cast<float>(wide.x / norm), static_cast<float>(wide.y / norm),
                static_cast<float>(wide.z / norm), static_cast<float>(wide.w / norm)};
    }

    source& from_;
    json::value attributes_;
    bool has_no_turn_ = false;
};

bool is_uneven(const instance_place& at) {
    return !(at.scale.x > 0) || !is_one_scale(cast<double>(at.scale), key_scale_tolerance);
}

} // namespace

std::optional<json::value> extension_of(const json::value& root, std::size_t node,
                                        const char* name) {
    const json::value given = root["nodes"].at(node);
    if (!given.has("extensions") || !given["extensions"].has(name)) {
        return std::nullopt;
    }
    return given["extensions"][name];
}

void mark_mirrored(const node_tree& tree, model& into) {
    std::vector<std::uint8_t> mirrors(tree.parents.size(), 0);
    for (const std::int32_t node : tree.order) { // parents first
        const vec3<double>& scale = tree.poses[as_size(node)].scale;
        const std::int32_t parent = tree.parents[as_size(node)];
        const bool does = ((scale.x < 0) != (scale.y < 0)) != (scale.z < 0);
        const bool is_below = parent >= 0 && mirrors[as_size(parent)] != 0;
        mirrors[as_size(node)] = does != is_below ? 1 : 0;
    }
    for (mesh& one : into.meshes) {
        one.is_mirrored = one.skin < 0 && mirrors[as_size(one.node)] != 0;
    }
}

void mark_hidden(source& from, const json::value& root, const node_tree& tree, model& into) {
    std::vector<bool> hidden(tree.names.size());
    for (const std::int32_t node : tree.order) {
        const std::int32_t parent = tree.parents[as_size(node)];
        hidden[as_size(node)] = parent >= 0 && hidden[as_size(parent)];
        if (const auto given = extension_of(root, as_size(node), "KHR_node_visibility")) {
            const bool is_shown = !given->has("visible") || (*given)["visible"].boolean();
            hidden[as_size(node)] = hidden[as_size(node)] || !is_shown;
        }
        if (!from.ok()) {
            return;
        }
    }
    for (mesh& one : into.meshes) {
        one.is_visible = !hidden[as_size(one.node)];
    }
    // So the visible meshes form a list without gaps, with matching morph weights.
    std::stable_partition(into.meshes.begin(), into.meshes.end(),
                          [](const mesh& one) { return one.is_visible; });
}

void read_instances(source& from, const json::value& root, model& into) {
    for (std::size_t n = 0; n < from.document.nodes.size() && from.ok(); ++n) {
        const auto given = extension_of(root, n, "EXT_mesh_gpu_instancing");
        if (!given || from.is_level(n)) {
            continue;
        }
        if (from.document.nodes[n].mesh < 0) {
            from.warn(given->pointer(), "is at a node without mesh and was left out");
            continue;
        }
        if (!given->has("attributes")) {
            from.warn(given->pointer(), "has no attributes and was left out");
            continue;
        }
        node_instances made = {static_cast<std::int32_t>(n), instance_reader(from, *given).read()};
        if (!from.ok()) {
            return;
        }
        if (std::any_of(made.places.begin(), made.places.end(), is_uneven)) {
            from.warn(given->pointer(), "scales instances differently along their axes or mirrors "
                                        "them; a placement has one scale, their mean");
        }
        into.instances.push_back(std::move(made));
    }
}

} // namespace jounce::gltf
