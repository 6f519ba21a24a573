#include <jounce/components/block_data.hpp>
#include <jounce/components/placement.hpp>
#include <jounce/components/scalar_math.hpp>
#include <jounce/modules/pipeline/character_access.hpp>
#include <jounce/modules/pipeline/crowd.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/pipeline/snapshot.hpp>
#include <jounce/modules/pipeline/snapshot_bytes.hpp>
#include <jounce/modules/pipeline/spring_actions.hpp>
#include <jounce/modules/pipeline/state_hash.hpp>
#include <jounce/modules/pipeline/tick_hashes.hpp>
#include <jounce/modules/rig/bind_builder.hpp>
#include <jounce/modules/rig/constraint_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/isa.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <taskflow/taskflow.hpp>

#include <cmath>
#include <memory>
#include <string>

using namespace jounce;

namespace {

/// A hip with a chain of four joints that hangs down beside a sphere.
std::shared_ptr<const archetype> make_kind(bool centred = false) {
    rig_builder bones;
    bones.add(rig_builder::joint{.name = "hip", .tail = {0, 0.1, 0}});
    vrm_chain chain;
    chain.groups = {0};
    chain.centre = centred ? 0 : -1;
    for (int b = 1; b <= 5; ++b) {
        bones.add(rig_builder::joint{.name = "b" + std::to_string(b),
                                     .parent = b - 1,
                                     .translation = {0, b == 1 ? 0.0 : -0.1, 0},
                                     .tail = {0, -0.1, 0}});
        if (b < 5) {
            chain.joints.push_back({.bone = b,
                                    .tail_bone = b + 1,
                                    .hit_radius = 0.02,
                                    .stiffness = 0.8,
                                    .gravity_power = 0.4,
                                    .gravity_dir = {0, -1, 0.2},
                                    .drag_force = 0.2});
        }
    }
    vrm_description springs;
    springs.bodies = {{.bone = 0, .offset = {0.1, -0.3, 0}, .radius = 0.06}};
    springs.groups = {{"body", {0}}};
    springs.chains = {chain};
    const rig made = *bones.build<float>();
    auto kind = std::make_shared<archetype>();
    kind->rig = made;
    kind->springs = *build_vrm(springs, made);
    kind->bind = make_rest_bind(made);
    return kind;
}

/// From standing on: a motion starts with the second frame.
placement path(double t) {
    placement out;
    out.position = {0.4 * std::sin(3 * t), 0.1 * std::sin(5 * t), 0.3 * (1 - std::cos(2 * t))};
    out.rotation = cast<float>(axis_angle<double>({0, 1, 0}, 0.9 * std::sin(2 * t)));
    return out;
}

vec3<float> tail_of(entt::registry& registry, entt::entity who, std::int32_t bone) {
    const transform<float> t = bone_of(registry, who, bone);
    return t.translation + t.scale * rotate(t.rotation, vec3<float>{0, -0.1F, 0});
}

vrm_spring_state<float>& state_of(entt::registry& registry, entt::entity who, std::size_t s) {
    return registry.get<vrm_state>(registry.get<character>(who).block).springs[s];
}

struct crowd {
    std::shared_ptr<const archetype> kind = make_kind();
    entt::registry registry;
    pipeline systems;
    std::vector<entt::entity> all;
    int frame = 0;

    explicit crowd(int count, schedule order = schedule::by_block)
        : systems(registry, {.order = order, .workers = worker_use::always}) {
        for (int i = 0; i < count; ++i) {
            all.push_back(spawn(registry, kind));
        }
    }
    void move() {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (is_character(registry, all[i])) {
                registry.get<placement>(all[i]) = path(frame / 50.0 + 0.1 * static_cast<double>(i));
            }
        }
        ++frame;
    }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            move();
            systems.run(1.0F / 50);
        }
    }
};

} // namespace

