// Helper bones in files that are bound: described or proposed, with springs, ready to run.

#include "bound_file.hpp"
#include "modules/weights/test_meshes.hpp"

#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/result/error_names.hpp>

#include <catch2/generators/catch_generators.hpp>

#include <algorithm>

using namespace jounce;
using namespace jounce_test;
using test::gltf_builder;

namespace {

/// A body that swells to the front around a spine of two bones, and a cape behind it. No skin.
gltf_builder dressed_body() {
    test::test_mesh body = test::tube(30, 16, 0.2, 2);
    for (vec3<double>& p : body.positions) {
        const double bulge = std::exp(-20 * (p.y - 0.6) * (p.y - 0.6));
        p.z += p.z > 0 ? 0.35 * bulge * p.z / 0.2 : 0;
    }
    test::append(body, test::sheet(16, 20, 0.8, 1.4), {-0.4, 1.7, -0.26});
    std::vector<float> positions;
    for (const vec3<double>& p : body.positions) {
        for (const double x : {p.x, p.y, p.z}) {
            positions.push_back(static_cast<float>(x));
        }
    }
    const std::vector<std::uint16_t> indices(body.triangles.begin(), body.triangles.end());
    gltf_builder out;
    out.accessor(positions, "VEC3");
    out.accessor(indices, "SCALAR");
    out.add("meshes", {{"name", "body"},
                       {"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}});
    out.add("nodes", {{"name", "body"}, {"mesh", 0}});
    out.add("nodes", {{"name", "hip"}, {"children", {2}}, {"translation", {0, 0.1, 0}}});
    out.add("nodes", {{"name", "chest"}, {"children", {3}}, {"translation", {0, 1, 0}}});
    out.add("nodes", {{"name", "neck"}, {"translation", {0, 0.8, 0}}});
    out.document["scenes"] = {{{"nodes", {0, 1}}}};
    out.document["scene"] = 0;
    return out;
}

std::size_t bone_called(const gltf::model& in, const std::string& name) {
    const auto found = std::find(in.bones.names.begin(), in.bones.names.end(), name);
    REQUIRE(found != in.bones.names.end());
    return static_cast<std::size_t>(found - in.bones.names.begin());
}

/// Sum of all weights that a bone has.
double moved_by(const gltf::model& in, std::size_t bone) {
    double sum = 0;
    for (const gltf::mesh& mesh : in.meshes) {
        for (const influence& one : mesh.vertices.influences) {
            sum += in.joints[one.joint].bone == static_cast<std::int32_t>(bone)
                       ? static_cast<double>(one.weight)
                       : 0;
        }
    }
    return sum;
}

double farthest(const std::vector<vec3<double>>& a, const std::vector<vec3<double>>& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max(most, length(a[i] - b[i]));
    }
    return most;
}

void give_helpers(bound_file& to, const std::string& helpers, const std::string& springs = "") {
    const fs::path file = to.folder.path() / "helpers.json";
    write_text(file, R"({"jounce_springs": 1, "helpers": [)" + helpers + R"(], "springs": [)" +
                         springs + "]}");
    to.options.helpers = file.string();
}

const std::string fat = R"({"name": "fat", "parent": "middle", "head": [0, 0.75, 0],
    "tail": [0, 0.75, 0.3], "reach": 0.4, "share": 0.5, "from_all": true)";

} // namespace

TEST_CASE("helpers of a settings file become bones with weights, tails and springs", "[binding]") {
    bound_file file(test::tube());
    const bool along = GENERATE(false, true);
    give_helpers(file, fat + (along ? R"(, "along_surface": true})" : "}"),
                 R"({"bones": ["fat"], "preset": "belly"})");
    const auto report = file.bind();
    CHECK(report.helpers == std::vector<std::string>{"fat"});
    const gltf::model after = file.read();
    CHECK(after.warnings.empty());
    check_rows(after.meshes[0]);
    const std::size_t bone = bone_called(after, "fat");
    CHECK(after.bones.parents[bone] == static_cast<std::int32_t>(bone_called(after, "middle")));
    CHECK(length(cast<double>(after.bones.tail_local[bone]) - vec3<double>{0, 0, 0.3}) < 1e-6);
    CHECK(moved_by(after, bone) > 0.5);
    CHECK(farthest(skinned_at_rest(after, after.meshes[0]),
                   skinned_at_rest(file.read(false), file.read(false).meshes[0])) < 1e-6);
    const auto springs = authoring::find_springs(after, {});
    REQUIRE(springs);
    CHECK(springs->origin == authoring::spring_origin::extras);
    std::vector<std::string> warnings;
    CHECK(authoring::build_springs(*springs, after.bones, {}, 60, warnings));
}

TEST_CASE("a helper without a tail is a point handle, also after writing", "[binding]") {
    bound_file file(test::tube());
    give_helpers(file, R"({"name": "point", "parent": "middle", "head": [0.2, 0.75, 0],
                           "reach": 0.5})",
                 R"({"bones": ["point"], "preset": "belly", "tuning": {"output": "translate"}})");
    file.bind();
    const gltf::model after = file.read();
    const std::size_t bone = bone_called(after, "point");
    CHECK(after.bones.handle[bone] == 1);
    CHECK(moved_by(after, bone) > 0.1);
    const auto springs = authoring::find_springs(after, {});
    REQUIRE(springs);
    std::vector<std::string> warnings;
    CHECK(authoring::build_springs(*springs, after.bones, {}, 60, warnings));
}

