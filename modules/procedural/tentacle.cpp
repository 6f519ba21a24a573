#include <jounce/modules/procedural/model_builder.hpp>

#include <string>

namespace jounce::procedural {

model tentacle(solver_kind solver) {
    constexpr double bone_length = 0.25;
    constexpr std::int32_t muscles = 4; // animated bones at the root
    constexpr std::int32_t links = 4;   // springs at the tip

    model_builder body("tentacle");
    body.solver(solver, 400);
    std::int32_t last = -1;
    for (std::int32_t i = 0; i < muscles; ++i) {
        last = body.bone("muscle_" + std::to_string(i), last, {0, i * bone_length, 0},
                         {0, (i + 1) * bone_length, 0});
        body.sway(last, {0.8, 0, 0.6}, 0.14, 0.5 + 0.15 * i);
    }
    body.spring_chain("tip", last, {0, muscles * bone_length, 0}, {0, bone_length, 0}, links,
                      "tail");
    return body.finish(links * bone_length);
}

} // namespace jounce::procedural
