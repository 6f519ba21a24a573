#include "support/bad_gltf_parts.hpp"

#include <limits>

namespace jounce::test {
namespace {

using json = nlohmann::json;

json& node(gltf_builder& f, std::size_t index) { return f.document["nodes"][index]; }
json& primitive(gltf_builder& f) { return f.document["meshes"][0]["primitives"][0]; }

void add_bad_nodes(bad_list& out) {
    const auto wrong = [&](const char* name, const char* error, const char* says, std::size_t index,
                           const char* member, const json& value) {
        out.add(name, error, says, [=](gltf_builder& f) { node(f, index)[member] = value; });
    };
    out.add("no_nodes", "empty_rig", "/nodes", [](gltf_builder& f) {
        f.document.erase("nodes");
        f.document.erase("skins");
        f.document.erase("animations");
    });
    out.add("too_many_nodes", "out_of_range", "4096", [](gltf_builder& f) {
        f.document["nodes"].get_ref<json::array_t&>().resize(4097, json::object());
    });
    wrong("node_cycle", "cycle", "/nodes/", 3, "children", {1});
    wrong("node_own_child", "cycle", "/nodes/0", 0, "children", {0});
    wrong("node_two_parents", "two_parents", "/nodes/3/children", 3, "children", {2});
    wrong("node_child_twice", "two_parents", "/nodes/1/children", 1, "children", {2, 2});
    wrong("child_unknown", "bad_index", "/nodes/3/children/0", 3, "children", {4});
    wrong("child_negative", "out_of_range", "/nodes/3/children/0", 3, "children", {-1});
    wrong("children_number", "wrong_type", "/nodes/3/children", 3, "children", 1);
    wrong("mesh_unknown", "bad_index", "/nodes/0/mesh", 0, "mesh", 1);
    wrong("skin_unknown", "bad_index", "/nodes/0/skin", 0, "skin", 1);
    wrong("rotation_zero", "bad_number", "/nodes/2/rotation", 2, "rotation", {0, 0, 0, 0});
    wrong("rotation_short", "wrong_type", "/nodes/2/rotation", 2, "rotation", {0, 0, 1});
    wrong("translation_text", "wrong_type", "/nodes/2/translation/1", 2, "translation",
          {0, "a", 0});
    wrong("translation_absurd", "out_of_range", "/nodes/2/translation/0", 2, "translation",
          {1e300, 0, 0});
    out.add("scale_absurd", "bad_number", "/nodes/2", [](gltf_builder& f) {
        node(f, 1)["scale"] = {1e20, 1e20, 1e20};
        node(f, 2)["scale"] = {1e20, 1e20, 1e20};
    });
    wrong("matrix_sheared", "sheared", "/nodes/2/matrix", 2, "matrix",
          {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    wrong("matrix_perspective", "bad_number", "/nodes/2/matrix", 2, "matrix",
          {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    wrong("matrix_short", "wrong_type", "/nodes/2/matrix", 2, "matrix", {1, 0, 0, 0});
    wrong("name_number", "wrong_type", "/nodes/2/name", 2, "name", 5);
    out.add("node_list", "wrong_type", "/nodes/2",
            [](gltf_builder& f) { f.document["nodes"][2] = json::array(); });
}

void add_bad_meshes(bad_list& out) {
    const auto attribute = [&](const char* name, const char* error, const char* says,
                               const char* which, const auto& make) {
        out.add(name, error, says, [=](gltf_builder& f) {
            const json accessor = make(f);
            primitive(f)["attributes"][which] = accessor;
        });
    };
    attribute("attribute_unknown", "bad_index", "/attributes/NORMAL", "NORMAL",
              [](gltf_builder&) { return 99; });
    attribute("attribute_text", "wrong_type", "/attributes/NORMAL", "NORMAL",
              [](gltf_builder&) { return "1"; });
    attribute("normals_few", "bad_accessor", "16 are needed", "NORMAL",
              [](gltf_builder& f) { return f.accessor(std::vector<float>(45), "VEC3"); });
    attribute("weights_few", "bad_accessor", "/attributes/WEIGHTS_0", "WEIGHTS_0",
              [](gltf_builder& f) { return f.accessor(std::vector<float>(60), "VEC4"); });
    attribute("joints_float", "bad_accessor", "/attributes/JOINTS_0", "JOINTS_0",
              [](gltf_builder& f) { return f.accessor(std::vector<float>(64), "VEC4"); });
    attribute("joint_unknown", "bad_index", "vertex 0 has joint 3", "JOINTS_0",
              [](gltf_builder& f) { return f.accessor(std::vector<std::uint8_t>(64, 3), "VEC4"); });
    attribute("joints_alone", "bad_mesh", "JOINTS_1", "JOINTS_1", [](gltf_builder&) { return 3; });
    attribute("weights_alone", "bad_mesh", "WEIGHTS_1", "WEIGHTS_1",
              [](gltf_builder&) { return 4; });
    out.add("index_unknown", "bad_index", "names vertex 16 of 16", [](gltf_builder& f) {
        primitive(f)["indices"] = f.accessor<std::uint16_t>({0, 1, 16}, "SCALAR");
    });
    out.add("index_float", "bad_accessor", "/indices", [](gltf_builder& f) {
        primitive(f)["indices"] = f.accessor<float>({0, 1, 2}, "SCALAR");
    });
    out.add("index_nowhere", "bad_accessor", "without a buffer view", [](gltf_builder& f) {
        primitive(f)["indices"] = f.accessor_on(-1, 5125, "SCALAR", 3);
    });
    out.add("mode_unknown", "out_of_range", "/mode",
            [](gltf_builder& f) { primitive(f)["mode"] = 7; });
    out.add("no_attributes", "missing_member", "attributes",
            [](gltf_builder& f) { primitive(f).erase("attributes"); });
    out.add("no_primitives", "missing_member", "primitives",
            [](gltf_builder& f) { f.document["meshes"][0].erase("primitives"); });
    out.add("target_few", "bad_accessor", "/targets/0/POSITION", [](gltf_builder& f) {
        primitive(f)["targets"] = {{{"POSITION", f.accessor(std::vector<float>(6), "VEC3")}}};
    });
    out.add("target_number", "wrong_type", "/targets/0",
            [](gltf_builder& f) { primitive(f)["targets"] = {5}; });
    out.add("weight_text", "wrong_type", "/meshes/0/weights/0",
            [](gltf_builder& f) { f.document["meshes"][0]["weights"] = {"a"}; });
}

void add_bad_skins(bad_list& out) {
    const auto wrong = [&](const char* name, const char* error, const char* says,
                           const char* member, const json& value) {
        out.add(name, error, says,
                [=](gltf_builder& f) { f.document["skins"][0][member] = value; });
    };
    wrong("skin_empty", "bad_skin", "/skins/0/joints", "joints", json::array());
    wrong("skin_joint_unknown", "bad_index", "/skins/0/joints/1", "joints", {1, 9});
    wrong("skin_matrices_few", "bad_skin", "3 matrices for 4", "joints", {1, 2, 3, 0});
    wrong("skin_matrices_type", "bad_accessor", "MAT4 is needed", "inverseBindMatrices", 0);
    wrong("skin_matrices_unknown", "bad_index", "inverseBindMatrices", "inverseBindMatrices", 99);
    out.add("skin_no_joints", "missing_member", "joints",
            [](gltf_builder& f) { f.document["skins"][0].erase("joints"); });
    out.add("skin_absurd", "bad_skin", "65536",
            [](gltf_builder& f) { f.document["skins"][0]["joints"] = std::vector<int>(65537, 1); });
}

} // namespace

void add_bad_scenes(bad_list& out) {
    add_bad_nodes(out);
    add_bad_meshes(out);
    add_bad_skins(out);
}

void add_bad_clips(bad_list& out) {
    const auto sampler = [&](const char* name, const char* error, const char* says,
                             const char* member, const auto& make) {
        out.add(name, error, says, [=](gltf_builder& f) {
            const json value = make(f);
            f.document["animations"][0]["samplers"][0][member] = value;
        });
    };
    const auto times = [&](const char* name, const char* error, const char* says,
                           const std::vector<float>& numbers) {
        sampler(name, error, says, "input",
                [=](gltf_builder& f) { return f.accessor(numbers, "SCALAR"); });
    };
    times("times_back", "bad_animation", "goes back in time at key 2", {0, 2, 1});
    times("times_few", "bad_animation", "/samplers/0/output", {0, 1});
    times("times_none", "bad_animation", "no keys", {});
    times("times_nan", "bad_number", "/samplers/0/input",
          {0, std::numeric_limits<float>::quiet_NaN(), 1});
    sampler("rotation_three", "bad_accessor", "VEC4 is needed", "output",
            [](gltf_builder& f) { return f.accessor(std::vector<float>(9, 1.0F), "VEC3"); });
    sampler("rotation_no_length", "bad_animation", "no length at key 1", "output",
            [](gltf_builder& f) {
                return f.accessor<float>({0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}, "VEC4");
            });
    sampler("output_unknown", "bad_index", "/samplers/0/output", "output",
            [](gltf_builder&) { return 99; });
    sampler("mode_text", "bad_animation", "CUBIC", "interpolation",
            [](gltf_builder&) { return "CUBIC"; });
    sampler("cubic_few", "bad_animation", "36", "interpolation",
            [](gltf_builder&) { return "CUBICSPLINE"; });
    const auto channel = [&](const char* name, const char* error, const char* says,
                             const json& value) {
        out.add(name, error, says,
                [=](gltf_builder& f) { f.document["animations"][0]["channels"][0] = value; });
    };
    channel("sampler_unknown", "bad_index", "/channels/0/sampler",
            {{"sampler", 1}, {"target", {{"node", 2}, {"path", "rotation"}}}});
    channel("target_unknown", "bad_index", "/channels/0/target/node",
            {{"sampler", 0}, {"target", {{"node", 77}, {"path", "rotation"}}}});
    channel("target_missing", "missing_member", "target", {{"sampler", 0}});
    channel("path_number", "wrong_type", "/channels/0/target/path",
            {{"sampler", 0}, {"target", {{"path", 4}}}});
    out.add("no_samplers", "missing_member", "samplers",
            [](gltf_builder& f) { f.document["animations"][0].erase("samplers"); });
}

} // namespace jounce::test
