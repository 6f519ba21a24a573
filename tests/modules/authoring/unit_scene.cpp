#include "unit_scene.hpp"

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/components/world/force_hook.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/bake/record_motion.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/socket.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/spring_bones.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/stable/tick_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

namespace jounce_test {

using namespace jounce;

namespace {

constexpr int frames = 600;

/// A run, up and down, round a corner, with a start and a stop.
void move(placement& at, int frame) {
    const double t = frame / 60.0;
    const double s = t * t / (1 + t);
    at.position = {2 * std::sin(1.7 * s), 0.2 * std::sin(7 * s), 2.5 * std::cos(1.1 * s)};
    at.rotation = cast<float>(axis_angle<double>({0.2, 1, 0.1}, 1.3 * std::sin(s)));
}

void pull(void*, entt::entity, const character_kind&, const stable_state&,
          std::span<lane_vec3<float>> forces) {
    for (lane_vec3<float>& one : forces) {
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(one, lane, vec3<float>{0.3F, 0, -0.2F});
        }
    }
}

} // namespace

authoring::ready_character read_ready(const swing_file& model, const std::string& settings) {
    const temporary_folder folder;
    fs::path springs;
    if (!settings.empty()) {
        springs = folder.path() / "springs.json";
        write_text(springs, settings);
    }
    auto made = authoring::read_character(model.save(folder), {.settings = springs});
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    return *std::move(made);
}

recording play_scene(const authoring::ready_character& of, const scene_options& options) {
    entt::registry registry;
    pipeline systems(registry);
    world_forces& world = context<world_forces>(registry);
    world.wind = {4, 0.5, -2};
    context<force_hook>(registry) = {pull, nullptr};
    const entt::entity ball = registry.create();
    registry.emplace<world_collider>(ball).body.radius = options.is_fox ? 0.3F : 0.4F;
    registry.get<world_collider>(ball).at.position =
        options.is_fox ? vec3<double>{0.3, 0.5, 2} : vec3<double>{0.5, 1.6, 2.4};
    if (!options.meets) {
        registry.destroy(ball);
    }
    placement start;
    start.scale = options.giant * of.metres_per_unit;
    const entt::entity who = options.told || options.giant != 1
                                 ? gltf::spawn(registry, of.kind, start)
                                 : gltf::spawn(registry, of.kind);
    CHECK(registry.get<placement>(who) == start);
    if (options.unplaced) {
        registry.erase<placement>(who);
    }
    if (!of.model.clips.clips.empty()) {
        play(registry, who, of.model.clips.clips.front().name);
    }
    const rig& bones = of.kind.kind->rig;
    const socket held = *make_socket(registry, who, bones.names.back(), {{0, 0.1, 0}, {}, 1});
    const double unit = static_cast<double>(bones.metres_per_unit);
    recording out;
    out.extent = unit * extent_of(bones);
    for (int frame = 0; frame < frames; ++frame) {
        if (!options.unplaced) {
            move(registry.get<placement>(who), frame);
        }
        if (frame == 200) {
            for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
                add_impulse(registry, who, b, {0.5F, 0.2F, 0});
            }
        }
        systems.run(1.0F / 60);
        std::vector<vec3<double>>& tails = out.tails.emplace_back();
        for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
            const affine<double> at = to_affine(cast<double>(bone_of(registry, who, b)));
            tails.push_back(unit *
                            (at * cast<double>(bones.tail_local[static_cast<std::size_t>(b)])));
        }
        out.sockets.push_back(world_of(registry, held));
        const character& home = registry.get<character>(who);
        if (const block_colliders* met = registry.try_get<block_colliders>(home.block)) {
            out.contacts += met->contacts[static_cast<std::size_t>(home.lane)];
        }
    }
    return out;
}

double difference(const recording& a, const recording& b) {
    double largest = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const auto& x = a.tails[static_cast<std::size_t>(frame)];
        const auto& y = b.tails[static_cast<std::size_t>(frame)];
        REQUIRE(x.size() == y.size());
        for (std::size_t bone = 0; bone < x.size(); ++bone) {
            largest = std::max(largest, length(x[bone] - y[bone]));
        }
    }
    return largest;
}

double socket_difference(const recording& a, const recording& b) {
    double largest = 0;
    for (std::size_t frame = 0; frame < a.sockets.size(); ++frame) {
        largest = std::max(largest, length(a.sockets[frame].position - b.sockets[frame].position));
        CHECK(std::abs(a.sockets[frame].scale - b.sockets[frame].scale) < 1e-5F);
    }
    return largest;
}

} // namespace jounce_test
