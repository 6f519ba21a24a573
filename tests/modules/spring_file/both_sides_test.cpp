// What code can say of springs files can say, and the other way round. A member that is added to one of
// the structures below makes a list of names too short, which does not compile: put it into files too.

#include "modules/dev/replay/case_files.hpp"
#include "support/places.hpp"

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <catch2/catch_test_macros.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace jounce;
using namespace jounce_test;
using nlohmann::json;

namespace {

const fs::path docs = test_data_folder() / ".." / ".." / "docs";

json schema() { return json::parse(read_text(docs / "springs.schema.json")); }

/// Read again from what was written of it.
spring_file again(const spring_file& from) {
    const auto read = parse_spring_file(write_spring_file(from), "both.json");
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    return *read;
}

collider body(collider_shape shape) {
    collider out;
    out.shape = shape;
    out.inside = shape != collider_shape::plane;
    out.groups = 6;
    out.a = {0.1F, 0.2F, 0.3F};
    out.b = {0.4F, 0.5F, 0.6F};
    out.radius = 0.7F;
    out.radius_b = 0.8F;
    out.rotation = {0, 0.6F, 0, 0.8F};
    out.half = {0.9F, 1.0F, 1.1F};
    return out;
}

/// Another legal value of a field than its default.
struct other_value {
    const tuning_field& field;

    void operator()(double& value) const { value = value == field.most ? field.least : field.most; }
    void operator()(bool& value) const { value = !value; }
    void operator()(std::uint32_t& value) const { value = 6; }
    void operator()(quat<double>& value) const { value = {0, 0.6, 0, 0.8}; }
    void operator()(spring_transform& value) const { value = spring_transform::translate; }
    void operator()(limit_shape& value) const { value = limit_shape::spherical; }
};

/// Flesh with all that can be said of it.
tissue_entry fleshy() {
    return {"a.tissue.glb", {tissue_tier::newton, 3, 90, 40, 0.25, 2e7, 0.4, 6}, 0.5};
}

} // namespace

TEST_CASE("files say all of flesh, and its keys are in the schema and on the page",
          "[tuning][tissue][docs]") {
    spring_file file;
    file.tissue = fleshy();
    const spring_file read = again(file);
    REQUIRE(read.tissue);
    const auto& [bake, run, weight] = *read.tissue;
    const auto& [tier, newton_steps, tick_rate, modes, mode_damping, contact_stiffness, friction,
                 collides_with] = run;
    CHECK(bake == file.tissue->file);
    CHECK(tier == tissue_tier::newton);
    CHECK(newton_steps == 3);
    CHECK(tick_rate == 90);
    CHECK(modes == 40);
    CHECK(mode_damping == 0.25);
    CHECK(contact_stiffness == 2e7);
    CHECK(friction == 0.4);
    CHECK(collides_with == 6);
    CHECK(weight == 0.5);
    const json rules = schema()["$defs"]["tissue"]["properties"];
    const std::string page = read_text(docs / "springs.md");
    const json written = json::parse(write_spring_file(file))["tissue"];
    CHECK(written.size() == rules.size());
    for (const auto& key : rules.items()) {
        INFO(key.key());
        CHECK(written.contains(key.key()));
        CHECK(page.find("\n| `tissue." + key.key() + "` | ") != std::string::npos);
    }
    CHECK(rules["tier"]["enum"] == json{"linear", "nonlinear", "newton"});
    CHECK(rules["tick_rate"]["maximum"].get<double>() == most_tick_rate);
    CHECK(rules["newton_steps"]["maximum"].get<int>() == most_newton_steps);
    CHECK(rules["modes"]["maximum"].get<int>() == most_tissue_modes);
    CHECK(rules["mode_damping"]["maximum"].get<double>() == most_mode_damping);
    CHECK(rules["contact_stiffness"]["maximum"].get<double>() == most_contact_stiffness);
    CHECK(rules["friction"]["maximum"].get<double>() == most_tissue_friction);
    CHECK(rules["collides_with"]["maximum"].get<std::uint32_t>() == 0xFFFFFFFFU);
    // What is left out is what code has: nothing but the file is written of it.
    spring_file plain;
    plain.tissue = tissue_entry{"b.tissue.glb", {}, 1};
    CHECK(json::parse(write_spring_file(plain))["tissue"].size() == 1);
    CHECK(again(plain).tissue->run.tick_rate == tissue_run_options{}.tick_rate);
}

