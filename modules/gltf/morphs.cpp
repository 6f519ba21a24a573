#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/meshes.hpp>

#include <utility>

namespace jounce::gltf {
namespace {

/// Exporters keep names of targets in `extras.targetNames`; extras may be anything, so what is no
/// list of names has none.
std::string target_name(const json::value& root, std::size_t mesh, std::size_t target) {
    const nlohmann::json& given = (*root.held())["meshes"][mesh];
    const auto extras = given.find("extras");
    if (extras == given.end() || !extras->is_object()) {
        return "";
    }
    const auto names = extras->find("targetNames");
    if (names == extras->end() || !names->is_array() || target >= names->size() ||
        !(*names)[target].is_string()) {
        return "";
    }
    return (*names)[target].get<std::string>();
}

/// The node's own weights go before those of the mesh.
std::vector<float> weights_at_rest(source& from, const mesh& of, std::size_t count) {
    const std::vector<double>& own = from.document.nodes[as_size(of.node)].weights;
    const std::vector<double>& shared = from.document.meshes[as_size(of.source_mesh)].weights;
    const std::vector<double>& given = own.empty() ? shared : own;
    if (!given.empty() && given.size() != count) {
        from.warn(own.empty() ? pointer_to("meshes", as_size(of.source_mesh), "/weights")
                              : pointer_to("nodes", as_size(of.node), "/weights"),
                  "has " + std::to_string(given.size()) + " weights for " + std::to_string(count) +
                      " morph targets; missing ones are zero");
    }
    std::vector<float> out(count);
    for (std::size_t i = 0; i < count && i < given.size(); ++i) {
        out[i] = static_cast<float>(given[i]);
    }
    return out;
}

/// Changes of directions that are not finite are none.
void mend_changes(source& from, const std::string& place, const char* what,
                  std::vector<vec3<float>>& changes) {
    std::size_t count = 0;
    for (vec3<float>& one : changes) {
        if (!is_finite(one)) {
            one = {};
            ++count;
        }
    }
    if (count > 0) {
        from.warn(place, "has " + std::to_string(count) + " changes of " + what +
                             " that are not finite, taken as zero");
    }
}

} // namespace

void read_morphs(source& from, const primitive_source& of, const json::value& root, mesh& into) {
    const std::size_t count = of.given.targets.size();
    if (count == 0) {
        return;
    }
    for (std::size_t t = 0; t < count && from.ok(); ++t) {
        const auto& attributes = of.given.targets[t];
        const std::string place = of.place + "/targets/" + std::to_string(t);
        morph_target target;
        target.name = target_name(root, as_size(into.source_mesh), t);
        if (const auto found = attributes.find("POSITION"); found != attributes.end()) {
            target.positions =
                read_vectors(from, found->second, of.vertex_count, place + "/POSITION");
        }
        const auto found = attributes.find("NORMAL");
        if (from.ok() && found != attributes.end() && !into.vertices.normals.empty()) {
            target.normals =
                read_any_vectors(from, found->second, of.vertex_count, place + "/NORMAL");
            mend_changes(from, place + "/NORMAL", "normals", target.normals);
        }
        const auto turned = attributes.find("TANGENT");
        if (from.ok() && turned != attributes.end() && !into.surface.tangents.empty()) {
            target.tangents =
                read_any_vectors(from, turned->second, of.vertex_count, place + "/TANGENT");
            mend_changes(from, place + "/TANGENT", "tangents", target.tangents);
        }
        into.morphs.push_back(std::move(target));
    }
    if (from.ok()) {
        into.rest_weights = weights_at_rest(from, into, count);
    }
}

} // namespace jounce::gltf