TEST_CASE("moving a character is the same as moving its root bone", "[vrm][pipeline]") {
    const auto kind = make_kind();
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity placed = spawn(registry, kind);
    const entt::entity posed = spawn(registry, kind);
    const entt::entity far_away = spawn(registry, kind);
    const vec3<double> origin = {3e6, 0, -2e6};
    float largest = 0;
    float largest_far = 0;
    float swing = 0;
    for (int frame = 0; frame < 240; ++frame) {
        const placement at = path(frame / 60.0);
        registry.get<placement>(placed) = at;
        registry.get<placement>(far_away) = at;
        registry.get<placement>(far_away).position = origin + at.position;
        pose_of(registry, posed).set(0, {at.rotation, cast<float>(at.position), 1});
        systems.run(1.0F / 60);
        for (std::int32_t b = 1; b <= 4; ++b) {
            const vec3<float> own = tail_of(registry, placed, b);
            const vec3<float> world = rotate(at.rotation, own) + cast<float>(at.position);
            largest = std::max(largest, length(world - tail_of(registry, posed, b)));
            largest_far = std::max(largest_far, length(own - tail_of(registry, far_away, b)));
            swing = std::max(swing, length(own - vec3<float>{0, -0.1F * static_cast<float>(b), 0}));
        }
    }
    CHECK(swing > 0.05F);
    CHECK(largest < 2e-5F);
    CHECK(largest_far < 2e-5F); // positions are in double
}

TEST_CASE("a character of another size swings as its scaled nodes would", "[vrm][pipeline]") {
    const auto kind = make_kind();
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity placed = spawn(registry, kind);
    const entt::entity posed = spawn(registry, kind);
    registry.get<placement>(placed).scale = 2;
    pose_of(registry, posed).set(0, {{}, {}, 2});
    for (int frame = 0; frame < 120; ++frame) {
        systems.run(1.0F / 60);
    }
    for (std::int32_t b = 1; b <= 4; ++b) {
        const vec3<float> world = 2.0F * tail_of(registry, placed, b);
        CHECK(length(world - tail_of(registry, posed, b)) < 1e-5F);
    }
}

TEST_CASE("VRM springs are the same bits for any workers, schedule, lane and block",
          "[vrm][pipeline][determinism]") {
    std::uint64_t serial = 0;
    {
        crowd one(41);
        one.run(100);
        serial = state_hash(one.registry);
    }
    for (const schedule order : {schedule::by_block, schedule::by_system}) {
        for (const std::size_t workers : {1U, 2U, 3U, 8U}) {
            crowd other(41, order);
            tf::Executor executor(workers);
            for (int i = 0; i < 100; ++i) {
                other.move();
                other.systems.run(executor, 1.0F / 50);
            }
            CHECK(state_hash(other.registry) == serial);
        }
    }
    crowd shorter(41);
    shorter.run(99);
    CHECK(state_hash(shorter.registry) != serial);
    // Whose neighbours go, and who moves into another block, does not notice.
    crowd thinned(41);
    crowd whole(41);
    thinned.run(30);
    whole.run(30);
    for (std::size_t i = 0; i < 41; i += 2) {
        despawn(thinned.registry, thinned.all[i]);
    }
    CHECK(compact(thinned.registry) > 0);
    thinned.run(30);
    whole.run(30);
    for (std::size_t i = 1; i < 41; i += 2) {
        CHECK(character_hash(thinned.registry, thinned.all[i]) ==
              character_hash(whole.registry, whole.all[i]));
    }
}

TEST_CASE("portable VRM kernels agree bit for bit", "[vrm][pipeline][determinism]") {
    const isa_level before = active_isa();
    if (!select_isa(isa_level::v2) || !select_isa(isa_level::v3)) {
        select_isa(before);
        SKIP("this CPU or build has fewer than two portable levels");
    }
    const auto hash_on = [](isa_level level) {
        select_isa(level);
        crowd some(20);
        some.run(100);
        return state_hash(some.registry);
    };
    const std::uint64_t v2 = hash_on(isa_level::v2);
    const std::uint64_t v3 = hash_on(isa_level::v3);
    select_isa(before);
    CHECK(v2 == v3);
}

