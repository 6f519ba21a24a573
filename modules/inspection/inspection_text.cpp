#include <jounce/modules/inspection/inspect_model.hpp>

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace jounce::inspection {
namespace {

using ordered = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> origins = {"none", "settings", "extras", "vrm"};

ordered bone_json(const inspected_bone& bone) {
    ordered out = {{"name", bone.name},        {"parent", bone.parent},
                   {"node", bone.node},        {"length", bone.length},
                   {"joint", bone.is_joint},   {"vertices", bone.vertices},
                   {"spring", bone.is_spring}, {"suggested", bone.is_suggested}};
    if (!bone.why.empty()) {
        out["why"] = bone.why;
    }
    return out;
}

std::vector<std::vector<std::size_t>> children_of(const findings& of) {
    std::vector<std::vector<std::size_t>> out(of.bones.size() + 1); // the last: roots
    for (std::size_t b = 0; b < of.bones.size(); ++b) {
        const std::int32_t parent = of.bones[b].parent;
        out[parent < 0 ? of.bones.size() : static_cast<std::size_t>(parent)].push_back(b);
    }
    return out;
}

void append_tree(const findings& of, std::string& to) {
    const std::vector<std::vector<std::size_t>> children = children_of(of);
    struct entry {
        std::size_t bone;
        std::size_t depth;
    };
    std::vector<entry> open;
    const auto push = [&](std::size_t of_bone, std::size_t depth) {
        const std::vector<std::size_t>& list = children[of_bone];
        for (std::size_t i = list.size(); i-- > 0;) {
            open.push_back({list[i], depth});
        }
    };
    push(of.bones.size(), 0);
    while (!open.empty()) {
        const entry now = open.back();
        open.pop_back();
        const inspected_bone& bone = of.bones[now.bone];
        constexpr std::size_t deepest = 40; // deeper ones are not moved further to the right
        const std::string name = std::string(2 * std::min(now.depth, deepest), ' ') +
                                 json::printable(bone.name).substr(0, 100);
        append_format(to, "  %-44s %10.4g m  %s", name.c_str(), bone.length,
                      bone.is_joint ? "joint" : "     ");
        append_format(to, " %7zu", bone.vertices);
        if (bone.is_spring || bone.is_suggested) {
            to += bone.is_spring ? "  spring: " : "  would be: ";
            to += json::printable(bone.why);
        }
        to += '\n';
        push(now.bone, now.depth + 1);
    }
}

/// Characters of many parts have hundreds: the first few, so that the rest stays in sight.
void append_hidden_parts(const findings& of, std::string& to) {
    constexpr std::size_t shown = 8;
    to += of.hidden_parts.empty() ? "" : "\nparts that see no bone\n";
    for (std::size_t i = 0; i < std::min(of.hidden_parts.size(), shown); ++i) {
        const hidden_part& part = of.hidden_parts[i];
        append_format(
            to, "  %-32s %8zu vertices from %u on; jounce bind would take %s\n",
            json::printable(part.mesh).substr(0, 100).c_str(), part.vertices, part.first_vertex,
            part.would_borrow ? "the weights of the nearest other part" : "the nearest bones");
    }
    if (of.hidden_parts.size() > shown) {
        append_format(to, "  and %zu more (--json lists all)\n", of.hidden_parts.size() - shown);
    }
}

void append_extensions(const findings& of, std::string& to) {
    to += of.extensions.empty() ? "" : "\nextensions\n";
    for (const gltf::used_extension& one : of.extensions) {
        append_format(to, "  %-32s %-8s ", json::printable(one.name).substr(0, 100).c_str(),
                      one.is_required ? "required" : "");
        to += one.said + "\n";
    }
}

std::string dot_name(const std::string& name) {
    std::string out;
    for (const char c : json::printable(name)) {
        out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    }
    return out;
}

} // namespace

std::string inspection_json(const findings& of) {
    ordered out = {{"file", of.file},
                   {"extent", of.extent},
                   {"metres_per_unit", of.metres_per_unit},
                   {"springs", of.springs},
                   {"origin", origins[static_cast<std::size_t>(of.origin)]},
                   {"springs_from", of.springs_from},
                   {"bones", ordered::array()},
                   {"skins", ordered::array()},
                   {"clips", ordered::array()},
                   {"meshes", ordered::array()},
                   {"hidden_parts", ordered::array()},
                   {"extensions", ordered::array()},
                   {"problems", ordered::array()}};
    for (const inspected_bone& bone : of.bones) {
        out["bones"].push_back(bone_json(bone));
    }
    for (const inspected_skin& skin : of.skins) {
        out["skins"].push_back({{"name", skin.name}, {"joints", skin.joints}});
    }
    for (const inspected_clip& clip : of.clips) {
        out["clips"].push_back({{"name", clip.name},
                                {"seconds", clip.seconds},
                                {"tracks", clip.tracks},
                                {"keys", clip.keys},
                                {"morph_tracks", clip.morph_tracks}});
    }
    for (const inspected_mesh& mesh : of.meshes) {
        out["meshes"].push_back({{"name", mesh.name},
                                 {"node", mesh.node},
                                 {"skin", mesh.skin},
                                 {"vertices", mesh.vertices},
                                 {"triangles", mesh.triangles},
                                 {"influences", mesh.most_influences},
                                 {"morphs", mesh.morphs},
                                 {"visible", mesh.is_visible},
                                 {"instances", mesh.instances}});
    }
    for (const hidden_part& part : of.hidden_parts) {
        out["hidden_parts"].push_back({{"mesh", part.mesh},
                                       {"first_vertex", part.first_vertex},
                                       {"vertices", part.vertices},
                                       {"would_borrow", part.would_borrow}});
    }
    for (const gltf::used_extension& one : of.extensions) {
        out["extensions"].push_back({{"name", one.name},
                                     {"required", one.is_required},
                                     {"known", one.is_known},
                                     {"said", one.said}});
    }
    for (const problem& one : of.problems) {
        out["problems"].push_back({{"what", one.what}, {"fix", one.fix}});
    }
    return out.dump(-1, ' ', false, ordered::error_handler_t::replace);
}

std::string inspection_text(const findings& of) {
    std::string out = json::printable(of.file) + "\n";
    append_format(out, "%zu bones, %.4g m large; %zu skins, %zu meshes, %zu clips\n\n",
                  of.bones.size(), of.extent, of.skins.size(), of.meshes.size(), of.clips.size());
    if (of.metres_per_unit != 1) {
        append_format(out, "a unit of the file is taken for %g m\n\n", of.metres_per_unit);
    }
    append_format(out, "  %-44s %12s  %5s %7s\n", "bone", "length", "", "vertices");
    append_tree(of, out);
    out += of.clips.empty() ? "" : "\nclips\n";
    for (const inspected_clip& clip : of.clips) {
        append_format(out, "  %-32s %8.3f s %5zu tracks %8zu keys %3zu of morphs\n",
                      json::printable(clip.name).substr(0, 100).c_str(), clip.seconds, clip.tracks,
                      clip.keys, clip.morph_tracks);
    }
    out += of.meshes.empty() ? "" : "\nmeshes\n";
    for (const inspected_mesh& mesh : of.meshes) {
        append_format(out, "  %-32s %8zu vertices %8zu triangles %2zu joints each %3zu morphs",
                      json::printable(mesh.name).substr(0, 100).c_str(), mesh.vertices,
                      mesh.triangles, mesh.most_influences, mesh.morphs);
        if (mesh.instances > 0) {
            append_format(out, " %zu instances", mesh.instances);
        }
        out += mesh.is_visible ? "\n" : " hidden\n";
    }
    append_hidden_parts(of, out);
    append_extensions(of, out);
    append_format(out, "\nsprings: %zu, ", of.springs);
    out += of.origin == authoring::spring_origin::none
               ? "none in the model; jounce suggest writes settings for those above\n"
               : "from " + json::printable(of.springs_from) + "\n";
    out += of.problems.empty() ? "" : "\nproblems\n";
    for (const problem& one : of.problems) {
        out += "  " + json::printable(one.what) + "\n    -> " + json::printable(one.fix) + "\n";
    }
    return out;
}

std::string inspection_dot(const findings& of) {
    std::string out =
        "digraph bones {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n";
    for (std::size_t b = 0; b < of.bones.size(); ++b) {
        const inspected_bone& bone = of.bones[b];
        out += "  b" + std::to_string(b) + " [label=\"" + dot_name(bone.name);
        append_format(out, "\\n%.3g m\"", bone.length);
        out += bone.is_spring      ? ", style=filled, fillcolor=lightblue"
               : bone.is_suggested ? ", style=\"filled,dashed\", fillcolor=lightyellow"
               : bone.is_joint     ? ""
                                   : ", color=gray";
        out += "];\n";
        if (bone.parent >= 0) {
            out += "  b" + std::to_string(bone.parent) + " -> b" + std::to_string(b) + ";\n";
        }
    }
    return out + "}\n";
}

} // namespace jounce::inspection
