#include <jounce/modules/spring_file/spring_file.hpp>

#include <jounce/modules/spring_file/spring_file_parts.hpp>
#include <jounce/modules/spring_file/tissue_entry.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <nlohmann/json.hpp>

#include <charconv>
#include <system_error>

namespace jounce {
namespace {

using ordered = nlohmann::ordered_json;

/// A float as the double that has the shortest decimals, so that 0.1F is written 0.1.
double readable(float number) {
    char text[32];
    const std::to_chars_result end = std::to_chars(std::begin(text), std::end(text), number);
    double out = 0;
    std::from_chars(text, end.ptr, out);
    return static_cast<float>(out) == number ? out : static_cast<double>(number);
}

ordered vector_of(const vec3<float>& v) { return {readable(v.x), readable(v.y), readable(v.z)}; }

/// JSON of a field by its type.
struct value_writer {
    ordered operator()(double value) const { return value; }
    ordered operator()(bool value) const { return value; }
    ordered operator()(std::uint32_t value) const { return value; }
    ordered operator()(const quat<double>& q) const { return {q.x, q.y, q.z, q.w}; }
    ordered operator()(spring_transform value) const { return named(value); }
    ordered operator()(limit_shape value) const { return named(value); }

    /// A value that has no name is written as "", which no reader takes.
    template <class Enum> static ordered named(Enum value) {
        const std::span<const std::string_view> names = names_of(value);
        const std::size_t index = static_cast<std::size_t>(value);
        return index < names.size() ? names[index] : std::string_view();
    }
};

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

ordered entry_json(const spring_entry& entry) {
    ordered out = ordered::object();
    if (entry.chain.empty()) {
        out["bones"] = entry.bones;
    } else {
        out["chain"] = entry.chain;
    }
    if (!entry.except.empty()) {
        out["except"] = entry.except;
    }
    if (!entry.preset.empty()) {
        out["preset"] = entry.preset;
    }
    for (const tuning_field& field : tuning_fields()) {
        if (contains(entry.overridden, field.name)) {
            out["tuning"][std::string(field.name)] =
                visit_field(field, entry.tuning, value_writer{});
        }
    }
    for (const tuning_field& field : tuning_fields()) {
        for (const tuning_curve& curve : entry.curves) {
            if (curve.field == field.name) {
                ordered& keys = out["curves"][curve.field] = ordered::array();
                for (const curve_key& key : curve.keys) {
                    keys.push_back(ordered::array({key.position, key.factor}));
                }
            }
        }
    }
    return out;
}

ordered collider_json(const collider_entry& entry) {
    const collider& c = entry.shape;
    const collider_shape shape = c.shape;
    ordered out = ordered::object();
    out["bone"] = entry.bone;
    out["shape"] = value_writer::named(shape);
    if (c.inside && shape != collider_shape::plane) {
        out["inside"] = true;
    }
    out["groups"] = c.groups;
    out["a"] = vector_of(c.a);
    if (shape == collider_shape::capsule || shape == collider_shape::plane) {
        out["b"] = vector_of(c.b);
    }
    if (shape != collider_shape::plane) {
        out["radius"] = readable(c.radius);
    }
    if (shape == collider_shape::capsule) {
        out["radius_b"] = readable(c.radius_b);
    }
    if (shape == collider_shape::box) {
        out["rotation"] = {readable(c.rotation.x), readable(c.rotation.y), readable(c.rotation.z),
                           readable(c.rotation.w)};
        out["half"] = vector_of(c.half);
    }
    return out;
}

ordered helper_json(const helper_entry& entry) {
    ordered out = ordered::object();
    out["name"] = entry.name;
    out["parent"] = entry.parent;
    out["head"] = {entry.head.x, entry.head.y, entry.head.z};
    out["tail"] = {entry.tail.x, entry.tail.y, entry.tail.z};
    out["reach"] = entry.reach;
    out["share"] = entry.share;
    if (entry.along_surface) {
        out["along_surface"] = true;
    }
    if (entry.from_all) {
        out["from_all"] = true;
    }
    return out;
}

std::string compact(const ordered& value) {
    return value.dump(-1, ' ', false, ordered::error_handler_t::replace);
}

/// One line per member and per object, but numbers and names side by side: the library puts every
/// number of an array on a line of its own.
std::string pretty(const ordered& value, std::size_t depth) {
    const auto holds_object = [](const ordered& array) {
        return std::any_of(array.begin(), array.end(),
                           [](const ordered& element) { return element.is_object(); });
    };
    const bool open = value.is_object() || (value.is_array() && holds_object(value));
    std::string out;
    if (!open) {
        if (!value.is_array()) {
            return compact(value);
        }
        for (const ordered& element : value) {
            out += (out.empty() ? "" : ", ") + pretty(element, depth);
        }
        return "[" + out + "]";
    }
    const std::string line = "\n" + std::string(2 * depth + 2, ' ');
    for (const auto& member : value.items()) {
        out += (out.empty() ? "" : ",") + line +
               (value.is_object() ? compact(member.key()) + ": " : "") +
               pretty(member.value(), depth + 1);
    }
    const std::string_view brackets = value.is_object() ? "{}" : "[]";
    const std::string end = out.empty() ? "" : "\n" + std::string(2 * depth, ' ');
    return std::string(1, brackets[0]) + out + end + brackets[1];
}

} // namespace

std::string write_spring_file(const spring_file& springs) {
    ordered out = ordered::object();
    out["jounce_springs"] = spring_file_version;
    out["name"] = springs.name;
    if (springs.metres_per_unit) {
        out["metres_per_unit"] = *springs.metres_per_unit;
    }
    if (springs.tick_rate) {
        out["tick_rate"] = *springs.tick_rate;
    }
    if (springs.chains_collide) {
        out["chains_collide"] = true;
    }
    if (!springs.helpers.empty()) {
        out["helpers"] = ordered::array();
        for (const helper_entry& entry : springs.helpers) {
            out["helpers"].push_back(helper_json(entry));
        }
    }
    out["springs"] = ordered::array();
    for (const spring_entry& entry : springs.springs) {
        out["springs"].push_back(entry_json(entry));
    }
    if (!springs.colliders.empty()) {
        out["colliders"] = ordered::array();
        for (const collider_entry& entry : springs.colliders) {
            out["colliders"].push_back(collider_json(entry));
        }
    }
    if (springs.tissue) {
        out["tissue"] = tissue_entry_json(*springs.tissue);
    }
    return pretty(out, 0) + "\n";
}

} // namespace jounce