TEST_CASE("snapshots bring VRM springs back", "[vrm][pipeline][snapshot]") {
    crowd some(11);
    some.run(20);
    const std::vector<std::byte> bytes = to_bytes(take_snapshot(some.registry));
    const int frame = some.frame;
    some.run(25);
    const std::uint64_t first = state_hash(some.registry);
    const result<snapshot> read = snapshot_from_bytes(bytes);
    REQUIRE(read);
    REQUIRE(restore(some.registry, *read));
    CHECK(state_hash(some.registry) != first);
    some.frame = frame;
    some.run(25);
    CHECK(state_hash(some.registry) == first);
}

TEST_CASE("ticks do not depend on frames, and what is shown lies between two of them",
          "[vrm][pipeline]") {
    const auto kind = make_kind();
    const auto turn_after = [&](int frames, float dt) {
        entt::registry registry;
        pipeline systems(registry);
        const entt::entity who = spawn(registry, kind);
        for (int i = 0; i < frames; ++i) {
            systems.run(dt);
        }
        return get_lane(state_of(registry, who, 3).tail, 0);
    };
    // Standing still under gravity. A little more than the time, so that no rounding loses a tick.
    const vec3<float> at_60 = turn_after(60, 1.0001F / 60);
    CHECK(at_60 == turn_after(30, 1.0001F / 30));
    CHECK(at_60 == turn_after(240, 1.0001F / 240));
    CHECK(at_60 == turn_after(10, 1.0001F / 10));
    CHECK_FALSE(at_60 == turn_after(59, 1.0001F / 60));

    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = spawn(registry, kind);
    for (int i = 0; i < 10; ++i) {
        systems.run(1.0001F / 60);
    }
    const vec3<float> older = tail_of(registry, who, 1); // as the tick before the last had it
    systems.run(0.5F / 60);
    const vec3<float> between = tail_of(registry, who, 1);
    systems.run(0.49F / 60);
    const vec3<float> newer = tail_of(registry, who, 1);
    CHECK(length(newer - older) > 1e-4F);
    CHECK(length(between - 0.5F * (older + newer)) < 0.05F * length(newer - older));
}

TEST_CASE("VRM springs start in the first pose and step in the next", "[vrm][pipeline]") {
    const bool told =
        GENERATE(false, true); // that the first frame is a teleport, which it is anyway
    crowd some(2);
    entt::registry& registry = some.registry;
    const auto turn = [&](std::size_t who) {
        return get_lane(state_of(registry, some.all[who], 3).turn, static_cast<int>(who));
    };
    if (told) {
        teleport(registry, some.all[0]);
    }
    const float dt = 1.0001F / 60; // one tick per frame
    some.move();
    some.systems.run(dt);
    for (std::size_t s = 0; s < 4; ++s) {
        const vrm_spring_state<float>& state = state_of(registry, some.all[0], s);
        CHECK(get_lane(state.turn, 0) == quat<float>{});
        CHECK(get_lane(state.tail, 0) == get_lane(state.tail_before, 0));
    }
    some.systems.run(dt);
    CHECK_FALSE(turn(0) == quat<float>{});
    const quat<float> before = turn(0);
    teleport(registry, some.all[0]); // no start: they swing on
    reset_springs(registry, some.all[1]);
    some.systems.run(dt);
    CHECK_FALSE(turn(0) == before);
    CHECK(turn(1) == quat<float>{});
    some.systems.run(dt);
    CHECK_FALSE(turn(1) == quat<float>{});
}