TEST_CASE("wrong flesh in settings is refused by key, place and range", "[tuning][tissue]") {
    const auto refused = [](const std::string& inside, const char* name, const char* words) {
        const auto read = parse_spring_file(
            "{\"jounce_springs\": 1, \"springs\": [],\n  \"tissue\": {" + inside + "}}", "f.json");
        INFO(inside);
        REQUIRE_FALSE(read);
        INFO(read.error().message);
        CHECK(read.error().name == std::string(name));
        CHECK(read.error().message.find("f.json:2:") == 0);
        CHECK(read.error().message.find("/tissue") != std::string::npos);
        CHECK(read.error().message.find(words) != std::string::npos);
    };
    refused(R"("tier": "linear")", errors::missing_member, "file");
    refused(R"("file": "")", errors::out_of_range, "empty");
    refused(R"("file": "a", "tier": "nonlinea")", errors::unknown_value, "nonlinear");
    refused(R"("file": "a", "tier": "newton")", errors::bad_setting, "newton_steps");
    refused(R"("file": "a", "tick_rate": 0.5)", errors::out_of_range, "from 1 to 10000");
    refused(R"("file": "a", "newton_steps": 9)", errors::out_of_range, "8");
    refused(R"("file": "a", "newton_steps": 1.5)", errors::wrong_type, "newton_steps");
    refused(R"("file": "a", "modes": -1)", errors::out_of_range, "3000");
    refused(R"("file": "a", "mode_damping": 11)", errors::out_of_range, "from 0 to 10");
    refused(R"("file": "a", "contact_stiffness": -1)", errors::out_of_range, "0 to");
    refused(R"("file": "a", "friction": 11)", errors::out_of_range, "from 0 to 10");
    refused(R"("file": "a", "collides_with": 4294967296)", errors::out_of_range, "4294967295");
    refused(R"("file": "a", "weight": 1.5)", errors::out_of_range, "from 0 to 1");
    refused(R"("file": "a", "wieght": 1)", errors::unknown_key, "weight");
}

TEST_CASE("files say all of a collider", "[tuning]") {
    spring_file file;
    for (const collider_shape one : {collider_shape::sphere, collider_shape::capsule,
                                     collider_shape::plane, collider_shape::box}) {
        file.colliders.push_back({"hip", body(one)});
    }
    const spring_file read = again(file);
    REQUIRE(read.colliders.size() == 4);
    const collider plain;
    for (const collider_entry& entry : read.colliders) {
        const auto& [shape, inside, groups, a, b, radius, radius_b, rotation, half] = entry.shape;
        const collider wanted = body(shape);
        const bool is_capsule = shape == collider_shape::capsule;
        const bool is_plane = shape == collider_shape::plane;
        const bool is_box = shape == collider_shape::box;
        CHECK(inside == wanted.inside);
        CHECK(groups == wanted.groups);
        CHECK(a == wanted.a);
        CHECK(b == (is_capsule || is_plane ? wanted.b : plain.b));
        CHECK(radius == (is_plane ? plain.radius : wanted.radius));
        CHECK(radius_b == (is_capsule ? wanted.radius_b : plain.radius_b));
        CHECK(rotation == (is_box ? wanted.rotation : plain.rotation));
        CHECK(half == (is_box ? wanted.half : plain.half));
    }
}

