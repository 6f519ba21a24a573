#include "vrm_text.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::test;

namespace {

struct bad_file {
    const char* name;
    std::string text;
    std::string place; ///< that the message must name
};

std::string spring(const std::string& joints, const std::string& more = "") {
    return document_1(R"({"specVersion":"1.0","colliders":[{"node":1,"shape":{"sphere":{}}}],)"
                      R"("colliderGroups":[{"colliders":[0]}],"springs":[{"name":"s","joints":[)" +
                      joints + "]" + more + "}]}");
}
std::string collider(const std::string& body) {
    return document_1(R"({"specVersion":"1.0","colliders":[)" + body + "]}");
}
std::string limit(const std::string& body) {
    return spring(R"({"node":2,"extensions":{"VRMC_springBone_limit":{"specVersion":"1.0-draft",)"
                  R"("limit":)" +
                  body + R"(}}},{"node":3})");
}
std::string constraint(const std::string& body) {
    return "{" +
           nodes_text(R"(,"extensions":{"VRMC_node_constraint":{"specVersion":"1.0",)"
                      R"("constraint":)" +
                      body + "}}") +
           "}";
}
std::string group(const std::string& body) {
    return document_0(R"({"colliderGroups":[],"boneGroups":[{)" + body + "}]}");
}
std::string many(const std::string& one, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) {
        out += (i == 0 ? "" : ",") + one;
    }
    return out;
}

std::vector<bad_file> bad_files() {
    const std::string good = R"({"node":2},{"node":3})";
    return {
        {"bad_json", "{", "file.vrm"},
        {"bad_json", "", "file.vrm"},
        {"duplicate_key", R"({"nodes":[],"nodes":[]})", "file.vrm"},
        {"too_deep", std::string(60, '[') + std::string(60, ']'), "file.vrm"},
        {"wrong_type", document_1("[]"), "/extensions/VRMC_springBone"},
        {"missing_member", document_1("{}"), "specVersion"},
        {"wrong_type", document_1(R"({"specVersion":1})"), "/specVersion"},
        {"unsupported_version", document_1(R"({"specVersion":"7"})"), "/specVersion"},
        {"wrong_type", document_1(R"({"specVersion":"1.0","springs":{}})"), "/springs"},
        {"missing_member", document_1(R"({"specVersion":"1.0","springs":[{}]})"), "/springs/0"},
        {"wrong_type", spring("7,8"), "/joints/0"},
        {"missing_member", spring("{},{}"), "/joints/0"},
        {"out_of_range", spring(R"({"node":6},{"node":3})"), "/joints/0/node"},
        {"out_of_range", spring(R"({"node":-1},{"node":3})"), "/joints/0/node"},
        {"out_of_range", spring(R"({"node":2},{"node":99})"), "/joints/1/node"},
        {"wrong_type", spring(R"({"node":2.5},{"node":3})"), "/joints/0/node"},
        {"out_of_range", spring(R"({"node":2,"dragForce":1.5},{"node":3})"), "/dragForce"},
        {"out_of_range", spring(R"({"node":2,"stiffness":-1},{"node":3})"), "/stiffness"},
        {"out_of_range", spring(R"({"node":2,"hitRadius":1e12},{"node":3})"), "/hitRadius"},
        {"wrong_type", spring(R"({"node":2,"gravityDir":[1,2]},{"node":3})"), "/gravityDir"},
        {"wrong_type", spring(R"({"node":2,"gravityPower":"x"},{"node":3})"), "/gravityPower"},
        {"not_below", spring(R"({"node":3},{"node":2})"), "joint 0"},
        {"not_below", spring(R"({"node":2},{"node":2})"), "joint 0"},
        {"not_below", spring(R"({"node":1},{"node":2})"), "joint 0"},
        {"out_of_range", spring(good, R"(,"colliderGroups":[1])"), "/colliderGroups/0"},
        {"out_of_range", spring(good, R"(,"center":6)"), "/center"},
        {"bad_centre", spring(good, R"(,"center":4)"), "\"s\", joint 0"},
        {"duplicate_joint",
         document_1(R"({"specVersion":"1.0","springs":[{"joints":[{"node":2},{"node":3}]},)"
                    R"({"joints":[{"node":2},{"node":4}]}]})"),
         "spring 1"},
        {"missing_member", collider("{}"), "/colliders/0"},
        {"missing_member", collider(R"({"node":1})"), "/colliders/0"},
        {"bad_collider", collider(R"({"node":1,"shape":{}})"), "/colliders/0/shape"},
        {"bad_collider", collider(R"({"node":1,"shape":{"sphere":{},"capsule":{}}})"), "/shape"},
        {"out_of_range", collider(R"({"node":1,"shape":{"sphere":{"radius":-1}}})"), "/radius"},
        {"wrong_type", collider(R"({"node":1,"shape":{"sphere":{"offset":1}}})"), "/offset"},
        {"bad_collider",
         collider(R"({"node":1,"shape":{"sphere":{}},"extensions":{)"
                  R"("VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":{}}}})"),
         "/VRMC_springBone_extended_collider/shape"},
        {"bad_collider",
         collider(R"({"node":1,"shape":{"sphere":{}},"extensions":{)"
                  R"("VRMC_springBone_extended_collider":{"specVersion":"1.0",)"
                  R"("shape":{"plane":{"normal":[0,0,0]}}}}})"),
         "collider 0"},
        {"out_of_range",
         document_1(R"({"specVersion":"1.0","colliderGroups":[{"colliders":[0]}]})"),
         "/colliderGroups/0/colliders/0"},
        {"bad_limit", limit("{}"), "/limit"},
        {"bad_limit", limit(R"({"cone":{"angle":1},"hinge":{"angle":1}})"), "/limit"},
        {"missing_member", limit(R"({"cone":{}})"), "/cone"},
        {"missing_member", limit(R"({"spherical":{"pitch":1}})"), "/spherical"},
        {"out_of_range", limit(R"({"hinge":{"angle":-1}})"), "/hinge/angle"},
        {"bad_limit", limit(R"({"cone":{"angle":1,"rotation":[0,0,0,0]}})"), "/cone/rotation"},
        {"bad_constraint", constraint("{}"), "/nodes/1/extensions/VRMC_node_constraint"},
        {"missing_member", constraint(R"({"rotation":{}})"), "/rotation"},
        {"out_of_range", constraint(R"({"rotation":{"source":6}})"), "/rotation/source"},
        {"out_of_range", constraint(R"({"rotation":{"source":0,"weight":2}})"), "/weight"},
        {"bad_constraint", constraint(R"({"roll":{"source":0,"rollAxis":"W"}})"), "/rollAxis"},
        {"bad_constraint", constraint(R"({"aim":{"source":0,"aimAxis":"X"}})"), "/aimAxis"},
        {"cycle", constraint(R"({"rotation":{"source":1}})"), "constraint 0"},
        {"out_of_range", group(R"("bones":[6])"), "/boneGroups/0/bones/0"},
        {"wrong_type", group(R"("bones":7)"), "/boneGroups/0/bones"},
        {"out_of_range", group(R"("bones":[],"center":6)"), "/center"},
        {"out_of_range", group(R"("bones":[],"colliderGroups":[0])"), "/colliderGroups/0"},
        {"out_of_range", group(R"("bones":[2],"dragForce":-0.1)"), "/dragForce"},
        {"missing_member", document_0(R"({"colliderGroups":[{"node":0}]})"), "/colliderGroups/0"},
        {"out_of_range", spring(many(R"({"node":2})", 5000)), "/joints"},
        {"too_many",
         document_1(R"({"specVersion":"1.0","colliders":[{"node":1,"shape":{"sphere":{}}}],)"
                    R"("colliderGroups":[{"colliders":[)" +
                    many("0", 16000) + R"(]}],"springs":[{"joints":[{"node":2},{"node":3}],)" +
                    R"("colliderGroups":[)" + many("0", 10) + "]}]}"),
         "spring 0"},
    };
}

} // namespace

