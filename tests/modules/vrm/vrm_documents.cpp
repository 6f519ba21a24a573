#include "vrm_documents.hpp"

#include "support/random_rigs.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace jounce::test {
namespace {

using nlohmann::json;

json array_of(const vec3<double>& v) { return json::array({v.x, v.y, v.z}); }
json members_of(const vec3<double>& v) { return {{"x", v.x}, {"y", v.y}, {"z", v.z}}; }

/// Nodes that grow from a seed. Joints are stiff enough not to swing over: at half a turn from rest the
/// shortest arc has no axis, and no two programs agree.
class tree {
public:
    explicit tree(std::uint32_t seed) : roll(seed) {}

    int add(int parent, const vec3<double>& at, const vec3<double>& scale, bool turned) {
        const int index = static_cast<int>(nodes.size());
        json node = {{"translation", array_of(at)}, {"scale", array_of(scale)}};
        if (turned) {
            const quat<double> q = roll.rotation();
            node["rotation"] = json::array({q.x, q.y, q.z, q.w});
        }
        nodes.push_back(std::move(node));
        if (parent >= 0) {
            nodes[static_cast<std::size_t>(parent)]["children"].push_back(index);
        }
        return index;
    }
    /// Alike along all axes.
    vec3<double> even(double least, double most) {
        const double s = roll.number(least, most);
        return {s, s, s};
    }
    /// A chain of nodes some 15 cm apart.
    std::vector<int> grow(int parent, int count, bool turned) {
        std::vector<int> out;
        for (int i = 0; i < count; ++i) {
            const vec3<double> way =
                i == 0 ? roll.vector(0.15) : vec3<double>{0.03, -0.14, 0.04} + roll.vector(0.05);
            out.push_back(add(out.empty() ? parent : out.back(), way, even(0.85, 1.2), turned));
        }
        return out;
    }

    dice roll;
    json nodes = json::array();
};

class maker_1 : public tree {
public:
    using tree::tree;

    std::string make(std::uint32_t seed) {
        const int hip = add(-1, {0, 1, 0}, even(0.6, 1.6), true);
        const int chest = add(hip, {0.02, 0.3, 0.01}, even(0.8, 1.3), true);
        const std::vector<int> first = grow(chest, 5, true);
        const std::vector<int> second = grow(chest, 4, true);
        const std::vector<int> branch = grow(first[2], 3, true);
        std::vector<int> flat = grow(hip, 4, true);
        nodes[static_cast<std::size_t>(flat[2])]["translation"] = {0, 0, 0};

        sphere(chest, false, roll.number(0.05, 0.12));     // 0
        capsule(hip, false, roll.number(0.04, 0.08));      // 1
        plane(hip);                                        // 2
        sphere(hip, true, roll.number(0.5, 0.9));          // 3
        capsule(chest, true, roll.number(0.5, 0.9));       // 4
        sphere(holder(), false, roll.number(0.1, 0.2));    // 5
        capsule(holder(), false, roll.number(0.05, 0.15)); // 6
        plane(holder());                                   // 7
        sphere(first[3], false, roll.number(0.03, 0.08));  // 8
        groups_ = {{{"colliders", {0, 1, 2}}},
                   {{"colliders", {3, 4}}},
                   {{"colliders", {5, 6, 7}}},
                   {{"colliders", {8}}}};

        spring(first, {0, 2}, -1);
        spring(second, {3, 1, 0}, seed % 3 == 1 ? hip : -1);
        spring(branch, {0}, seed % 3 == 2 ? branch.front() : chest);
        spring(flat, {2, 0}, seed % 2 == 0 ? chest : -1);
        const json document = {
            {"asset", {{"version", "2.0"}}},
            {"nodes", nodes},
            {"extensionsUsed", {"VRMC_springBone", "VRMC_springBone_extended_collider"}},
            {"extensions",
             {{"VRMC_springBone",
               {{"specVersion", "1.0"},
                {"colliders", colliders_},
                {"colliderGroups", groups_},
                {"springs", springs_}}}}}};
        return document.dump();
    }

private:
    /// A node beside the body, with a scale of its own along every axis.
    int holder() {
        const vec3<double> at = vec3<double>{0.2, 1, 0.1} + roll.vector(0.15);
        return add(-1, at, {roll.number(0.5, 1.5), roll.number(0.5, 1.5), roll.number(0.5, 1.5)},
                   true);
    }
    void collider(int node, const char* kind, json body, bool extended) {
        json made = {{"node", node}, {"shape", {{"sphere", {{"radius", 0}}}}}};
        json shape = {{kind, std::move(body)}};
        if (extended) {
            made["extensions"]["VRMC_springBone_extended_collider"] = {{"specVersion", "1.0"},
                                                                       {"shape", std::move(shape)}};
        } else {
            made["shape"] = std::move(shape);
        }
        colliders_.push_back(std::move(made));
    }
    void sphere(int node, bool inside, double radius) {
        collider(node, "sphere",
                 {{"offset", array_of(roll.vector(0.1))}, {"radius", radius}, {"inside", inside}},
                 inside);
    }
    void capsule(int node, bool inside, double radius) {
        collider(node, "capsule",
                 {{"offset", array_of(roll.vector(0.1))},
                  {"tail", array_of(roll.vector(0.3))},
                  {"radius", radius},
                  {"inside", inside}},
                 inside);
    }
    void plane(int node) {
        const vec3<double> normal = roll.vector(1);
        collider(
            node, "plane",
            {{"offset", array_of((-0.25 / length(normal)) * normal)}, {"normal", array_of(normal)}},
            true);
    }
    void spring(const std::vector<int>& chain, const std::vector<int>& groups, int centre) {
        json joints = json::array();
        // In the space of its own first joint a chain loses no speed by drag: a soft one amplifies
        // rounding until programs agree on nothing.
        const double stiffer = centre == chain.front() ? 3 : 1;
        for (const int node : chain) {
            joints.push_back({{"node", node},
                              {"hitRadius", roll.number(0, 0.04)},
                              {"stiffness", stiffer * roll.number(2, 4)},
                              {"gravityPower", roll.number(0, 0.8)},
                              {"gravityDir", array_of(roll.vector(1))},
                              {"dragForce", roll.number(0.4, 0.9)}});
        }
        joints[0].erase("dragForce"); // what a file leaves out is the schema's
        joints.back() = {{"node", chain.back()}};
        json made = {{"joints", std::move(joints)}, {"colliderGroups", groups}};
        if (centre >= 0) {
            made["center"] = centre;
        }
        springs_.push_back(std::move(made));
    }

