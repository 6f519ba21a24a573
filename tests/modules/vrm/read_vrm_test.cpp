#include "vrm_text.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::test;

TEST_CASE("springs of VRM 1.0 are read with every setting and every default", "[vrm][read]") {
    const result<vrm_springs> read = read_text(document_1(R"({"specVersion":"1.0",
        "colliders":[
            {"node":1,"shape":{"sphere":{"offset":[1,2,3],"radius":0.5}}},
            {"node":0,"shape":{"capsule":{"radius":0.25,"tail":[0,1,0]}}},
            {"node":1,"shape":{"sphere":{"radius":9}},"extensions":{
                "VRMC_springBone_extended_collider":{"specVersion":"1.0-draft",
                    "shape":{"plane":{"offset":[0,-1,0]}}}}},
            {"node":1,"shape":{"sphere":{"radius":9}},"extensions":{
                "VRMC_springBone_extended_collider":{"specVersion":"1.0",
                    "shape":{"capsule":{"radius":2,"tail":[0,0,1],"inside":true}}}}},
            {"node":1,"shape":{"sphere":{"radius":9}},"extensions":{
                "VRMC_springBone_extended_collider":{"specVersion":"2.0",
                    "shape":{"plane":{}}}}}],
        "colliderGroups":[{"name":"all","colliders":[0,1,2]},{"colliders":[3]}],
        "springs":[{"name":"tail","center":0,"colliderGroups":[1,0],"joints":[
            {"node":2,"hitRadius":0.1,"stiffness":2,"gravityPower":0.5,"gravityDir":[1,0,0],
             "dragForce":0.25,"extensions":{"VRMC_springBone_limit":{"specVersion":"1.0-draft",
                "limit":{"spherical":{"pitch":0.5,"yaw":0.75,"rotation":[1,0,0,0]}}}}},
            {"node":4},
            {"node":5,"hitRadius":7,"extensions":{"VRMC_springBone_limit":{
                "specVersion":"1.0-draft","limit":{}}}}]}]})"));
    REQUIRE(read);
    CHECK(read->version == vrm_version::v1);
    const vrm_description& all = read->springs;
    REQUIRE(all.bodies.size() == 5);
    CHECK(all.bodies[0].bone == 2);
    CHECK(all.bodies[0].offset == vec3<double>{1, 2, 3});
    CHECK(all.bodies[0].radius == 0.5);
    CHECK(all.bodies[1].shape == vrm_shape::capsule);
    CHECK(all.bodies[1].tail == vec3<double>{0, 1, 0});
    CHECK(all.bodies[2].shape == vrm_shape::plane);
    CHECK(all.bodies[2].normal == vec3<double>{0, 0, 1});
    CHECK(all.bodies[3].inside);
    CHECK(all.bodies[3].radius == 2);
    CHECK(all.bodies[4].radius == 9); // the plain shape, for a version that is not known
    REQUIRE(read->warnings.size() == 1);
    CHECK(read->warnings[0].find("/extensions/VRMC_springBone/colliders/4/") != std::string::npos);
    CHECK(all.groups[0].name == "all");
    CHECK(all.groups[1].bodies == std::vector<std::int32_t>{3});
    REQUIRE(all.chains.size() == 1);
    const vrm_chain& chain = all.chains[0];
    CHECK(chain.name == "tail");
    CHECK(chain.centre == 1);
    CHECK(chain.groups == std::vector<std::int32_t>{1, 0});
    REQUIRE(chain.joints.size() == 2); // the last joint is only a tail; its limit is not looked at
    CHECK(chain.joints[0].bone == 3);
    CHECK(chain.joints[0].tail_bone == 5); // one node is skipped
    CHECK(chain.joints[0].hit_radius == 0.1);
    CHECK(chain.joints[0].stiffness == 2);
    CHECK(chain.joints[0].gravity_power == 0.5);
    CHECK(chain.joints[0].gravity_dir == vec3<double>{1, 0, 0});
    CHECK(chain.joints[0].drag_force == 0.25);
    CHECK(chain.joints[0].limit.shape == limit_shape::spherical);
    CHECK(chain.joints[0].limit.pitch == 0.5);
    CHECK(chain.joints[0].limit.yaw == 0.75);
    CHECK(chain.joints[0].limit.rotation == quat<double>{1, 0, 0, 0});
    CHECK(chain.joints[1].hit_radius == 0);
    CHECK(chain.joints[1].stiffness == 1);
    CHECK(chain.joints[1].gravity_power == 0);
    CHECK(chain.joints[1].gravity_dir == vec3<double>{0, -1, 0});
    CHECK(chain.joints[1].drag_force == 0.5); // not the 0.4 of other programs
    CHECK(chain.joints[1].limit.shape == limit_shape::none);
}