TEST_CASE("files say all of a tuning", "[tuning]") {
    spring_entry entry;
    entry.chain = "hip";
    for (const tuning_field& field : tuning_fields()) {
        visit_field(field, entry.tuning, other_value{field});
        entry.overridden.emplace_back(field.name);
    }
    spring_file file;
    file.springs = {entry};
    rig_builder bones;
    bones.add(rig_builder::segment{"hip", -1, {0, 0, 0}, {0, 1, 0}, false});
    const auto made = tunings_of(again(file), *bones.build<float>());
    REQUIRE(made);
    REQUIRE(made->size() == 1);
    const spring_tuning& said = made->front().tuning;
    CHECK(said == entry.tuning);
    const auto& [frequency, damping_ratio, axial_frequency, axial_damping_ratio, drag, gravity,
                 mass, inherit, hook, weight, max_speed, fixed_length, min_stretch, max_stretch,
                 limit, radius, friction, collides_with, collide_segment, pinned, output] = said;
    const spring_tuning plain;
    CHECK(frequency != plain.frequency);
    CHECK(damping_ratio != plain.damping_ratio);
    CHECK(axial_frequency != plain.axial_frequency);
    CHECK(axial_damping_ratio != plain.axial_damping_ratio);
    CHECK(drag != plain.drag);
    CHECK(gravity != plain.gravity);
    CHECK(mass != plain.mass);
    CHECK(inherit != plain.inherit);
    CHECK(hook != plain.hook);
    CHECK(weight != plain.weight);
    CHECK(max_speed != plain.max_speed);
    CHECK(fixed_length != plain.fixed_length);
    CHECK(min_stretch != plain.min_stretch);
    CHECK(max_stretch != plain.max_stretch);
    CHECK(radius != plain.radius);
    CHECK(friction != plain.friction);
    CHECK(collides_with != plain.collides_with);
    CHECK(collide_segment != plain.collide_segment);
    CHECK(pinned != plain.pinned);
    CHECK(output != plain.output);
    const auto& [shape, angle, pitch, yaw, centre] = limit;
    CHECK(shape != plain.limit.shape);
    CHECK(angle != plain.limit.angle);
    CHECK(pitch != plain.limit.pitch);
    CHECK(yaw != plain.limit.yaw);
    CHECK_FALSE(centre == plain.limit.centre);
}

TEST_CASE("reader, schema and page have the same keys", "[tuning][docs]") {
    const json all = schema();
    const std::string page = read_text(docs / "springs.md");
    for (const auto& key : all["properties"].items()) {
        INFO(key.key());
        CHECK(page.find("\n| `" + key.key() + "` | ") != std::string::npos);
        // Nothing may be null, but what is not known at all is said first.
        json file = {{"jounce_springs", 1}, {"springs", json::array()}};
        file[key.key()] = nullptr;
        const auto read = parse_spring_file(file.dump(), "both.json");
        REQUIRE_FALSE(read);
        CHECK(read.error().name == "wrong_type");
    }
    // All that a file of every kind of member writes.
    spring_file every;
    const auto& [file, text, name, metres_per_unit, tick_rate, chains_collide, springs, colliders,
                 helpers, tissue] = every;
    CHECK(file.empty());
    CHECK(text.empty());
    CHECK_FALSE(metres_per_unit);
    CHECK_FALSE(tick_rate);
    CHECK_FALSE(chains_collide);
    CHECK_FALSE(tissue);
    every.name = "every";
    every.metres_per_unit = 0.5;
    every.tick_rate = 90;
    every.chains_collide = true;
    every.springs.emplace_back().bones = {"a"};
    every.colliders.push_back({"a", body(collider_shape::sphere)});
    every.helpers.push_back({"b", "a", {0, 0, 0}, {0, 1, 0}});
    every.tissue = fleshy();
    const json written = json::parse(write_spring_file(every));
    CHECK(written.size() == all["properties"].size());
    for (const auto& key : written.items()) {
        INFO(key.key());
        CHECK(all["properties"].contains(key.key()));
    }
}

TEST_CASE("files have the tick rates that the builder has", "[tuning][docs]") {
    const json rule = schema()["properties"]["tick_rate"];
    CHECK(rule["minimum"].get<double>() == least_tick_rate);
    CHECK(rule["maximum"].get<double>() == most_tick_rate);
    const auto read = [](double hertz) {
        const json file = {{"jounce_springs", 1}, {"springs", json::array()}, {"tick_rate", hertz}};
        return parse_spring_file(file.dump(), "both.json");
    };
    for (const double hertz : {least_tick_rate, 59.94, most_tick_rate}) {
        REQUIRE(read(hertz));
        CHECK(read(hertz)->tick_rate == hertz);
    }
    CHECK_FALSE(read(0.999 * least_tick_rate));
    CHECK_FALSE(read(1.001 * most_tick_rate));
}
