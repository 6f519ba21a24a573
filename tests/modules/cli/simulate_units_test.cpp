// jounce simulate and suggest of one model in two units.

#include "modules/authoring/scaled_file.hpp"
#include "modules/dev/replay/run_program.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

using namespace jounce_test;

namespace {

/// Of the components of a quaternion: a bone of a seventh of the model's size whose tail is off by 1e-4
/// of that size has turned by 6e-4.
constexpr float near_enough = 3e-4F;

/// The numbers of all rotation tracks of the springs of a baked file.
std::vector<float> rotations_of(const fs::path& file) {
    const swing_file baked = take_apart(read_text(file));
    std::vector<float> out;
    for (const auto& clip : baked.json["animations"]) {
        for (const auto& channel : clip["channels"]) {
            if (channel["target"]["path"] == "rotation") {
                const std::size_t sampler = channel["sampler"].get<std::size_t>();
                const std::size_t output = clip["samplers"][sampler]["output"].get<std::size_t>();
                if (baked.json["accessors"][output]["componentType"] == 5126) {
                    const std::vector<float> turns = floats_of(baked, output);
                    out.insert(out.end(), turns.begin(), turns.end());
                }
            }
        }
    }
    return out;
}

void check_baked_alike(const swing_file& metres, const swing_file& centimetres,
                       const std::string& settings) {
    const temporary_folder folder;
    const fs::path small = metres.save(folder, "metres.glb");
    const fs::path large = centimetres.save(folder, "centimetres.glb");
    std::vector<std::string> from;
    if (!settings.empty()) {
        const fs::path springs = folder.path() / "springs.json";
        write_text(springs, settings);
        from = {"--springs", springs.string()};
    }
    std::vector<std::vector<float>> turns;
    for (const fs::path& model : {small, large}) {
        std::vector<std::string> words = from;
        if (settings.empty()) { // what suggest writes for one is right for that one
            const fs::path written = folder.path() / (model.stem().string() + ".json");
            const program_outcome done =
                run_program({"suggest", model.string(), "-o", written.string()});
            INFO(done.err);
            REQUIRE(done.code == 0);
            words = {"--springs", written.string()};
        }
        const fs::path out = folder.path() / (model.stem().string() + "_baked.glb");
        words.insert(words.begin(), {"simulate", model.string(), "-o", out.string()});
        words.insert(words.end(), {"--tolerance", "0"});
        const program_outcome done = run_program(words);
        INFO(done.err);
        REQUIRE(done.code == 0);
        turns.push_back(rotations_of(out));
    }
    REQUIRE(turns[0].size() == turns[1].size());
    REQUIRE(turns[0].size() > 100);
    float largest = 0;
    for (std::size_t i = 0; i < turns[0].size(); ++i) {
        largest = std::max(largest, std::abs(turns[0][i] - turns[1][i]));
    }
    CHECK(largest < near_enough);
    CHECK(turns[0] != rotations_of(small));
}

} // namespace

TEST_CASE("simulate gives the same for both units", "[units][cli][bake]") {
    const swing_file metres;
    const swing_file centimetres = with_lengths_times(metres, 100);
    SECTION("suggested") { check_baked_alike(metres, centimetres, ""); }
    SECTION("by settings") { check_baked_alike(metres, centimetres, tail_settings()); }
    SECTION("of VRM") {
        const swing_file vrm = vrm_model();
        const temporary_folder folder;
        // Without settings: VRM has its own.
        std::vector<std::vector<float>> turns;
        for (const double factor : {1.0, 100.0}) {
            const fs::path in = with_lengths_times(vrm, factor).save(folder);
            const fs::path out = folder.path() / "out.glb";
            const program_outcome done =
                run_program({"simulate", in.string(), "-o", out.string(), "--tolerance", "0"});
            INFO(done.err);
            REQUIRE(done.code == 0);
            turns.push_back(rotations_of(out));
        }
        REQUIRE(turns[0].size() == turns[1].size());
        float largest = 0;
        for (std::size_t i = 0; i < turns[0].size(); ++i) {
            largest = std::max(largest, std::abs(turns[0][i] - turns[1][i]));
        }
        CHECK(largest < near_enough);
    }
    SECTION("of the Fox") {
        const std::optional<swing_file> model = fox();
        if (!model) {
            SKIP("JOUNCE_ASSETS_DIR does not name a folder with Fox.glb");
        }
        check_baked_alike(with_lengths_times(*model, 0.01), *model, "");
    }
}
