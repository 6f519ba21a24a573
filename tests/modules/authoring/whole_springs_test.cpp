// What settings say of all springs together: ticks per second, and whether chains keep apart.

#include "modules/authoring/unit_scene.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/stable_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce_test;

namespace {

/// Two chains of one bone each, whose tails are at (0, 1.4) and (0.4, 1): nearer than their radii reach.
std::string two_chains(const std::string& whole = "") {
    return R"({"jounce_springs": 1, )" + whole + R"("springs": [{"bones": ["tail1", "spine"],
        "tuning": {"frequency": 1, "damping_ratio": 1, "radius": 0.31}}]})";
}
const double apart_at_rest = 0.4 * std::sqrt(2.0);
constexpr double reach = 2 * 0.31;

const basic_stable_set<float>& set_of(const authoring::ready_character& of) {
    return of.kind.kind->springs.stable;
}

/// How far the tails of the two chains are from each other, after four seconds of nothing.
double distance_of(const authoring::ready_character& of) {
    entt::registry registry;
    pipeline systems(registry);
    const entt::entity who = gltf::spawn(registry, of.kind);
    for (int frame = 0; frame < 240; ++frame) {
        systems.run(1.0F / 60);
    }
    const auto place = [&](const char* bone) {
        const std::vector<std::string>& names = of.kind.kind->rig.names;
        const auto found = std::find(names.begin(), names.end(), bone);
        REQUIRE(found != names.end());
        return cast<double>(
            bone_of(registry, who, static_cast<std::int32_t>(found - names.begin())).translation);
    };
    return length(place("tail2") - place("head")); // these hang where the springs' tails are
}

result<authoring::ready_character> with_options(const swing_file& model,
                                                const std::string& settings,
                                                authoring::character_options options) {
    const temporary_folder folder;
    if (!settings.empty()) {
        options.settings = folder.path() / "springs.json";
        write_text(options.settings, settings);
    }
    return authoring::read_character(model.save(folder), options);
}

std::size_t count_with(const std::vector<std::string>& all, const std::string& part) {
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(),
                      [&](const std::string& one) { return one.find(part) != std::string::npos; }));
}

/// Springs of a model as a program builds them, with what is said of the whole.
struct built {
    std::vector<std::string> warnings;
    result<spring_set> springs;

    built(const swing_file& model, const std::string& settings, const spring_file& whole,
          solver_id solver)
        : springs(build(model, settings, whole, solver)) {}

private:
    result<spring_set> build(const swing_file& file, const std::string& settings,
                             const spring_file& whole, solver_id solver) {
        const temporary_folder folder;
        const auto model = gltf::read_model(file.save(folder));
        REQUIRE(model);
        fs::path springs_in;
        if (!settings.empty()) {
            springs_in = folder.path() / "springs.json";
            write_text(springs_in, settings);
        }
        auto source = authoring::find_springs(*model, springs_in);
        REQUIRE(source);
        if (whole.tick_rate) {
            source->settings.tick_rate = whole.tick_rate;
        }
        source->settings.chains_collide |= whole.chains_collide;
        return authoring::build_springs(*source, model->bones, solver, 60, warnings);
    }
};

} // namespace

TEST_CASE("chains keep apart if their file says so", "[authoring][springs]") {
    const swing_file model;
    const auto plain = read_ready(model, two_chains());
    CHECK_FALSE(set_of(plain).chains_collide);
    CHECK(std::abs(distance_of(plain) - apart_at_rest) < 1e-3);

    const auto told = read_ready(model, two_chains(R"("chains_collide": true, )"));
    CHECK(set_of(told).chains_collide);
    CHECK(distance_of(told) > 0.6);
    CHECK(distance_of(told) < reach + 1e-3);
    CHECK(told.warnings.size() == plain.warnings.size());

    const auto told_not = read_ready(model, two_chains(R"("chains_collide": false, )"));
    CHECK_FALSE(set_of(told_not).chains_collide);
    CHECK(distance_of(told_not) == distance_of(plain));
}

TEST_CASE("springs tick as often as their file says", "[authoring][springs]") {
    const auto plain = read_ready(swing_file(), two_chains());
    CHECK(set_of(plain).tick_seconds == static_cast<float>(1.0 / 120));
    for (const double hertz : {1.0, 59.94, 240.0, 10000.0}) {
        const auto told =
            read_ready(swing_file(), two_chains(R"("tick_rate": )" + std::to_string(hertz) + ", "));
        CHECK(set_of(told).tick_seconds == static_cast<float>(1 / hertz));
        // The oscillators are solved for these ticks, as by a program.
        spring_tuning tuning;
        tuning.frequency = 1;
        tuning.damping_ratio = 1;
        stable_builder builder;
        builder.tick_rate(hertz);
        builder.add("tail1", tuning);
        const auto by_code = builder.build(told.kind.kind->rig);
        REQUIRE(by_code);
        REQUIRE(set_of(told).springs.size() == 2);
        const auto& step = set_of(told).springs[0].steps[0].bend;
        CHECK(step.yy == by_code->stable.springs[0].steps[0].bend.yy);
        CHECK(step.yy != set_of(plain).springs[0].steps[0].bend.yy);
    }
}