TEST_CASE("malformed VRM data gets one clear error", "[vrm][read][bad-input]") {
    for (const bad_file& bad : bad_files()) {
        CAPTURE(bad.name, bad.place, bad.text.substr(0, 600));
        const result<vrm_springs> read = read_text(bad.text);
        REQUIRE_FALSE(read);
        CHECK(read.error().name == bad.name);
        CHECK(read.error().message.find("file.vrm") != std::string::npos);
        CHECK(read.error().message.find(bad.place) != std::string::npos);
        CHECK(read.error().message.size() < 1000);
    }
}

TEST_CASE("nodes that are no bones are named", "[vrm][read][bad-input]") {
    const document_rig<double> rig = rig_of_document<double>("{" + nodes_text() + "}");
    std::vector<std::int32_t> some = rig.bone_of_node;
    some[3] = -1;
    const std::string text = spring(R"({"node":2},{"node":3})");
    CHECK(read_vrm(text, "f", rig.bones, some).error().name == "no_bone");
    CHECK(read_vrm(group(R"("bones":[2])"), "f", rig.bones, some).error().name == "no_bone");
    some[3] = 7;
    CHECK(read_vrm(text, "f", rig.bones, some).error().name == "unknown_bone");
    CHECK_FALSE(read_vrm(text, "f", rig.bones, {}));
}

TEST_CASE("no truncation or changed byte of a file brings the reader down",
          "[vrm][read][bad-input]") {
    const std::string text = limit(R"({"cone":{"angle":1,"rotation":[0,0,0,1]}})");
    REQUIRE(read_text(text));
    int refused = 0;
    for (std::size_t size = 0; size < text.size(); ++size) {
        refused += read_text(text.substr(0, size)) ? 0 : 1;
    }
    CHECK(refused == static_cast<int>(text.size()));
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const char c : {'9', '-', '"', '}', '\0'}) {
            std::string changed = text;
            changed[i] = c;
            const result<vrm_springs> read = read_text(changed);
            REQUIRE((read || !read.error().message.empty()));
        }
    }
}
