#include <jounce/modules/procedural/model_builder.hpp>

#include <jounce/components/scalar_math.hpp>

#include <cmath>
#include <numbers>
#include <string>

namespace jounce::procedural {
namespace {

constexpr double leaf_bone = 0.15;

/// A stalk that forks into two lobes.
void add_leaf(model_builder& body, const std::string& name, std::int32_t stem,
              const vec3<double>& at, double heading) {
    const vec3<double> outward = {std::cos(heading), 0.5, std::sin(heading)};
    const vec3<double> sideways = {-std::sin(heading), 0, std::cos(heading)};
    const auto along = [](const vec3<double>& direction) {
        return (leaf_bone / length(direction)) * direction;
    };
    const vec3<double> fork = at + along(outward);
    const std::int32_t stalk =
        body.spring_chain(name + "_stalk", stem, at, along(outward), 1, "leaf");
    body.spring_chain(name + "_left", stalk, fork, along(outward + 0.7 * sideways), 1, "leaf");
    body.spring_chain(name + "_right", stalk, fork, along(outward - 0.7 * sideways), 1, "leaf");
}

} // namespace

model plant(solver_kind solver) {
    constexpr std::int32_t joints = 3;
    constexpr std::int32_t leaves_per_joint = 4;
    constexpr double joint_length = 0.3;

    model_builder body("plant");
    body.solver(solver, 450);
    std::int32_t stem = -1;
    for (std::int32_t j = 0; j < joints; ++j) {
        const vec3<double> top = {0, (j + 1) * joint_length, 0};
        stem = body.bone("stem_" + std::to_string(j), stem, {0, j * joint_length, 0}, top);
        body.shake(stem, {1, 0, 0}, 0.08, 1.1 + 0.2 * j);
        for (std::int32_t l = 0; l < leaves_per_joint; ++l) {
            // Half a step further at each joint, as leaves grow.
            const double heading = (l + 0.5 * j) * 2 * std::numbers::pi / leaves_per_joint;
            add_leaf(body, "leaf_" + std::to_string(j) + "_" + std::to_string(l), stem, top,
                     heading);
        }
    }
    return body.finish(2 * leaf_bone);
}

} // namespace jounce::procedural