TEST_CASE("weights that are kept change only where helpers take some", "[binding]") {
    bound_file file(test::tube());
    file.options.keeps_weights = true;
    give_helpers(file, R"({"name": "top", "parent": "tip", "head": [0, 1.5, 0],
                           "tail": [0, 1.6, 0], "reach": 0.3, "share": 0.5})");
    file.bind();
    const gltf::model before = file.read(false);
    const gltf::model after = file.read();
    const auto& old_rows = before.meshes[0].vertices;
    const auto& new_rows = after.meshes[0].vertices;
    std::size_t changed = 0;
    for (std::size_t v = 0; v < old_rows.positions.size(); ++v) {
        const std::size_t olds = old_rows.first_influence[v + 1] - old_rows.first_influence[v];
        const std::size_t news = new_rows.first_influence[v + 1] - new_rows.first_influence[v];
        changed += olds != news ? 1 : 0;
        CHECK((olds == news || old_rows.positions[v].y > 1.2F));
    }
    CHECK(changed == 4); // the last ring
}

TEST_CASE("a file without weights gets a belly and a cape, and swings", "[binding]") {
    bound_file file(dressed_body());
    file.options.helpers = "propose";
    const auto report = file.bind();
    REQUIRE(report.helpers.size() >= 9); // a belly and at least two chains of four
    CHECK(report.reasons.size() >= 3);
    const gltf::model after = file.read();
    CHECK(after.warnings.empty());
    check_rows(after.meshes[0]);
    for (const std::string& name : report.helpers) {
        INFO(name);
        CHECK(moved_by(after, bone_called(after, name)) > 0.01);
    }
    const auto springs = authoring::find_springs(after, {});
    REQUIRE(springs);
    CHECK(springs->settings.springs.size() == report.reasons.size());
    std::vector<std::string> warnings;
    CHECK(authoring::build_springs(*springs, after.bones, {}, 60, warnings));
    CHECK(warnings.empty());
    // The same bytes again, and with workers.
    const std::string bytes = read_text(file.options.out);
    file.bind();
    CHECK(read_text(file.options.out) == bytes);
    // A bound file is a file like others: it may be bound again, with the helpers as its bones.
    bound_file again(dressed_body());
    again.options.in = file.options.out;
    again.options.keeps_weights = true;
    give_helpers(again, fat + "}");
    const auto twice = binding::bind_file(again.options);
    REQUIRE_FALSE(twice); // the body has no bone called "middle"
    CHECK(twice.error().name == errors::unknown_bone);
}

TEST_CASE("helpers that cannot be are refused by name, and nothing is written", "[binding]") {
    bound_file file(test::tube());
    file.options.helpers = "propose";
    CHECK(file.refused().name == errors::no_helpers);
    give_helpers(file, "");
    CHECK(file.refused().name == errors::no_helpers);
    give_helpers(file,
                 R"({"name": "a", "parent": "nobody", "head": [0, 0, 0], "tail": [0, 1, 0]})");
    CHECK(file.refused().name == errors::unknown_bone);
    give_helpers(file, R"({"name": "hip", "parent": "hip", "head": [0, 0, 0], "tail": [0, 1, 0]})");
    CHECK(file.refused().name == errors::duplicate_name);
    file.options.helpers = (file.folder.path() / "none.json").string();
    CHECK(file.refused().message.find("none.json") != std::string::npos);
}
