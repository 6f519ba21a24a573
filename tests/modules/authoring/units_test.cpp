// A model in centimetres moves as the same model in metres.

#include "modules/authoring/scaled_file.hpp"

#include <jounce/components/colliders.hpp>
#include <jounce/components/placement.hpp>
#include <jounce/components/scalar_math.hpp>
#include <jounce/components/world_forces.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/bake/record_motion.hpp>
#include <jounce/modules/pipeline/character_access.hpp>
#include <jounce/modules/pipeline/clip_actions.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/pipeline/socket.hpp>
#include <jounce/modules/pipeline/spring_actions.hpp>
#include <jounce/modules/tuning/spring_file.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/tick_system.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <optional>

using namespace jounce;
using namespace jounce_test;

namespace {

constexpr int frames = 600;

authoring::ready_character read(const swing_file& model, const std::string& settings = "") {
    const temporary_folder folder;
    fs::path springs;
    if (!settings.empty()) {
        springs = folder.path() / "springs.json";
        write_text(springs, settings);
    }
    auto made = authoring::read_character(model.save(folder), springs);
    INFO((made ? "" : made.why().message));
    REQUIRE(made);
    return *std::move(made);
}

/// A run, up and down, round a corner, with a start and a stop.
void move(placement& at, int frame) {
    const double t = frame / 60.0;
    const double s = t * t / (1 + t);
    at.position = {2 * std::sin(1.7 * s), 0.2 * std::sin(7 * s), 2.5 * std::cos(1.1 * s)};
    at.rotation = cast<float>(axis_angle<double>({0.2, 1, 0.1}, 1.3 * std::sin(s)));
}

void pull(void*, entt::entity, const archetype&, const swing&, std::span<lane_vec3<float>> forces) {
    for (lane_vec3<float>& one : forces) {
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(one, lane, vec3<float>{0.3F, 0, -0.2F});
        }
    }
}

struct scene_options {
    bool unplaced = false; ///< the host removes the placement
    bool told = false;     ///< spawned where the host says, at `metres_per_unit`
    float giant = 1;
    bool meets = true; ///< the world's colliders
};

struct recording {
    std::vector<std::vector<vec3<double>>> tails; ///< [frame][bone], m, model space
    std::vector<placement> sockets;               ///< [frame]
    std::uint32_t contacts = 0;
    double extent = 0;
};

recording play_scene(const authoring::ready_character& of, const scene_options& options = {}) {
    entt::registry registry;
    pipeline systems(registry);
    world_forces& world = context<world_forces>(registry);
    world.wind = {4, 0.5, -2};
    context<force_hook>(registry) = {pull, nullptr};
    const entt::entity ball = registry.create();
    registry.emplace<world_collider>(ball).body.radius = 0.4F;
    registry.get<world_collider>(ball).at.position = {0.3, 0.9, 2};
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
    out.extent = unit * bake::extent_of(bones);
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
        out.contacts +=
            registry.get<block_colliders>(home.block).contacts[static_cast<std::size_t>(home.lane)];
    }
    return out;
}

/// The largest distance between tails of the same bones; of rigs that begin with the same ones.
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

/// What all of it is about: the two move alike, they move, and they meet something.
void check_alike(const authoring::ready_character& small, const authoring::ready_character& large,
                 const scene_options& options = {}) {
    CHECK(large.metres_per_unit == 0.01F);
    CHECK(small.metres_per_unit == 1);
    const recording a = play_scene(small, options);
    const recording b = play_scene(large, options);
    CHECK(std::abs(a.extent - b.extent) < 1e-5 * a.extent);
    CHECK(difference(a, b) < 1e-4 * a.extent);
    CHECK(socket_difference(a, b) < 1e-4 * a.extent * static_cast<double>(options.giant));
    scene_options empty = options;
    empty.meets = !options.meets;
    CHECK(difference(a, play_scene(small, empty)) > 0.01 * a.extent);
}

const std::string bodies = R"("colliders": [
    {"bone": "hip", "shape": "sphere", "a": [0.05, 0.45, 0.08], "radius": 0.13},
    {"bone": "hip", "shape": "capsule", "a": [-0.3, 0.7, 0], "b": [-0.1, 0.9, 0.2],
     "radius": 0.08, "radius_b": 0.05},
    {"bone": "spine", "shape": "box", "a": [0, 0.6, 0], "half": [0.1, 0.2, 0.1], "radius": 0.01},
    {"bone": "hip", "shape": "plane", "a": [0, 0.1, 0], "b": [0, 1, 0]}])";

std::string swing_settings(const std::string& more = R"("preset": "tail")") {
    return R"({"jounce_springs": 1, "springs": [{"chain": "tail1", )" + more + "}], " + bodies +
           "}";
}

} // namespace

