#include <jounce/modules/binding/propose_settings.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/authoring/skin_surface.hpp>
#include <jounce/modules/weights/helpers.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace jounce::binding {
namespace {

/// A name that no bone has yet.
std::string free_name(std::string wanted, const gltf::model& in, const spring_file& settings) {
    const auto is_taken = [&] {
        return std::find(in.bones.names.begin(), in.bones.names.end(), wanted) !=
                   in.bones.names.end() ||
               std::any_of(settings.helpers.begin(), settings.helpers.end(),
                           [&](const helper_entry& one) { return one.name == wanted; });
    };
    while (is_taken()) {
        wanted += "_";
    }
    return wanted;
}

void add_chain(const weights::proposed_chain& chain, const gltf::model& in, double metres,
               proposed_settings& out) {
    const bool is_cloth = chain.kind == weights::helper_kind::cloth;
    if (out.settings.helpers.size() + chain.points.size() - 1 > max_file_helpers) {
        return;
    }
    spring_entry springs;
    springs.preset = is_cloth ? "cloth" : "belly";
    std::string parent = in.bones.names[at(chain.parent)];
    for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
        helper_entry helper;
        helper.name = free_name(is_cloth ? chain.name + "_" + std::to_string(i + 1) : chain.name,
                                in, out.settings);
        helper.parent = parent;
        helper.head = metres * chain.points[i];
        helper.tail = metres * chain.points[i + 1];
        helper.reach = metres * chain.reach;
        helper.share = is_cloth ? 1 : 0.9;
        helper.along_surface = true;
        helper.from_all = true;
        parent = helper.name;
        springs.bones.push_back(helper.name);
        out.settings.helpers.push_back(std::move(helper));
    }
    out.reasons.push_back(chain.name + " on \"" + in.bones.names[at(chain.parent)] + "\": " +
                          (is_cloth ? "an open sheet that hangs" : "flesh far from its bone") +
                          ", " + std::to_string(chain.vertices) + " vertices");
    out.settings.springs.push_back(std::move(springs));
}

} // namespace

proposed_settings propose_settings(const gltf::model& in) {
    proposed_settings out;
    const double metres = authoring::likely_metres_per_unit(in);
    out.settings.file = in.file;
    out.settings.name = in.file.stem().string();
    out.settings.metres_per_unit = metres;
    const std::vector<weights::bone_segment> bones = authoring::segments_of(in.bones);
    for (std::size_t s = 0; s < in.skins.size(); ++s) {
        const authoring::skin_surface whole =
            authoring::surface_of(in, static_cast<std::int32_t>(s));
        for (const weights::proposed_chain& chain :
             weights::propose_helpers({whole.positions, whole.triangles}, whole.weights, bones)) {
            add_chain(chain, in, metres, out);
        }
    }
    return out;
}

} // namespace jounce::binding
