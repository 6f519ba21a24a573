#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/authoring/suggest_springs.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::authoring;

namespace {

struct named_bone {
    std::string name;
    std::int32_t parent = -1;
    bool weighted = true;
    double length = -1; ///< below 0: as all others
};

/// A model of bones alone, ten centimetres each, with one vertex per bone that has any.
gltf::model model_of(const std::vector<named_bone>& bones, double size = 0.1) {
    gltf::model out;
    out.file = "hero.glb";
    rig_builder builder;
    gltf::mesh mesh;
    mesh.vertices.first_influence = {0};
    std::vector<double> heights;
    for (const named_bone& bone : bones) {
        const double below = bone.parent < 0 ? 0 : heights[static_cast<std::size_t>(bone.parent)];
        const double length = bone.length <= 0 ? size : bone.length;
        heights.push_back(below + length);
        builder.add(rig_builder::segment{.name = bone.name,
                                         .parent = bone.parent,
                                         .head = {0, below, 0},
                                         .tail = {0, below + length, 0}});
        const std::int32_t index = static_cast<std::int32_t>(out.is_joint.size());
        out.is_joint.push_back(1);
        out.joints.push_back({index, {}});
        out.node_of_bone.push_back(index);
        out.bone_of_node.push_back(index);
        if (bone.weighted) {
            mesh.vertices.positions.push_back({});
            mesh.vertices.influences.push_back({static_cast<std::uint16_t>(index), 1});
            mesh.vertices.first_influence.push_back(
                static_cast<std::uint32_t>(mesh.vertices.influences.size()));
        }
    }
    out.bones = *builder.build<float>();
    for (std::size_t b = 0; b < bones.size(); ++b) {
        if (bones[b].length == 0) { // as files have them; segments must have a length
            out.bones.tail_local[b] = {};
            out.bones.rest_tail[b] = out.bones.rest_head[b];
        }
    }
    out.skins.push_back({"skin", 0, static_cast<std::int32_t>(bones.size())});
    out.meshes.push_back(mesh);
    return out;
}

/// Preset by the first bone of each chain.
std::map<std::string, std::string> presets_of(const suggestion& from, const gltf::model& in) {
    std::map<std::string, std::string> out;
    for (const suggested_chain& chain : from.chains) {
        CHECK_FALSE(chain.why.empty());
        out[in.bones.names[static_cast<std::size_t>(chain.bones.front())]] = chain.entry.preset;
    }
    return out;
}

/// What is suggested can be used as it is, and tunes exactly the bones that it names.
void check_settings(const suggestion& from, const gltf::model& in) {
    std::size_t bones = 0;
    for (const suggested_chain& chain : from.chains) {
        bones += chain.bones.size();
    }
    const auto read = parse_spring_file(write_spring_file(settings_of(from, in)), "x.json");
    INFO((read ? "" : read.error().message));
    REQUIRE(read);
    const auto tuned = tunings_of(*read, in.bones);
    INFO((tuned ? "" : tuned.error().message));
    REQUIRE(tuned);
    CHECK(tuned->size() == bones);
    authoring::spring_source source;
    source.origin = authoring::spring_origin::settings;
    source.settings = *read;
    std::vector<std::string> warnings;
    const auto built = authoring::build_springs(source, in.bones, std::nullopt, 60, warnings);
    INFO((built ? "" : built.error().message));
    CHECK(built);
}

const std::vector<named_bone> body = {
    {"hips", -1},       {"spine", 0},    {"neck", 1},       {"head", 2},       {"LeftUpperArm", 1},
    {"LeftForeArm", 4}, {"LeftHand", 5}, {"LeftIndex1", 6}, {"LeftIndex2", 7}, {"LeftIndex3", 8},
    {"thigh.L", 0},     {"shin.L", 10},  {"foot.L", 11},    {"toe.L", 12}};

std::vector<named_bone> with(std::vector<named_bone> more) {
    std::vector<named_bone> all = body;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace

TEST_CASE("chains are found by name", "[authoring]") {
    const gltf::model model = model_of(with({{"tail1", 0},
                                             {"tail2", 14},
                                             {"tail3", 15},
                                             {"tail_end", 16, false},
                                             {"ear.L", 3},
                                             {"ear.R", 3},
                                             {"Bust_L", 1},
                                             {"hairA_1", 3},
                                             {"hairA_2", 21}}));
    const suggestion found = suggest_springs(model);
    CHECK(presets_of(found, model) == std::map<std::string, std::string>{{"tail1", "tail"},
                                                                         {"ear.L", "ear"},
                                                                         {"ear.R", "ear"},
                                                                         {"Bust_L", "belly"},
                                                                         {"hairA_1", "long_hair"}});
    CHECK(found.chains[0].entry.chain == "tail1");
    CHECK(found.chains[0].entry.except == std::vector<std::string>{"tail_end"});
    CHECK(found.chains[0].bones.size() == 3);
    check_settings(found, model);
}

TEST_CASE("limbs, fingers and faces are left alone", "[authoring]") {
    const gltf::model model =
        model_of(with({{"jaw", 3}, {"eye.L", 3}, {"brow1.l", 3}, {"brow2.l", 16}}));
    CHECK(suggest_springs(model).chains.empty());
}

TEST_CASE("chains without a telling name are found by how they hang", "[authoring]") {
    const gltf::model model = model_of(with({{"thing.001", 3},
                                             {"thing.002", 14},
                                             {"thing.003", 15},
                                             {"other", 3},
                                             {"blade1", 6},
                                             {"blade2", 18},
                                             {"blade3", 19}}));
    const suggestion found = suggest_springs(model);
    // Two in a row are too few, and what is in a hand is held.
    CHECK(presets_of(found, model) == std::map<std::string, std::string>{{"thing.001", "tail"}});
    CHECK(found.chains[0].why.find("\"head\"") != std::string::npos);
    check_settings(found, model);
}

TEST_CASE("where no name says anything nothing is guessed", "[authoring]") {
    const gltf::model model = model_of({{"a", -1}, {"b", 0}, {"c", 1}, {"d", 2}, {"e", 0}});
    const suggestion found = suggest_springs(model);
    CHECK(found.chains.empty());
    CHECK(found.notes.size() == 1);
}

TEST_CASE("bones that move nothing, and bodies below a name, are left out", "[authoring]") {
    const gltf::model controls =
        model_of(with({{"tail_ctrl1", 0, false}, {"tail_ctrl2", 14, false}}));
    CHECK(suggest_springs(controls).chains.empty());
    // A skirt bone that carries a leg would swing the leg: only what hangs on it freely swings.
    const gltf::model odd =
        model_of({{"hips", -1}, {"skirt1", 0}, {"skirt2", 1}, {"thigh", 1}, {"shin", 3}});
    const suggestion found = suggest_springs(odd);
    REQUIRE(found.chains.size() == 1);
    CHECK(found.chains[0].entry.chain == "skirt2");
    check_settings(found, odd);
    // Flesh that the spine goes through is the spine.
    const gltf::model spine =
        model_of({{"hips", -1}, {"belly", 0}, {"upper", 1}, {"neck", 2}, {"head", 3}});
    CHECK(suggest_springs(spine).chains.empty());
}

TEST_CASE("how bones hang and how large they are has a say", "[authoring]") {
    // A torso that is called a trunk, and the tail of an elephant's head.
    const gltf::model torso = model_of({{"hips", -1}, {"trunk1", 0}, {"trunk2", 1}, {"head", 2}});
    CHECK(suggest_springs(torso).chains.empty());
    const gltf::model elephant = model_of(with({{"trunk1", 3}, {"trunk2", 14}, {"trunk3", 15}}));
    CHECK(presets_of(suggest_springs(elephant), elephant) ==
          std::map<std::string, std::string>{{"trunk1", "tail"}});
    // The boot of a car is one lid; its aerial still swings.
    const gltf::model car = model_of({{"chassis", -1},
                                      {"wheel_fl", 0},
                                      {"wheel_fr", 0},
                                      {"trunk", 0},
                                      {"hood", 0},
                                      {"tail1", 0},
                                      {"tail2", 5},
                                      {"antenna", 0}});
    CHECK(presets_of(suggest_springs(car), car) ==
          std::map<std::string, std::string>{{"antenna", "antenna"}});
    // Ears of somebody with fingers, a tenth and a hundredth of the size.
    std::vector<named_bone> person = with({{"LeftHandThumb1", 6}, {"ear.L", 3}});
    const gltf::model animal = model_of(person);
    CHECK(suggest_springs(animal).chains.size() == 1);
    person.back().length = 0.01;
    CHECK(suggest_springs(model_of(person)).chains.empty());
}

TEST_CASE("hard things are not soft, and may hang on soft ones", "[authoring]") {
    const gltf::model model = model_of(with({{"hairA_1", 3},
                                             {"hairA_2", 14},
                                             {"hairpin", 15},
                                             {"Breastplate", 1},
                                             {"Button Metal", 1},
                                             {"sword1", 6},
                                             {"sword2", 19},
                                             {"sword3", 20},
                                             {"shield1", 1},
                                             {"shield2", 22},
                                             {"shield3", 23}}));
    const suggestion found = suggest_springs(model);
    REQUIRE(found.chains.size() == 1);
    CHECK(found.chains[0].bones.size() == 2);
    CHECK(found.chains[0].entry.except == std::vector<std::string>{"hairpin"});
    check_settings(found, model);
}

TEST_CASE("bones without length are left out", "[authoring]") {
    const gltf::model model = model_of(with({{"tail1", 0, true, 0},
                                             {"tail2", 14},
                                             {"tail3", 15, true, 0},
                                             {"tail4", 16},
                                             {"ear.L", 3, true, 0}}));
    const suggestion found = suggest_springs(model);
    REQUIRE(found.chains.size() == 1);
    CHECK(found.chains[0].entry.except == std::vector<std::string>{"tail1", "tail3"});
    CHECK(found.chains[0].bones.size() == 2);
    check_settings(found, model);
    REQUIRE(found.notes.size() == 1);
    CHECK(found.notes[0].find("\"ear.L\"") != std::string::npos);
    // All in one point.
    const gltf::model point = model_of({{"tail1", -1, true, 0}, {"tail2", 0, true, 0}});
    CHECK(suggest_springs(point).chains.empty());
}

TEST_CASE("what is suggested can be simulated, whatever bones are called", "[authoring]") {
    // Names that mean more than themselves in a settings file, or cannot be written there.
    const gltf::model model = model_of({{"tail*", -1},
                                        {"tail?", 0},
                                        {"tail\n\"{", 1},
                                        {"tail_\xFF\xFE", 2},
                                        {std::string(70000, 'x') + "_hair", -1},
                                        {"hair_1", -1}});
    const suggestion found = suggest_springs(model);
    check_settings(found, model);
    REQUIRE_FALSE(found.chains.empty());
    CHECK(found.chains.back().entry.chain == "hair_1");
}

TEST_CASE("what is suggested for the models of others can be simulated", "[authoring]") {
    const char* folder = std::getenv("JOUNCE_ASSETS_DIR");
    if (folder == nullptr || !std::filesystem::is_directory(folder)) {
        SKIP("JOUNCE_ASSETS_DIR does not name a folder with models");
    }
    std::size_t models = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string suffix = entry.path().extension().string();
        if (suffix != ".glb" && suffix != ".gltf" && suffix != ".vrm") {
            continue;
        }
        const auto model = gltf::read_model(entry.path(), {.need_all_buffers = false});
        if (model) { // those that cannot be read are the loader's
            INFO(entry.path());
            check_settings(suggest_springs(*model), *model);
            ++models;
        }
    }
    CHECK(models > 0);
}

TEST_CASE("a model in centimetres gets settings in metres", "[authoring]") {
    const gltf::model model = model_of(with({{"tail1", 0}, {"tail2", 14}}), 10);
    CHECK(units_per_metre(model) == 100);
    const suggestion found = suggest_springs(model);
    REQUIRE(found.chains.size() == 1);
    CHECK(found.chains[0].entry.overridden.empty()); // presets are in metres, and so are settings
    CHECK(found.notes.size() == 1);
    check_settings(found, model);
    CHECK(units_per_metre(model_of(body)) == 1);
}