TEST_CASE("settings inside a model say it too", "[authoring][springs]") {
    swing_file model;
    model.json["extras"]["jounce_springs"] =
        nlohmann::ordered_json::parse(two_chains(R"("tick_rate": 60, "chains_collide": true, )"));
    const auto inside = read_ready(model);
    CHECK(set_of(inside).tick_seconds == static_cast<float>(1.0 / 60));
    CHECK(distance_of(inside) > 0.6);
}

TEST_CASE("a program's word comes before that of the file", "[authoring][springs]") {
    const std::string settings = two_chains(R"("tick_rate": 240, "chains_collide": true, )");
    const auto other =
        with_options(swing_file(), settings, {.tick_rate = 60, .chains_collide = false});
    REQUIRE(other);
    CHECK(set_of(*other).tick_seconds == static_cast<float>(1.0 / 60));
    CHECK_FALSE(set_of(*other).chains_collide);
    const auto only_ticks = with_options(swing_file(), settings, {.tick_rate = 60});
    REQUIRE(only_ticks);
    CHECK(set_of(*only_ticks).chains_collide);
    const auto added = with_options(swing_file(), two_chains(), {.chains_collide = true});
    REQUIRE(added);
    CHECK(set_of(*added).tick_seconds == static_cast<float>(1.0 / 120));
    CHECK(distance_of(*added) > 0.6);
    const auto suggested =
        with_options(swing_file(), "", {.tick_rate = 30, .chains_collide = true});
    REQUIRE(suggested);
    CHECK(suggested->springs_from == "suggested");
    CHECK(set_of(*suggested).tick_seconds == static_cast<float>(1.0 / 30));
    CHECK(set_of(*suggested).chains_collide);
}

TEST_CASE("a tick rate that nobody can mean is refused", "[authoring][springs][bad-input]") {
    for (const double hertz : {0.0, -120.0, 0.99, 10001.0, std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity()}) {
        for (const swing_file& model : {swing_file(), vrm_model()}) {
            const auto made = with_options(model, "", {.tick_rate = hertz});
            REQUIRE_FALSE(made);
            CHECK(made.error().name == "bad_setting");
            CHECK(made.error().message.find("swing.glb: tick_rate is ") != std::string::npos);
            CHECK(made.error().message.find("from 1 to 10000") != std::string::npos);
        }
        // Settings that a program has made are held to the same.
        spring_file whole;
        whole.tick_rate = hertz;
        const built by_code(swing_file(), two_chains(), whole, stable_solver);
        REQUIRE_FALSE(by_code.springs);
        CHECK(by_code.springs.error().name == "bad_setting");
        CHECK(by_code.springs.error().message.find("springs.json: ") != std::string::npos);
    }
}

TEST_CASE("solvers that can do neither say so", "[authoring][springs]") {
    const std::string both = two_chains(R"("tick_rate": 240, "chains_collide": true, )");
    const std::string off = two_chains(R"("chains_collide": false, )");
    SECTION("reference") {
        const built told(swing_file(), both, {}, reference_solver);
        REQUIRE(told.springs);
        CHECK(told.springs->springs.size() == 2);
        CHECK(told.warnings.size() == 2);
        CHECK(count_with(told.warnings, "springs.json: /tick_rate: the reference solver") == 1);
        CHECK(count_with(told.warnings, "springs.json: /chains_collide: the reference solver") ==
              1);
        CHECK(count_with(told.warnings, "left out") == 2);
        CHECK(built(swing_file(), off, {}, reference_solver).warnings.empty());
    }
    SECTION("stable can") { CHECK(built(swing_file(), both, {}, stable_solver).warnings.empty()); }
    SECTION("vrm takes no settings file at all") {
        const built told(swing_file(), both, {}, vrm_solver);
        REQUIRE_FALSE(told.springs);
        CHECK(told.springs.error().name == "wrong_solver");
    }
    SECTION("vrm, told by a program") {
        const auto plain = with_options(vrm_model(), "", {});
        const auto told = with_options(vrm_model(), "", {.tick_rate = 240, .chains_collide = true});
        REQUIRE(plain);
        REQUIRE(told);
        CHECK(told->kind.kind->springs.solver == vrm_solver);
        CHECK(told->kind.kind->springs.vrm.tick_seconds ==
              plain->kind.kind->springs.vrm.tick_seconds);
        CHECK(told->warnings.size() == plain->warnings.size() + 2);
        CHECK(count_with(told->warnings, "tick_rate: the vrm solver") == 1);
        CHECK(count_with(told->warnings, "chains_collide: the vrm solver") == 1);
    }
    SECTION("springs of VRM under the stable solver can") {
        spring_file whole;
        whole.tick_rate = 240;
        whole.chains_collide = true;
        const built told(vrm_model(), "", whole, stable_solver);
        REQUIRE(told.springs);
        CHECK(told.springs->stable.tick_seconds == static_cast<float>(1.0 / 240));
        CHECK(told.springs->stable.chains_collide);
        CHECK(count_with(told.warnings, "tick_rate") == 0);
        const built plain(vrm_model(), "", {}, stable_solver);
        REQUIRE(plain.springs);
        CHECK(plain.springs->stable.tick_seconds == static_cast<float>(1.0 / 120));
        CHECK_FALSE(plain.springs->stable.chains_collide);
    }
}
