// Files that nobody here made, against an independent model of the specification
// (tests/tools/vrm_model.py).

#include "support/places.hpp"
#include "support/vrm_block.hpp"

#include <jounce/modules/vrm/read_vrm.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace jounce;
namespace fs = std::filesystem;

namespace {

fs::path asset(const std::string& name) {
    const char* folder = std::getenv("JOUNCE_ASSETS_DIR");
    const fs::path file = folder != nullptr ? fs::path(folder) / "vrm" / name : fs::path();
    if (folder == nullptr || !fs::is_regular_file(file)) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with vrm/" + name);
    }
    return file;
}

/// The JSON text of a .gltf file or a binary one.
std::string json_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    if (bytes.compare(0, 4, "glTF") != 0) {
        return bytes;
    }
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + 12, sizeof size);
    return bytes.substr(20, size);
}

/// How the recorded scene moves.
struct motion {
    vec3<double> sway;
    vec3<double> run;
    double rate = 0, turn = 0, turn_rate = 0, travel = 0, travel_rate = 0, run_until = 0;
    std::int64_t travel_node = -1;

    explicit motion(const json::value& from)
        : sway(from["sway"].vector()), run(from["run"].vector()), rate(from["rate"].number()),
          turn(from["turn"].number()), turn_rate(from["turn_rate"].number()),
          travel(from["travel"].number()), travel_rate(from["travel_rate"].number()),
          run_until(from["run_until"].number()), travel_node(from["travel_node"].integer(-1, 100)) {
    }
};

template <class Real>
void move(test::vrm_block<Real>& block, const test::document_rig<Real>& rig, const motion& by,
          double t) {
    const quat<double> turn = axis_angle<double>({0, 1, 0}, by.turn * std::sin(by.turn_rate * t));
    const vec3<double> shift = std::sin(by.rate * t) * by.sway + std::min(t, by.run_until) * by.run;
    block.pose(0, {cast<Real>(turn), cast<Real>(shift), 1});
    if (by.travel_node >= 0) {
        const std::size_t bone =
            static_cast<std::size_t>(rig.bone_of_node[static_cast<std::size_t>(by.travel_node)]);
        transform<Real> local = block.kind.rig.rest_local[bone];
        local.translation.x += static_cast<Real>(by.travel * std::sin(by.travel_rate * t));
        block.pose(bone, local);
    }
}

/// How deep a tail is in a collider on an animated bone, in doubles.
template <class Real>
double depth(const test::vrm_block<Real>& block, const vrm_body& body, double hit_radius,
             const vec3<double>& tail) {
    const transform<double> bone =
        cast<double>(get_lane(block.data.rigid.bones[static_cast<std::size_t>(body.bone)], 0));
    const vec3<double> d =
        tail - (bone.translation + bone.scale * rotate(bone.rotation, body.offset));
    if (body.shape == vrm_shape::plane) {
        return hit_radius - dot(d, rotate(bone.rotation, body.normal)) / length(body.normal);
    }
    const double radius = body.inside ? body.radius : body.radius * bone.scale; // as UniVRM
    return body.inside ? length(d) + hit_radius - radius : radius + hit_radius - length(d);
}

template <class Real>
double deepest(const test::vrm_block<Real>& block, const vrm_description& springs) {
    double most = 0;
    std::size_t s = 0;
    for (const vrm_chain& chain : springs.chains) {
        for (const vrm_joint& joint : chain.joints) {
            for (const std::int32_t group : chain.groups) {
                for (const std::int32_t body :
                     springs.groups[static_cast<std::size_t>(group)].bodies) {
                    most =
                        std::max(most, depth(block, springs.bodies[static_cast<std::size_t>(body)],
                                             joint.hit_radius, cast<double>(block.tail(s))));
                }
            }
            ++s;
        }
    }
    return most;
}

} // namespace

TEMPLATE_TEST_CASE("real files move as an independent model of the specification", "[vrm][golden]",
                   float, double) {
    using Real = TestType;
    const std::string name =
        GENERATE("sphere-collider", "inside-collider", "plane-collider", "Godette_vrm_v4");
    CAPTURE(name);
    json::reading shared({"golden file", "", 1ULL << 20U, 0});
    const json::document golden(shared, jounce_test::test_data_folder() / "vrm" / (name + ".json"));
    const json::value root = golden.root();
    const std::string text = json_of(asset(root["file"].text()));
    const test::document_rig<Real> rig = test::rig_of_document<Real>(text);
    const result<vrm_springs> read = read_vrm(text, name, rig.bones, rig.bone_of_node);
    REQUIRE(read);
    const json::value heads = root["heads"];
    const std::size_t springs = heads.size(1000);
    const json::value runs = root["runs"];
    REQUIRE(runs.size(4) == 4);

    for (std::size_t r = 0; r < 4; ++r) {
        const json::value run = runs.at(r);
        const motion by(run["motion"]);
        vrm_description description = read->springs;
        description.contact_rounds = static_cast<std::int32_t>(run["rounds"].integer(1, 64));
        CAPTURE(r, description.contact_rounds);
        test::vrm_block<Real> block(rig.bones, description);
        const auto& made = block.kind.springs.vrm.springs;
        REQUIRE(made.size() == springs);
        const json::value ticks = run["ticks"];
        const std::size_t recorded = ticks.size(100);
        REQUIRE(recorded >= 2);
        double error = 0;
        double shown = 0;
        double inside = 0;
        for (std::size_t i = 0; i < recorded; ++i) {
            const json::value tick = ticks.at(i);
            while (block.ticks < tick["tick"].integer(1, 240)) {
                move(block, rig, by, (block.ticks + 1) / 60.0);
                block.tick();
                inside = std::max(inside, deepest(block, description));
            }
            for (std::size_t s = 0; s < springs; ++s) {
                const std::size_t node = static_cast<std::size_t>(heads.at(s).integer(0, 100));
                const auto spring =
                    std::find_if(made.begin(), made.end(), [&](const vrm_spring<Real>& one) {
                        return one.bone == rig.bone_of_node[node];
                    });
                REQUIRE(spring != made.end());
                const std::size_t index = static_cast<std::size_t>(spring - made.begin());
                const vec3<double> expected = tick["tails"].at(s).vector();
                error = std::max(error, length(cast<double>(block.tail(index)) - expected));
                shown = std::max(shown, length(cast<double>(block.shown_tail(index)) - expected));
            }
        }
        REQUIRE(shared.ok());
        CHECK(block.ticks == 240);
        const double allowed = sizeof(Real) == 4 ? 1e-5 : 1e-9;
        CAPTURE(error, shown, inside);
        CHECK(error <= allowed);
        CHECK(shown <= allowed);
        CHECK(std::abs(inside - run["deepest_penetration"].number()) <= 2 * allowed);
        CHECK(run["pushes"].integer(1, 1000000) > 10);
        // One round of colliders, as the specification has it, leaves tails inside.
        if (description.contact_rounds > 1) {
            CHECK(inside <= 5e-5); // of 1e-4 that are promised
        }
    }
}
