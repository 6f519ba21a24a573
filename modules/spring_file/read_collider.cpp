#include <jounce/modules/spring_file/spring_file_parts.hpp>

#include <jounce/modules/tuning/tuning_check.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace jounce {
namespace {

constexpr double max_size = 1e6; ///< metres; finite in float when squared

/// Keys of a shape in addition to bone, shape and groups.
struct shape_keys {
    std::string_view needed;  ///< each key between two spaces
    std::string_view allowed; ///< also
};
constexpr shape_keys keys_of[] = {{" a radius ", " inside "},
                                  {" a b radius ", " radius_b inside "},
                                  {" a b ", " "},
                                  {" a half ", " rotation radius inside "}};

constexpr std::string_view all_keys[] = {"bone", "shape",  "groups",   "inside", "a",
                                         "b",    "radius", "radius_b", "half",   "rotation"};

bool lists(std::string_view keys, std::string_view key) {
    return keys.find(" " + std::string(key) + " ") != std::string_view::npos;
}

void check_keys(const json::value& from, collider_shape shape) {
    allow_only(from, all_keys);
    const shape_keys& keys = keys_of[static_cast<std::size_t>(shape)];
    for (const std::string_view key : all_keys) {
        const std::string name(key);
        const bool general = key == "bone" || key == "shape" || key == "groups";
        if (lists(keys.needed, key)) {
            from[name]; // reports it if it is not there
        } else if (!general && !lists(keys.allowed, key) && from.has(name)) {
            from[name].fail(errors::bad_collider,
                            "means nothing for a " +
                                std::string(names_of(shape)[static_cast<std::size_t>(shape)]) +
                                "; remove it");
        }
    }
}

float read_size(const json::value& from, double least) {
    const double number = from.number();
    if (!(number >= least && number <= max_size)) {
        from.fail(errors::out_of_range, "is " + number_text(number) + ", allowed is from " +
                                            number_text(least) + " up to " + number_text(max_size));
    }
    return static_cast<float>(number);
}

vec3<float> read_point(const json::value& from, double least) {
    from.vector(); // reports it if it is none
    return {read_size(from.at(0), least), read_size(from.at(1), least),
            read_size(from.at(2), least)};
}

quat<float> read_rotation(const json::value& from) {
    const quat<double> q = from.quaternion();
    const double size = std::hypot(std::hypot(q.x, q.y), std::hypot(q.z, q.w));
    if (!(size >= 1e-6)) {
        from.fail(errors::bad_collider,
                  "is a quaternion without length; [0, 0, 0, 1] turns nothing");
        return {};
    }
    // What has unit length as far as float can say stays as it is, or writing and reading again
    // would change its last bits.
    const double scale = std::abs(size - 1) < 1e-6 ? 1 : 1 / size;
    return {static_cast<float>(q.x * scale), static_cast<float>(q.y * scale),
            static_cast<float>(q.z * scale), static_cast<float>(q.w * scale)};
}

} // namespace

collider_entry read_collider(const json::value& from) {
    collider_entry out;
    collider& c = out.shape;
    out.bone = read_bone_name(from["bone"]);
    c.shape = read_named<collider_shape>(from["shape"]);
    if (!from.document().shared().ok()) {
        return out;
    }
    check_keys(from, c.shape);
    if (from.has("groups")) {
        c.groups = static_cast<std::uint32_t>(
            from["groups"].integer(0, std::numeric_limits<std::uint32_t>::max()));
    }
    c.inside = from.has("inside") && from["inside"].boolean();
    c.a = read_point(from["a"], -max_size);
    if (from.has("b")) {
        c.b = read_point(from["b"], -max_size);
        const bool no_direction = std::hypot(c.b.x, c.b.y, c.b.z) < 1e-6F;
        if (c.shape == collider_shape::plane && no_direction) {
            from["b"].fail(errors::bad_collider,
                           "is the normal of a plane and has no length; [0, 1, 0] "
                           "points up");
        }
    }
    c.radius = from.has("radius") ? read_size(from["radius"], 0) : 0;
    if (c.shape == collider_shape::capsule) {
        c.radius_b = from.has("radius_b") ? read_size(from["radius_b"], 0) : c.radius;
    }
    if (from.has("half")) {
        c.half = read_point(from["half"], 0);
    }
    if (from.has("rotation")) {
        c.rotation = read_rotation(from["rotation"]);
    }
    return out;
}

} // namespace jounce
