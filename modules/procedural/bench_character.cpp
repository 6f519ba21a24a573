#include <jounce/modules/procedural/model_builder.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace jounce::procedural {
namespace {

constexpr std::int32_t longest_chain = 4;
constexpr double link_length = 0.1;

struct plain_limb {
    vec3<double> tail;
    vec3<double> along; ///< unit
    double length;
};

/// A binary tree, filled level by level, whose branches spread in turn sideways and forwards.
std::vector<plain_limb> add_body(model_builder& body, std::int32_t bones) {
    std::vector<plain_limb> limbs;
    limbs.push_back({{0, 0.25, 0}, {0, 1, 0}, 0.25});
    body.bone("body_0", -1, {0, 0, 0}, limbs.front().tail);
    for (std::int32_t b = 1; b < bones; ++b) {
        const std::int32_t parent = (b - 1) / 2;
        const plain_limb from = limbs[static_cast<std::size_t>(parent)];
        const double side = b % 2 == 0 ? 0.5 : -0.5;
        const bool parent_is_sideways = from.along.x != 0;
        const vec3<double> bent =
            from.along + (parent_is_sideways ? vec3<double>{-0.5 * from.along.x, 0, side}
                                             : vec3<double>{side, 0, 0});
        const vec3<double> along = (1 / length(bent)) * bent;
        const double bone_length = std::max(0.05, 0.85 * from.length);
        limbs.push_back({from.tail + bone_length * along, along, bone_length});
        body.bone("body_" + std::to_string(b), parent, from.tail, limbs.back().tail);
    }
    return limbs;
}

/// Short chains that swing freely, and touch what is near.
spring_tuning chain_tuning() {
    spring_tuning out;
    out.frequency = 2.75;
    out.radius = 0.02;
    return out;
}

} // namespace

result<model> bench_character(std::int32_t bones, std::int32_t springs, solver_id solver,
                              std::int32_t colliders) {
    if (colliders < 0 || colliders > bones - springs ||
        (colliders > 0 && solver != stable_solver)) {
        return error{errors::bad_size,
                     std::to_string(colliders) +
                         " colliders do not fit; there may be one for each bone that is "
                         "not a spring, and the reference solver has none"};
    }
    if (bones < 1 || bones > max_bones || springs < 0 || springs >= bones) {
        return error{errors::bad_size, "a character of " + std::to_string(bones) + " bones with " +
                                           std::to_string(springs) +
                                           " springs cannot be made; bones must be from 1 to " +
                                           std::to_string(max_bones) +
                                           " and springs from 0 to one less than the bones"};
    }
    model_builder builder("bench_character");
    builder.solver(solver, 300);
    const std::int32_t body_bones = bones - springs;
    const std::vector<plain_limb> limbs = add_body(builder, body_bones);
    const std::int32_t chains = (springs + longest_chain - 1) / longest_chain;
    for (std::int32_t c = 0; c < chains; ++c) {
        // From the last bone backwards: chains hang from the outer bones first.
        const std::int32_t at = body_bones - 1 - c % body_bones;
        const std::int32_t links = std::min(longest_chain, springs - c * longest_chain);
        builder.spring_chain("chain_" + std::to_string(c), at,
                             limbs[static_cast<std::size_t>(at)].tail, {0, -link_length, 0}, links,
                             chain_tuning());
    }
    for (std::int32_t c = 0; c < colliders; ++c) {
        // From the outer bones inwards: where the chains are.
        const std::int32_t at = body_bones - 1 - c;
        collider body;
        body.shape = c % 2 == 0 ? collider_shape::sphere : collider_shape::capsule;
        body.radius = 0.05F;
        body.radius_b = 0.04F;
        body.b = {0, -0.1F, 0};
        builder.collide("body_" + std::to_string(at), body);
    }
    // A few driven bones at the root move everything, and cost a host next to nothing.
    builder.bob(0, {0.015, 0.03, 0}, 1.8);
    builder.sway(0, {0.6, 0.8, 0}, 0.1, 0.9);
    for (std::int32_t b = 1; b < std::min(body_bones, 3); ++b) {
        builder.sway(b, {1, 0, 0}, 0.06, 0.7 + 0.2 * b);
    }
    return builder.finish(link_length * std::min(springs, longest_chain));
}

} // namespace jounce::procedural
