#include <jounce/modules/inspection/find_problems.hpp>

#include <jounce/modules/profiling/append_format.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace jounce::inspection {
namespace {

constexpr double shortest = 1e-4; ///< of the model's size

/// The first name of some and how many more there are.
class name_list {
public:
    void add(const std::string& name) {
        first_ = count_ == 0 ? name : first_;
        ++count_;
    }
    bool empty() const { return count_ == 0; }
    std::string text() const {
        return "\"" + first_ + "\"" +
               (count_ > 1 ? " and " + std::to_string(count_ - 1) + " more" : "");
    }

private:
    std::string first_;
    std::size_t count_ = 0;
};

/// What to do about a warning of the reader.
std::string remedy_of(const std::string& warning) {
    const auto says = [&](const char* words) { return warning.find(words) != std::string::npos; };
    if (says("has no JOINTS_0")) {
        return "jounce bind gives it weights";
    }
    if (says("without weight") || says("negative weights") || says("do not sum to one")) {
        return "repaired while reading; export it without that, or make its weights anew by "
               "jounce bind";
    }
    return "repaired while reading; export it without that";
}

void look_at_springs(const gltf::model& in, const findings& seen, std::vector<problem>& to) {
    name_list idle;
    name_list tiny;
    name_list uneven;
    for (std::size_t b = 0; b < seen.bones.size(); ++b) {
        const inspected_bone& bone = seen.bones[b];
        if (!bone.is_spring && !bone.is_suggested) {
            continue;
        }
        if (bone.vertices == 0 && !seen.skins.empty() && bone.is_spring) {
            idle.add(bone.name);
        }
        if (bone.length < shortest * seen.extent) {
            tiny.add(bone.name);
        }
        const std::int32_t parent = bone.parent;
        if (in.bones.is_affine && parent >= 0) {
            const vec3<float>& s = in.bones.rest_stretch[static_cast<std::size_t>(parent)];
            if (s.x != s.y || s.y != s.z) {
                uneven.add(bone.name);
            }
        }
    }
    if (!idle.empty()) {
        to.push_back({"spring bone " + idle.text() + " moves no vertex itself",
                      "leave it out unless bones below it need it (\"except\" in the settings)"});
    }
    if (!tiny.empty()) {
        to.push_back({"spring bone " + tiny.text() + " is very short, so it turns wildly",
                      "leave it out, or give the model a bone of some length there"});
    }
    if (!uneven.empty()) {
        to.push_back({"spring bone " + uneven.text() +
                          " hangs on a bone that is scaled differently along its axes",
                      "apply the scale before exporting: glTF cannot say what a turn makes of it"});
    }
}

void look_at_clips(const findings& seen, std::vector<problem>& to) {
    std::set<std::string> names;
    for (const inspected_clip& clip : seen.clips) {
        if (clip.seconds <= 0) {
            to.push_back({"clip \"" + clip.name + "\" has no duration",
                          "it is a pose: springs only hang in it"});
        }
        if (!names.insert(clip.name).second) {
            to.push_back({"two clips are called \"" + clip.name + "\"",
                          "rename one, so that --clip can tell them apart"});
        }
    }
    if (seen.clips.empty()) {
        to.push_back({"the model has no clip",
                      "springs only settle in the rest pose; export an animation with it"});
    }
}

} // namespace

std::vector<problem> find_problems(const gltf::model& in, const findings& seen,
                                   const authoring::suggestion& wanted) {
    std::vector<problem> out;
    for (const std::string& warning :
         std::set<std::string>(in.warnings.begin(), in.warnings.end())) {
        out.push_back({warning, remedy_of(warning)});
    }
    if (seen.metres_per_unit != 1) {
        std::string what;
        std::string fix;
        append_format(
            what, "the model is %.4g units large, and glTF is in metres: a unit is taken for %g m",
            seen.extent / seen.metres_per_unit, seen.metres_per_unit);
        append_format(fix,
                      "scale it by %g before exporting, or if that is not its unit, say "
                      "metres_per_unit in the settings",
                      seen.metres_per_unit);
        out.push_back({what, fix});
    }
    if (seen.skins.empty()) {
        out.push_back({"the model has no skin, so bones move whole meshes",
                       "bind a mesh to the bones for things that bend: jounce bind"});
    }
    look_at_springs(in, seen, out);
    look_at_clips(seen, out);
    for (const std::string& note : wanted.notes) {
        if (seen.origin == authoring::spring_origin::none && wanted.chains.empty()) {
            out.push_back({"no spring bones were found", note});
        }
    }
    for (const inspected_mesh& mesh : seen.meshes) {
        if (mesh.most_influences > 4) {
            out.push_back({"mesh \"" + mesh.name + "\" has up to " +
                               std::to_string(mesh.most_influences) + " joints per vertex",
                           "jounce takes them all; some engines take four"});
        }
    }
    return out;
}

} // namespace jounce::inspection
