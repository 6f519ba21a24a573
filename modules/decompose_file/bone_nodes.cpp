#include <jounce/modules/decompose_file/bone_nodes.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bake/write_weights.hpp>

#include <string>

namespace jounce::decompose {
namespace {

using ordered = nlohmann::ordered_json;

/// Rounded as the inverse bind matrix is: the two cancel at rest.
ordered float_list(const vec3<double>& at) {
    const vec3<float> rounded = cast<float>(at);
    return {rounded.x, rounded.y, rounded.z};
}

} // namespace

bone_nodes add_bone_nodes(bake::glb_document& document, const decomposition& of) {
    bone_nodes out;
    std::vector<affine<double>> inverse_binds;
    for (std::size_t b = 0; b < of.bone_count(); ++b) {
        const std::string name = "bone_" + std::to_string(b);
        ordered node = {{"name", name}, {"translation", float_list(of.centres[b])}};
        if (of.kind == bone_kind::flexible) {
            const std::int32_t joint = document.add("nodes", {{"name", name}});
            node["name"] = name + "_stretch";
            node["children"] = {joint};
            out.joints.push_back(joint);
        }
        out.moved.push_back(document.add("nodes", std::move(node)));
        if (of.kind == bone_kind::rigid) {
            out.joints.push_back(out.moved.back());
        }
        affine<double>& inverse_bind = inverse_binds.emplace_back();
        inverse_bind.translation = -1.0 * cast<double>(cast<float>(of.centres[b]));
    }
    out.root = document.add("nodes", {{"name", "bones"}, {"children", out.moved}});
    const std::int32_t matrices = bake::add_matrices(document, inverse_binds);
    out.skin = document.add("skins", {{"name", "bones"},
                                      {"inverseBindMatrices", matrices},
                                      {"skeleton", out.root},
                                      {"joints", out.joints}});
    return out;
}

} // namespace jounce::decompose