TEST_CASE("a model in centimetres moves as the same in metres", "[units][authoring]") {
    const swing_file metres;
    const swing_file centimetres = with_lengths_times(metres, 100);
    SECTION("by what is suggested") { check_alike(read(metres), read(centimetres)); }
    SECTION("by settings in metres, with colliders") {
        const auto small = read(metres, swing_settings());
        const auto large = read(centimetres, swing_settings());
        check_alike(small, large);
        CHECK(play_scene(small, {.meets = false}).contacts > 100);
    }
    SECTION("stretching, held back by its speed") {
        const std::string settings = swing_settings(
            R"("preset": "belly", "tuning": {"max_speed": 0.4, "radius": 0.03, "gravity": 1})");
        check_alike(read(metres, settings), read(centimetres, settings));
    }
    SECTION("with a helper, whose metres are the file's") {
        const std::string settings = R"({"jounce_springs": 1, "helpers": [
            {"name": "fat", "parent": "hip", "head": [0, 1, 0.05], "tail": [0, 1, 0.25]}],
            "springs": [{"bones": ["fat"], "preset": "belly"}, {"chain": "tail1"}]})";
        const auto small = read(metres, settings);
        const auto large = read(centimetres, settings);
        check_alike(small, large);
        REQUIRE(small.model.meshes[0].vertices.influences.size() ==
                large.model.meshes[0].vertices.influences.size());
    }
    SECTION("where the host says, ten times as large, or without a placement") {
        const auto small = read(metres, swing_settings());
        const auto large = read(centimetres, swing_settings());
        check_alike(small, large, {.told = true});
        check_alike(small, large, {.giant = 3});
        const recording a = play_scene(small, {.unplaced = true});
        CHECK(difference(a, play_scene(large, {.unplaced = true})) < 1e-4 * a.extent);
    }
}

TEST_CASE("a scaled node above the scene is a unit, too", "[units][authoring]") {
    const swing_file metres;
    const swing_file centimetres = with_lengths_times(metres, 100);
    const swing_file rooted = under_scaled_root(centimetres, 0.01);
    const auto small = read(metres, swing_settings());
    const auto scaled = read(rooted, swing_settings());
    CHECK(scaled.metres_per_unit == 1);
    recording a = play_scene(small);
    recording b = play_scene(scaled);
    // The root comes before all others.
    for (std::vector<vec3<double>>& tails : b.tails) {
        tails.erase(tails.begin());
    }
    CHECK(difference(a, b) < 1e-4 * a.extent);
}

TEST_CASE("VRM springs in centimetres move as in metres", "[units][authoring][vrm]") {
    swing_file metres = vrm_model();
    metres.json["extensions"]["VRMC_springBone"].update(nlohmann::ordered_json::parse(R"({
        "colliders": [
            {"node": 1, "shape": {"sphere": {"offset": [0.05, 0.45, 0.08], "radius": 0.13}}},
            {"node": 1, "shape": {"capsule": {"offset": [-0.3, 0.7, 0], "tail": [-0.1, 0.9, 0.2],
                                              "radius": 0.08}}}],
        "colliderGroups": [{"colliders": [0, 1]}]})"));
    nlohmann::ordered_json& chain = metres.json["extensions"]["VRMC_springBone"]["springs"][0];
    chain["colliderGroups"] = {0};
    for (auto& joint : chain["joints"]) {
        joint["hitRadius"] = 0.03;
    }
    const auto small = read(metres);
    const auto large = read(with_lengths_times(metres, 100));
    REQUIRE(small.kind.kind->springs.solver == solver_kind::vrm);
    CHECK(large.metres_per_unit == 0.01F);
    const recording a = play_scene(small);
    CHECK(difference(a, play_scene(large)) < 1e-4 * a.extent);
    metres.json["extensions"]["VRMC_springBone"]["springs"][0].erase("colliderGroups");
    CHECK(difference(a, play_scene(read(metres))) > 0.01 * a.extent);
}

TEST_CASE("the Fox in centimetres moves as the Fox in metres", "[units][authoring][assets]") {
    const std::optional<swing_file> centimetres = fox();
    if (!centimetres) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with Fox.glb");
    }
    const swing_file metres = with_lengths_times(*centimetres, 0.01);
    SECTION("by what is suggested") { check_alike(read(metres), read(*centimetres)); }
    SECTION("by settings in metres, with colliders") {
        const std::string settings = R"({"jounce_springs": 1, "springs": [
            {"chain": "b_Tail01_012", "preset": "tail"}], "colliders": [
            {"bone": "b_Tail01_012", "shape": "sphere", "a": [0.15, 0.1, 0.02], "radius": 0.1},
            {"bone": "b_Hip_01", "shape": "capsule", "a": [-0.3, -0.3, 0], "b": [0.3, -0.3, 0],
             "radius": 0.2}]})";
        const auto small = read(metres, settings);
        check_alike(small, read(*centimetres, settings));
        CHECK(play_scene(small, {.meets = false}).contacts > 20);
    }
}

TEST_CASE("settings say the unit of a model where its size does not", "[units][authoring]") {
    const swing_file model = with_lengths_times(swing_file(), 5);
    CHECK(read(model).metres_per_unit == 1);
    const auto told =
        read(model, R"({"jounce_springs": 1, "metres_per_unit": 0.2, "springs": [{"chain": "tail1",
                       "tuning": {"radius": 0.03, "max_speed": 7}}]})");
    CHECK(told.metres_per_unit == 0.2F);
    CHECK(told.kind.kind->rig.metres_per_unit == 0.2F);
    const stable_spring<float>& spring = told.kind.kind->springs.stable.springs.front();
    CHECK(std::abs(spring.radius - 0.15F) < 1e-6F);
    CHECK(std::abs(spring.max_speed - 35) < 1e-4F);
    const auto wrong = parse_spring_file(
        R"({"jounce_springs": 1, "metres_per_unit": 0, "springs": []})", "s.json");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.why().name == "out_of_range");
    CHECK(wrong.why().message.find("/metres_per_unit") != std::string::npos);
}
