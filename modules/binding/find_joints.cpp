#include <jounce/modules/binding/find_joints.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace jounce::binding {
namespace {

bool has_light(const nlohmann::ordered_json& node) {
    return node.contains("extensions") && node["extensions"].is_object() &&
           node["extensions"].contains("KHR_lights_punctual");
}

std::int32_t top_of(const rig& of, std::int32_t bone) {
    while (of.parents[at(bone)] >= 0) {
        bone = of.parents[at(bone)];
    }
    return bone;
}

/// Decides for every bone of the rig; parents come first in all loops, as they do in the rig.
class joint_finder {
public:
    joint_finder(const gltf::model& of, const nlohmann::ordered_json& json)
        : of_(of), size_(of.bones.parents.size()), is_joint_(size_, 1), holds_mesh_(size_, 0),
          children_(size_, 0) {
        for (std::size_t b = 0; b < size_; ++b) {
            const nlohmann::ordered_json& node = json["nodes"][at(of.node_of_bone[b])];
            const std::int32_t parent = of.bones.parents[b];
            if (parent >= 0) {
                ++children_[at(parent)];
            }
            if (node.contains("mesh")) {
                mesh_parents_.push_back(parent);
                if (parent >= 0) {
                    holds_mesh_[at(parent)] = 1;
                }
            }
            if (node.contains("mesh") || node.contains("camera") || has_light(node)) {
                is_joint_[b] = 0;
            }
        }
    }

    void keep_below(std::int32_t root) {
        std::vector<std::uint8_t> below(size_, 0);
        below[at(root)] = 1;
        for (std::size_t b = 0; b < size_; ++b) {
            const std::int32_t parent = of_.bones.parents[b];
            below[b] = below[b] != 0 || (parent >= 0 && below[at(parent)] != 0) ? 1 : 0;
            is_joint_[b] = is_joint_[b] != 0 && below[b] != 0 ? 1 : 0;
        }
    }

    void drop_lone() {
        std::vector<std::uint8_t> linked(size_, 0);
        for (std::size_t b = 0; b < size_; ++b) {
            const std::int32_t parent = of_.bones.parents[b];
            if (parent >= 0 && is_joint_[b] != 0 && is_joint_[at(parent)] != 0) {
                linked[b] = 1;
                linked[at(parent)] = 1;
            }
        }
        is_joint_ = std::move(linked);
    }

    void drop_holders() {
        for (std::size_t b = 0; b < size_; ++b) {
            const std::int32_t parent = of_.bones.parents[b];
            const bool is_top = parent < 0 || is_joint_[at(parent)] == 0;
            if (is_top && holds_mesh_[b] != 0) {
                is_joint_[b] = 0;
            }
        }
    }

    /// An object in a scene of its own: all meshes are its children, and above it nothing forks.
    void drop_common_holder() {
        const std::int32_t holder = mesh_parents_.empty() ? -1 : mesh_parents_.front();
        const bool is_common = std::all_of(mesh_parents_.begin(), mesh_parents_.end(),
                                           [&](std::int32_t one) { return one == holder; });
        if (holder < 0 || !is_common) {
            return;
        }
        std::vector<std::int32_t> line = {holder};
        for (std::int32_t above = of_.bones.parents[at(holder)]; above >= 0;
             above = of_.bones.parents[at(above)]) {
            if (children_[at(above)] > 1) {
                return;
            }
            line.push_back(above);
        }
        for (const std::int32_t bone : line) {
            is_joint_[at(bone)] = 0;
        }
    }

    std::vector<std::int32_t> found() const {
        std::vector<std::int32_t> out;
        for (std::size_t b = 0; b < size_; ++b) {
            if (is_joint_[b] != 0) {
                out.push_back(static_cast<std::int32_t>(b));
            }
        }
        return out;
    }

private:
    const gltf::model& of_;
    std::size_t size_;
    std::vector<std::uint8_t> is_joint_;   ///< [bone]
    std::vector<std::uint8_t> holds_mesh_; ///< [bone]; 1: a child has a mesh
    std::vector<std::int32_t> children_;   ///< [bone], how many
    std::vector<std::int32_t> mesh_parents_;
};

} // namespace

result<std::vector<std::int32_t>>
find_joints(const gltf::model& of, const nlohmann::ordered_json& json, const std::string& root) {
    joint_finder finder(of, json);
    if (!root.empty()) {
        const std::vector<std::string>& names = of.bones.names;
        const auto named = std::find(names.begin(), names.end(), root);
        if (named == names.end()) {
            const std::vector<std::string_view> known(names.begin(), names.end());
            return error{errors::unknown_bone, of.file.string() + ": has no node \"" + root +
                                                   "\"; " + did_you_mean(root, known)};
        }
        finder.keep_below(static_cast<std::int32_t>(named - names.begin()));
    } else {
        finder.drop_lone();
        finder.drop_common_holder();
    }
    finder.drop_holders();
    std::vector<std::int32_t> out = finder.found();
    if (out.empty()) {
        return error{errors::no_bone,
                     of.file.string() + ": has no bones" +
                         (root.empty() ? "" : " at \"" + root + "\" or below") +
                         ": no skin, and no nodes that are joined without being meshes, cameras "
                         "or lights; give a skeleton by --bones FILE.json or --bones OTHER.glb"};
    }
    return out;
}

bool has_common_root(const rig& of, std::span<const std::int32_t> bones) {
    return std::all_of(bones.begin(), bones.end(), [&](std::int32_t bone) {
        return top_of(of, bone) == top_of(of, bones.front());
    });
}

bool is_under(const rig& of, std::int32_t bone, std::span<const std::uint8_t> marked) {
    for (; bone >= 0; bone = of.parents[at(bone)]) {
        if (marked[at(bone)] != 0) {
            return true;
        }
    }
    return false;
}

} // namespace jounce::binding
