#include <jounce/modules/vrm/vrm_parts.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace jounce::vrm {
namespace {

constexpr std::string_view kinds[] = {"roll", "aim", "rotation"};
constexpr const char* constraint_extension = "VRMC_node_constraint";

struct named_axis {
    std::string_view name;
    vec3<double> axis;
};
constexpr std::array<named_axis, 3> roll_axes = {
    {{"X", {1, 0, 0}}, {"Y", {0, 1, 0}}, {"Z", {0, 0, 1}}}};
constexpr std::array<named_axis, 6> aim_axes = {{{"PositiveX", {1, 0, 0}},
                                                 {"NegativeX", {-1, 0, 0}},
                                                 {"PositiveY", {0, 1, 0}},
                                                 {"NegativeY", {0, -1, 0}},
                                                 {"PositiveZ", {0, 0, 1}},
                                                 {"NegativeZ", {0, 0, -1}}}};

vec3<double> read_axis(const json::value& from, std::span<const named_axis> axes) {
    const std::string text = from.text();
    const auto found = std::find_if(axes.begin(), axes.end(),
                                    [&](const named_axis& one) { return one.name == text; });
    if (found == axes.end()) {
        from.fail(errors::bad_constraint, "is \"" + text +
                                              "\"; the first of those that are known is \"" +
                                              std::string(axes.front().name) + "\"");
        return {1, 0, 0};
    }
    return found->axis;
}

void read_constraint(reader& from, const json::value& extension, std::int32_t bone) {
    const std::string version = extension["specVersion"].text();
    if (version != "1.0") {
        from.warn(extension, "has a version that is not known here; the constraint is left out");
        return;
    }
    const json::value constraint = extension["constraint"];
    const std::string kind = only_of(constraint, kinds, "bad_constraint");
    if (kind.empty()) {
        return;
    }
    const json::value body = constraint[kind];
    constraint_description out;
    out.bone = bone;
    out.source = from.bone(body["source"]);
    out.weight = number_or(body, "weight", 1, 0, 1);
    if (kind == "roll") {
        out.kind = constraint_kind::roll;
        out.axis = read_axis(body["rollAxis"], roll_axes);
    } else if (kind == "aim") {
        out.kind = constraint_kind::aim;
        out.axis = read_axis(body["aimAxis"], aim_axes);
    }
    from.out.constraints.push_back(out);
}

} // namespace

void read_constraints(reader& from) {
    if (!from.root.has("nodes")) {
        return;
    }
    const json::value nodes = from.root["nodes"];
    const std::size_t count = nodes.size(from.bone_of_node.size());
    for (std::size_t n = 0; n < count && from.ok(); ++n) {
        const json::value node = nodes.at(n);
        if (!node.has("extensions") || !node["extensions"].has(constraint_extension)) {
            continue;
        }
        const json::value extension = node["extensions"][constraint_extension];
        if (from.bone_of_node[n] < 0) {
            from.warn(extension, "is on a node that is no bone; the constraint is left out");
            continue;
        }
        read_constraint(from, extension, from.bone_of_node[n]);
    }
}

} // namespace jounce::vrm