TEST_CASE("bone groups of VRM 0.x become joints of all nodes below, with a 7 cm end",
          "[vrm][read]") {
    const std::string nodes =
        R"("nodes":[{"children":[2,1],"translation":[0,1,0]},{"translation":[0.5,0,0]},)"
        R"({"translation":[0,-0.2,0],"scale":[2,2,2],"children":[3]},)"
        R"({"translation":[0,0,0.1],"rotation":[0.7071067811865476,0,0,0.7071067811865476]}])";
    const std::string text = document_0(
        R"({"boneGroups":[{"comment":"hair","bones":[0],"center":-1,"colliderGroups":[0],
        "stiffiness":2.5,"gravityPower":0.1,"gravityDir":{"x":0,"y":0,"z":1},"dragForce":0.3,
        "hitRadius":0.05},{"bones":[3]}],
        "colliderGroups":[{"node":1,"colliders":[{"offset":{"x":1,"y":2,"z":3},"radius":0.5}]}]})",
        nodes);
    const document_rig<double> rig = rig_of_document<double>(text);
    const result<vrm_springs> read = read_vrm(text, "old.vrm", rig.bones, rig.bone_of_node);
    REQUIRE(read);
    CHECK(read->version == vrm_version::v0);
    REQUIRE(read->springs.bodies.size() == 1);
    CHECK(read->springs.bodies[0].offset == vec3<double>{1, 2, -3}); // from left-handed axes
    REQUIRE(read->springs.chains.size() == 2);
    const vrm_chain& hair = read->springs.chains[0];
    CHECK(hair.name == "hair");
    CHECK(hair.centre == -1);
    REQUIRE(hair.joints.size() == 4);
    for (const vrm_joint& joint : hair.joints) {
        CHECK(joint.stiffness == 2.5);
        CHECK(joint.gravity_dir == vec3<double>{0, 0, 1});
        CHECK(joint.drag_force == 0.3);
        CHECK(joint.hit_radius == 0.05);
        CHECK(joint.is_vrm_0);
    }
    const auto joint_of = [&](std::size_t node) {
        for (const vrm_joint& joint : hair.joints) {
            if (joint.bone == rig.bone_of_node[node]) {
                return joint;
            }
        }
        return vrm_joint{.bone = -1};
    };
    // The first child in the file's order, which is not that of the nodes.
    CHECK(joint_of(0).tail_bone == rig.bone_of_node[2]);
    CHECK(joint_of(2).tail_bone == rig.bone_of_node[3]);
    const vrm_joint end = joint_of(1);
    CHECK(end.tail_bone == -1);
    CHECK(length(end.tail_offset - vec3<double>{0.07, 0, 0}) < 1e-12);
    // On the way from its parent (z there, which is y in its own turned frame), 7 cm times its scale.
    const vrm_joint turned = joint_of(3);
    CHECK(turned.tail_bone == -1);
    const vec3<double> own = turned.tail_offset;
    CHECK(length(own - vec3<double>{0, 0.07, 0}) < 1e-12);
    // The second group names a node that is taken; its settings are those of the defaults.
    CHECK(read->springs.chains[1].joints.empty());
    REQUIRE(read->warnings.size() == 1);
    CHECK(read->warnings[0].find("/boneGroups/1/bones/0") != std::string::npos);
}

TEST_CASE("a file without springs has none, and one of both versions those of 1.0", "[vrm][read]") {
    const result<vrm_springs> none = read_text("{" + nodes_text() + "}");
    REQUIRE(none);
    CHECK(none->version == vrm_version::none);
    CHECK(none->springs.chains.empty());
    const result<vrm_springs> both =
        read_text("{" + nodes_text() + R"(,"extensions":{"VRM":{"secondaryAnimation":7},
            "VRMC_springBone":{"specVersion":"1.0"}}})");
    REQUIRE(both);
    CHECK(both->version == vrm_version::v1);
}

TEST_CASE("node constraints are read", "[vrm][read]") {
    const auto on = [](const std::string& body) {
        return R"(,"extensions":{"VRMC_node_constraint":{"specVersion":"1.0","constraint":)" +
               body + "}}";
    };
    const result<vrm_springs> read =
        read_text("{" +
                  nodes_text(on(R"({"aim":{"source":5,"aimAxis":"NegativeY","weight":0.5}})"),
                             on(R"({"roll":{"source":5,"rollAxis":"Z"}})")) +
                  "}");
    REQUIRE(read);
    REQUIRE(read->constraints.size() == 2);
    CHECK(read->constraints[0].kind == constraint_kind::roll);
    CHECK(read->constraints[0].bone == 1);
    CHECK(read->constraints[0].axis == vec3<double>{0, 0, 1});
    CHECK(read->constraints[0].weight == 1);
    CHECK(read->constraints[1].kind == constraint_kind::aim);
    CHECK(read->constraints[1].bone == 2);
    CHECK(read->constraints[1].source == 6);
    CHECK(read->constraints[1].axis == vec3<double>{0, -1, 0});
    CHECK(read->constraints[1].weight == 0.5);
    const result<vrm_springs> rotation =
        read_text("{" + nodes_text(on(R"({"rotation":{"source":0}})")) + "}");
    REQUIRE(rotation);
    REQUIRE(rotation->constraints.size() == 1);
    CHECK(rotation->constraints[0].kind == constraint_kind::rotation);
    CHECK(rotation->constraints[0].weight == 1);
}