    json colliders_ = json::array();
    json groups_ = json::array();
    json springs_ = json::array();
};

class maker_0 : public tree {
public:
    using tree::tree;

    std::string make(std::uint32_t seed) {
        const int hip = add(-1, {0, 1, 0}, even(0.6, 1.6), false);
        const int head = add(hip, {0, 0.4, 0}, even(0.8, 1.3), false);
        const std::vector<int> hair = grow(head, 3, false);
        grow(hair[1], 2, false); // branches: the first child is the tail
        const std::vector<int> skirt = grow(hip, 3, false);
        add(skirt[1], {0, 0, 0}, {1, 1, 1}, false); // a leaf without a direction
        json groups = json::array();
        for (const int node : {hip, head}) {
            json bodies = json::array();
            for (int i = 0; i < 3; ++i) {
                bodies.push_back({{"offset", members_of(roll.vector(0.2))},
                                  {"radius", roll.number(0.04, 0.12)}});
            }
            groups.push_back({{"node", node}, {"colliders", std::move(bodies)}});
        }
        const json secondary = {
            {"boneGroups",
             {group(hair[0], {1, 0}, -1), group(skirt[0], {0}, seed % 2 == 0 ? hip : -1)}},
            {"colliderGroups", std::move(groups)}};
        const json document = {{"asset", {{"version", "2.0"}}},
                               {"nodes", nodes},
                               {"extensionsUsed", {"VRM"}},
                               {"extensions", {{"VRM", {{"secondaryAnimation", secondary}}}}}};
        return document.dump();
    }

private:
    json group(int root, const std::vector<int>& met, int centre) {
        return {{"bones", {root}},
                {"center", centre},
                {"colliderGroups", met},
                {"stiffiness", roll.number(2, 4)},
                {"gravityPower", roll.number(0, 1)},
                {"gravityDir", members_of(roll.vector(1))},
                {"dragForce", roll.number(0.3, 0.9)},
                {"hitRadius", roll.number(0.01, 0.05)}};
    }
};

} // namespace

std::string vrm_1_document(std::uint32_t seed) { return maker_1(seed).make(seed); }
std::string vrm_0_document(std::uint32_t seed) { return maker_0(seed).make(seed); }

} // namespace jounce::test
