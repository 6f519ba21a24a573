#include <jounce/modules/procedural/model_builder.hpp>

#include <string>

namespace jounce::procedural {

model cape(solver_kind solver) {
    constexpr std::int32_t strands = 5;
    constexpr std::int32_t links = 4;
    constexpr double link_length = 0.22;
    constexpr double half_width = 0.24;

    model_builder body("cape");
    body.solver(solver, 250);
    const std::int32_t spine = body.bone("spine", -1, {0, 1.0, 0}, {0, 1.4, 0});
    const std::int32_t bar =
        body.bone("shoulders", spine, {-half_width, 1.4, 0}, {half_width, 1.4, 0});
    // A walk: the body bobs with every step and turns with every second one.
    body.bob(spine, {0, 0.03, 0}, 1.8);
    body.sway(spine, {0, 1, 0}, 0.15, 0.9);
    body.sway(bar, {1, 0, 0}, 0.1, 0.9);
    for (std::int32_t s = 0; s < strands; ++s) {
        const double across = half_width * (2.0 * s / (strands - 1) - 1.0);
        body.spring_chain("strand_" + std::to_string(s), bar, {across, 1.4, -0.05},
                          {0, -link_length, 0}, links, "cloth");
    }
    return body.finish(links * link_length);
}

} // namespace jounce::procedural
