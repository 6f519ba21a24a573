#include <jounce/modules/binding/read_bones.hpp>

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/spring_file/spring_file_parts.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <string_view>

namespace jounce::binding {
namespace {

constexpr double farthest = 1e9; ///< units; what is farther is a mistake

vec3<double> read_place(const json::value& from) {
    const vec3<double> place = from.vector();
    if (!(length(place) <= farthest)) {
        from.fail(errors::out_of_range,
                  "is farther than 1e9 units from the model's origin; check the units");
    }
    return place;
}

/// A bone and the name of its parent, which may come later.
struct read_bone {
    listed_bone bone;
    std::string parent;
};

read_bone read_one(const json::value& from) {
    constexpr std::string_view known[] = {"name", "parent", "head", "tail"};
    allow_only(from, known);
    read_bone out;
    out.bone.name = read_bone_name(from["name"]);
    const json::value parent = from["parent"];
    if (parent.held() != nullptr && !parent.held()->is_null()) {
        out.parent = read_bone_name(parent);
    }
    out.bone.head = read_place(from["head"]);
    out.bone.tail = read_place(from["tail"]);
    return out;
}

void link_parents(const json::value& root, const std::vector<read_bone>& read,
                  std::vector<listed_bone>& bones) {
    std::map<std::string_view, std::int32_t> index_of;
    std::vector<std::string_view> names;
    for (std::size_t b = 0; b < bones.size(); ++b) {
        names.push_back(bones[b].name);
        if (!index_of.emplace(bones[b].name, static_cast<std::int32_t>(b)).second) {
            root.at(b)["name"].fail(errors::duplicate_name,
                                    "\"" + bones[b].name + "\" is listed twice; rename one");
        }
    }
    for (std::size_t b = 0; b < bones.size(); ++b) {
        if (read[b].parent.empty()) {
            continue;
        }
        const auto found = index_of.find(read[b].parent);
        if (found == index_of.end()) {
            root.at(b)["parent"].fail(errors::unknown_bone,
                                      "\"" + read[b].parent + "\" is not listed; " +
                                          did_you_mean(read[b].parent, names));
            return;
        }
        bones[b].parent = found->second;
    }
}

void refuse_cycles(const json::value& root, const std::vector<listed_bone>& bones) {
    for (std::size_t b = 0; b < bones.size(); ++b) {
        std::int32_t up = bones[b].parent;
        for (std::size_t steps = 0; up >= 0; ++steps) {
            if (steps > bones.size()) {
                root.at(b)["parent"].fail(errors::cycle, "\"" + bones[b].name +
                                                             "\" is in or below a circle of "
                                                             "parents; one of them needs null");
                return;
            }
            up = bones[at(up)].parent;
        }
    }
}

json::file_kind bones_kind() {
    json::file_kind kind;
    kind.noun = "file of bones";
    kind.if_missing = "check the path after --bones";
    kind.max_file_bytes = 4ULL << 20U;
    kind.line_numbers = true;
    return kind;
}

result<std::vector<listed_bone>> bones_of(json::reading& shared, const json::value& root) {
    std::vector<read_bone> read;
    const std::size_t count = root.size(static_cast<std::size_t>(max_bones));
    for (std::size_t b = 0; b < count && shared.ok(); ++b) {
        read.push_back(read_one(root.at(b)));
    }
    if (shared.ok() && count == 0) {
        root.fail(errors::empty_rig, "lists no bones; add some");
    }
    std::vector<listed_bone> out;
    out.reserve(read.size());
    for (const read_bone& one : read) {
        out.push_back(one.bone);
    }
    if (shared.ok()) {
        link_parents(root, read, out);
    }
    if (shared.ok()) {
        refuse_cycles(root, out);
    }
    if (!shared.ok()) {
        return shared.error();
    }
    return out;
}

} // namespace

result<std::vector<listed_bone>> read_bones(const std::filesystem::path& file) {
    json::reading shared(bones_kind());
    const json::document text(shared, file);
    return bones_of(shared, text.root());
}

result<std::vector<listed_bone>> parse_bones(std::string_view text,
                                             const std::filesystem::path& file) {
    json::reading shared(bones_kind());
    const json::document document(shared, file, text);
    return bones_of(shared, document.root());
}

} // namespace jounce::binding
