#include <jounce/jounce.hpp>

#include <taskflow/taskflow.hpp>

#include <cmath>
#include <cstdio>
#include <string>

int main() {
    jounce::rig_builder bones; // a hip with a tail of four bones, in metres
    jounce::stable_builder springs;
    bones.add(jounce::rig_builder::segment{.name = "hip", .tail = {0, 0.2, 0}});
    for (int b = 1; b <= 4; ++b) {
        const std::string name = "tail" + std::to_string(b);
        bones.add(jounce::rig_builder::segment{
            .name = name, .parent = b - 1, .head = {0, 0.2 * b, 0}, .tail = {0, 0.2 * b + 0.2, 0}});
        springs.add(name, {.frequency = 1.5, .damping_ratio = 0.25}); // hertz, 1: no overshoot
    }
    const auto rig = bones.build<float>();
    if (!rig) {
        std::puts(rig.error().message.c_str());
        return 1;
    }
    const auto kind = jounce::make_kind(*rig, *springs.build(*rig));

    entt::registry registry; // yours
    tf::Executor executor;   // yours
    jounce::pipeline pipeline(registry);
    const entt::entity fox = jounce::spawn(registry, kind);
    for (int frame = 0; frame < 120; ++frame) {
        const float angle = 0.3F * std::sin(0.1F * static_cast<float>(frame));
        jounce::pose_of(registry, fox).set_rotation(0, {0, 0, std::sin(angle), std::cos(angle)});
        registry.get<jounce::placement>(fox).position.x +=
            0.02; // it walks, and its tail feels that
        pipeline.run(executor, 1.0F / 60);
        const auto rows = jounce::palette_of(registry, fox); // three float4 per bone, for the GPU
        if (rows.size() != 3 * rig->names.size()) {
            return 1;
        }
    }
    std::fputs(jounce::format_cost_table(pipeline.stats()).c_str(), stdout);
}