TEST_CASE("weight, pause, teleport and reset work on VRM springs", "[vrm][pipeline]") {
    crowd some(4);
    some.run(40);
    entt::registry& registry = some.registry;
    const entt::entity who = some.all[0];
    spring_control& control = registry.emplace<spring_control>(who);
    SECTION("weight 0 is the animated pose") {
        control.weight = 0;
        control.fade_seconds = 0.1F;
        some.run(10);
        for (std::int32_t b = 1; b <= 4; ++b) {
            const vec3<float> rest = {0, -0.1F * static_cast<float>(b), 0};
            CHECK(length(tail_of(registry, who, b) - rest) < 1e-6F);
        }
    }
    SECTION("paused springs keep their bend") {
        const quat<float> bend = get_lane(state_of(registry, who, 1).turn, 0);
        control.paused = true;
        some.run(15);
        CHECK(get_lane(state_of(registry, who, 1).turn, 0) == bend);
        CHECK_FALSE(get_lane(state_of(registry, some.all[1], 1).turn, 1) ==
                    get_lane(state_of(registry, some.all[1], 1).turn_before, 1));
        control.paused = false;
        some.run(1);
        CHECK_FALSE(get_lane(state_of(registry, who, 1).turn, 0) == bend);
    }
    SECTION("a teleport is no motion") {
        const vec3<float> before = tail_of(registry, who, 4);
        const vec3<float> tail = get_lane(state_of(registry, who, 3).tail, 0);
        teleport(registry, who);
        some.move();
        registry.get<placement>(who).position = {1000, 50, 7};
        some.systems.run(1.0F / 50);
        CHECK(length(tail_of(registry, who, 4) - before) < 0.05F);
        CHECK(length(get_lane(state_of(registry, who, 3).tail, 0) - tail) < 0.05F);
        CHECK_FALSE(control.teleport);
    }
    SECTION("a long move is a teleport by itself") {
        const vec3<float> tail = get_lane(state_of(registry, who, 3).tail, 0);
        some.move();
        registry.get<placement>(who).position = {0, 500, 0};
        some.systems.run(1.0F / 50);
        CHECK(length(get_lane(state_of(registry, who, 3).tail, 0) - tail) < 0.05F);
    }
    SECTION("reset starts at the animated pose") {
        const auto bend = [&] { return std::abs(get_lane(state_of(registry, who, 3).turn, 0).w); };
        reset_springs(registry, who);
        some.move();
        some.systems.run(1.0F / 50);
        // One tick of gravity away from rest at most.
        CHECK(bend() > 0.999F);
        CHECK_FALSE(control.reset);
    }
}

TEST_CASE("ticks of VRM springs are logged", "[vrm][pipeline]") {
    crowd some(3);
    context<tick_log>(some.registry).enabled = true;
    some.move();
    some.systems.run(1.0001F / 20);
    const auto hashes = tick_hashes(some.registry);
    REQUIRE(hashes.size() == 3);
    CHECK(hashes[0].characters == 3);
    CHECK(hashes[0].hash != hashes[1].hash);
}

TEST_CASE("a centred spring does not feel the motion of its centre", "[vrm][pipeline]") {
    const auto kind = make_kind(true);
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity moves = spawn(registry, kind);
    const entt::entity stands = spawn(registry, kind);
    for (int frame = 0; frame < 120; ++frame) {
        registry.get<placement>(moves).position = path(frame / 60.0).position;
        pose_of(registry, moves).set_translation(0, {0.01F * static_cast<float>(frame), 0, 0});
        systems.run(1.0F / 60);
    }
    for (std::int32_t b = 1; b <= 4; ++b) {
        const vec3<float> own =
            tail_of(registry, moves, b) - bone_of(registry, moves, 0).translation;
        CHECK(length(own - tail_of(registry, stands, b)) < 1e-5F);
    }
}

TEST_CASE("VRM kinds are retuned live, and constraints run before fk", "[vrm][pipeline]") {
    const auto kind = make_kind();
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = spawn(registry, kind);
    systems.run(1.0F / 60);
    auto other = std::make_shared<archetype>(*kind);
    other->springs.vrm.springs[0].stiffness = 3;
    const constraint_description follow[] = {{constraint_kind::rotation, 5, 0, 1}};
    other->constraints = *build_constraints<float>(follow, kind->rig);
    const result<std::size_t> changed = retune(registry, kind, other);
    REQUIRE(changed);
    CHECK(*changed == 1);
    const quat<float> turn = axis_angle<float>({0, 0, 1}, 0.5F);
    pose_of(registry, who).set_rotation(0, turn);
    systems.run(1.0F / 60);
    const quat<float> followed = pose_of(registry, who).get(5).rotation;
    CHECK(std::abs(followed.z - turn.z) < 1e-6F);
    const auto centred = make_kind(true);
    CHECK(retune(registry, other, centred).why().name == "other_springs");
}
