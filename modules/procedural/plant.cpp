#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace jounce::procedural {
namespace {

constexpr double soil_height = 0.30;
constexpr double joint_length = 0.25;
constexpr double stalk_length = 0.12;
constexpr double lobe_length = 0.22;
constexpr std::int32_t joints = 3;
constexpr std::int32_t leaves_per_joint = 4;

/// A stalk that forks into two lobes. Bones by index.
struct forked_leaf {
    std::int32_t stem = 0;
    std::int32_t stalk = 0;
    std::int32_t left = 0;
    std::int32_t right = 0;
};

forked_leaf add_leaf_bones(model_builder& body, const std::string& name, std::int32_t stem,
                           double heading, double rise) {
    const vec3<double> at = body.line(stem).tail;
    const vec3<double> outward = {std::cos(heading), rise, std::sin(heading)};
    const vec3<double> sideways = {-std::sin(heading), 0, std::cos(heading)};
    const auto along = [](const vec3<double>& direction, double metres) {
        return (metres / length(direction)) * direction;
    };
    const vec3<double> fork = at + along(outward, stalk_length);
    const vec3<double> level = outward - vec3<double>{0, 0.5 * rise, 0}; // lobes hang a little
    forked_leaf out;
    out.stem = stem;
    out.stalk =
        body.spring_chain(name + "_stalk", stem, at, along(outward, stalk_length), 1, "leaf");
    out.left = body.spring_chain(name + "_left", out.stalk, fork,
                                 along(level + 0.55 * sideways, lobe_length), 1, "leaf");
    out.right = body.spring_chain(name + "_right", out.stalk, fork,
                                  along(level - 0.55 * sideways, lobe_length), 1, "leaf");
    return out;
}

void add_pot(surface_builder& to, std::int32_t pot) {
    lathe clay;
    clay.profile = {{0, 0},
                    {0.125, 0, true},
                    {0.150, 0.14},
                    {0.172, 0.25},
                    {0.174, 0.258, true},
                    {0.194, 0.262, true},
                    {0.200, 0.33},
                    {0.194, 0.340},
                    {0.178, 0.340},
                    {0.170, 0.332, true},
                    {0.164, soil_height, true},
                    {0.09, soil_height + 0.012},
                    {0, soil_height + 0.02}};
    clay.sides = 32;
    clay.by = to_bone(pot);
    clay.painted = [](const vec3<double>& at) {
        const double radius = std::hypot(at.x, at.z);
        if (at.y >= soil_height - 1e-9 && radius < 0.165) {
            return colours::earth;
        }
        return mix(colours::clay, colours::terracotta, at.y / 0.2);
    };
    add_lathe(to, clay);
}

void add_leaf_shape(surface_builder& to, const model_builder& body, const forked_leaf& leaf) {
    tube stalk;
    stalk.section = tapered(0.008, 0.006);
    stalk.side = {0, 1, 0};
    stalk.rings = 4;
    stalk.sides = 6;
    stalk.cap_rings = 2;
    stalk.painted = plain(colours::stem);
    add_tube(to, bone_chain({body.line(leaf.stalk)}, leaf.stem), stalk);
    for (const std::int32_t lobe : {leaf.left, leaf.right}) {
        leaf_blade blade;
        blade.width = 0.105;
        blade.fold = 0.35;
        blade.droop = 0.22;
        blade.rows = 9;
        blade.rib = colours::leaf_dark;
        blade.edge = colours::leaf;
        add_leaf(to, bone_chain({body.line(lobe)}, leaf.stalk), blade);
    }
}

} // namespace

model plant(solver_id solver) {
    model_builder body("plant");
    body.solver(solver, 450);
    const std::int32_t pot = body.bone("pot", -1, {0, 0, 0}, {0, soil_height, 0});
    body.shake(pot, {0, 0, 1}, 0.10, 1.7);
    body.bob(pot, {0.03, 0, 0.02}, 1.1);
    body.spring_chain("stem", pot, {0, soil_height, 0}, {0, joint_length, 0}, joints, "leaf");

    surface_builder to;
    add_pot(to, pot);
    tube stem;
    stem.section = tapered(0.018, 0.010);
    stem.rings = 24;
    stem.sides = 10;
    stem.painted = upwards(colours::leaf_dark, colours::stem, 0.3, 1.0);
    add_tube(to, body.chain(pot + 1, joints, pot), stem);
    for (std::int32_t j = 0; j < joints; ++j) {
        for (std::int32_t l = 0; l < leaves_per_joint; ++l) {
            // Half a step further at each joint, as leaves grow.
            const double heading = (l + 0.5 * j + 0.25) * 2 * std::numbers::pi / leaves_per_joint;
            const std::string name = "leaf_" + std::to_string(j) + "_" + std::to_string(l);
            add_leaf_shape(to, body,
                           add_leaf_bones(body, name, pot + 1 + j, heading, 0.35 + 0.35 * j));
        }
    }
    return body.finish(joints * joint_length + stalk_length + lobe_length, to.finish());
}

} // namespace jounce::procedural
