#include <jounce/modules/vrm/vrm_parts.hpp>

namespace jounce::vrm {
namespace {

constexpr std::string_view limit_shapes[] = {"cone", "hinge", "spherical"};
constexpr const char* limit_extension = "VRMC_springBone_limit";

} // namespace

vrm_limit read_limit(reader& from, const json::value& joint) {
    vrm_limit out;
    if (!joint.has("extensions") || !joint["extensions"].has(limit_extension)) {
        return out;
    }
    const json::value extension = joint["extensions"][limit_extension];
    const std::string version = extension["specVersion"].text();
    if (version != "1.0-draft" && version != "1.0") {
        from.warn(extension, "has a version that is not known here; the joint has no limit");
        return out;
    }
    const json::value limit = extension["limit"];
    const std::string shape = only_of(limit, limit_shapes, "bad_limit");
    if (shape.empty()) {
        return out;
    }
    const json::value body = limit[shape];
    if (shape == "spherical") {
        out.shape = limit_shape::spherical;
        out.pitch = read_number(body["pitch"], 0, largest);
        out.yaw = read_number(body["yaw"], 0, largest);
    } else {
        out.shape = shape == "cone" ? limit_shape::cone : limit_shape::hinge;
        out.angle = read_number(body["angle"], 0, largest);
    }
    out.rotation = rotation_or_none(body, "rotation");
    return out;
}

} // namespace jounce::vrm
