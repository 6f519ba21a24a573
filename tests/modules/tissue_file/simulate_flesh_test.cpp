// Flesh baked into clips: what viewers show is what was simulated.

#include "limb_file.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/bake/bake_file.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <sys/wait.h>

using namespace jounce;
using namespace jounce::test;

namespace {

namespace fs = std::filesystem;

bake::bake_report simulate(const bake::bake_options& options) {
    const auto done = bake::bake_file(options);
    INFO((done ? "" : done.error().message));
    REQUIRE(done);
    return *done;
}

bake::bake_options of_limb(const limb_folder& folder, const std::string& out) {
    bake::bake_options options;
    options.in = folder.model();
    options.out = folder.path(out);
    options.tissue = folder.flesh();
    return options;
}

std::string bytes_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Where each vertex is displaced to in every frame, as programs simulate it: [frame][vertex].
std::vector<std::vector<vec3<double>>> simulated(const limb_folder& folder) {
    const auto character =
        authoring::read_character(folder.model(), {.suggest = false, .tissue = folder.flesh()});
    REQUIRE(character);
    const auto motion = bake::record_motion(character->kind.kind, character->kind.clips, 0, {});
    REQUIRE(motion);
    const tissue_set& set = *character->kind.kind->tissue;
    std::vector<std::vector<vec3<double>>> out(motion->frame_count());
    for (std::size_t f = 0; f < out.size(); ++f) {
        for (std::size_t v = 0; v + 1 < set.vertex_first.size(); ++v) {
            vec3<double>& to = out[f].emplace_back();
            for (std::uint32_t i = set.vertex_first[v]; i < set.vertex_first[v + 1]; ++i) {
                const tissue_weight<float>& one = set.vertex_weights[i];
                to = to +
                     static_cast<double>(one.weight) *
                         cast<double>(motion->flesh[f * static_cast<std::size_t>(set.handle_count) +
                                                    static_cast<std::size_t>(one.handle)]);
            }
        }
    }
    return out;
}

/// The same as the morph targets of a file say it. `first` older targets are left out.
std::vector<std::vector<vec3<double>>> written(const fs::path& file, std::size_t first = 0) {
    const auto model = gltf::read_model(file);
    INFO((model ? "" : model.error().message));
    REQUIRE(model);
    REQUIRE(model->clips.clips.front().morphs.size() == 1);
    const clip& played = model->clips.clips.front();
    const morph_track& track = played.morphs.front();
    const gltf::mesh& mesh = model->meshes[static_cast<std::size_t>(track.mesh)];
    REQUIRE(track.weight_count == mesh.morphs.size());
    std::vector<std::vector<vec3<double>>> out(track.key_count);
    for (std::size_t f = 0; f < out.size(); ++f) {
        out[f].resize(mesh.vertices.positions.size());
        for (std::size_t k = first; k < mesh.morphs.size(); ++k) {
            const double weight =
                static_cast<double>(played.values[track.first_value + f * track.weight_count + k]);
            for (std::size_t v = 0; v < out[f].size(); ++v) {
                out[f][v] = out[f][v] + weight * cast<double>(mesh.morphs[k].positions[v]);
            }
        }
    }
    return out;
}

double apart(const std::vector<std::vector<vec3<double>>>& a,
             const std::vector<std::vector<vec3<double>>>& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t f = 0; f < a.size(); ++f) {
        REQUIRE(a[f].size() == b[f].size());
        for (std::size_t v = 0; v < a[f].size(); ++v) {
            most = std::max(most, length(a[f][v] - b[f][v]));
        }
    }
    return most;
}

} // namespace

TEST_CASE("baked flesh is what was simulated, within the tolerance", "[tissue][bake]") {
    const limb_folder folder;
    const auto wanted = simulated(folder);
    bake::bake_options options = of_limb(folder, "out.glb");
    std::size_t before = 1000;
    for (const double tolerance : {0.0, 1e-5, 1e-4, 1e-3}) {
        INFO(tolerance);
        options.tolerance = tolerance;
        const bake::flesh_report flesh = simulate(options).flesh;
        CHECK(flesh.handles == 12);
        CHECK(flesh.max_swing > 1e-3);
        CHECK(flesh.max_error <= std::max(tolerance, 1e-7));
        CHECK(flesh.targets <= before);
        CHECK(apart(wanted, written(options.out)) <= tolerance + 2e-6);
        before = flesh.targets;
    }
    CHECK(before < 12); // far fewer than three for each handle
}

TEST_CASE("baked flesh turns normals as it moves vertices, to first order", "[tissue][bake]") {
    const limb_folder folder;
    bake::bake_options options = of_limb(folder, "out.glb");
    options.tolerance = 0;
    simulate(options);
    const auto model = gltf::read_model(options.out);
    REQUIRE(model);
    const auto baked =
        authoring::read_character(folder.model(), {.suggest = false, .tissue = folder.flesh()});
    REQUIRE(baked);
    const tissue_set& set = *baked->kind.kind->tissue;
    const auto motion = bake::record_motion(baked->kind.kind, baked->kind.clips, 0, {});
    REQUIRE(motion);
    const clip& played = model->clips.clips.front();
    const morph_track& track = played.morphs.front();
    const gltf::mesh& mesh = model->meshes[static_cast<std::size_t>(track.mesh)];
    double with = 0, without = 0;
    for (std::size_t f = 0; f < motion->frame_count(); ++f) {
        const vec3<float>* handles =
            motion->flesh.data() + f * static_cast<std::size_t>(set.handle_count);
        for (std::size_t v = 0; v < mesh.vertices.positions.size(); ++v) {
            mat3<double> stretch = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            for (std::uint32_t i = set.vertex_first[v]; i < set.vertex_first[v + 1]; ++i) {
                const tissue_weight<float>& one = set.vertex_weights[i];
                const vec3<double> by = cast<double>(handles[one.handle]);
                const vec3<double> gradient = cast<double>(one.gradient);
                stretch.column[0] = stretch.column[0] + gradient.x * by;
                stretch.column[1] = stretch.column[1] + gradient.y * by;
                stretch.column[2] = stretch.column[2] + gradient.z * by;
            }
            const vec3<double> rest = cast<double>(mesh.vertices.normals[v]);
            const vec3<double> exact = cofactors(stretch) * rest;
            vec3<double> turned = rest;
            for (std::size_t k = 0; k < mesh.morphs.size(); ++k) {
                const float weight = played.values[track.first_value + f * track.weight_count + k];
                turned =
                    turned + static_cast<double>(weight) * cast<double>(mesh.morphs[k].normals[v]);
            }
            with = std::max(with, length(turned - exact));
            without = std::max(without, length(rest - exact));
        }
    }
    CHECK(without > 0.01);
    CHECK(with < 1.5 * without * without);
}

TEST_CASE("older morph targets and their tracks go on beside flesh", "[tissue][bake]") {
    const limb_folder folder;
    gltf_builder model = limb_folder::model_of(made_limb());
    const std::size_t count = made_limb().positions.size();
    const int smile = model.accessor(std::vector<float>(3 * count, 0.01F), "VEC3");
    auto& mesh = model.document["meshes"][0];
    auto& bounds = model.document["accessors"][static_cast<std::size_t>(smile)];
    bounds["min"] = {0.01F, 0.01F, 0.01F};
    bounds["max"] = {0.01F, 0.01F, 0.01F};
    mesh["primitives"][0]["targets"] = {{{"POSITION", smile}}};
    mesh["weights"] = {0.25};
    mesh["extras"]["targetNames"] = {"smile"};
    const int times = model.accessor<float>({0, 0.37F, 1}, "SCALAR");
    model.document["accessors"][static_cast<std::size_t>(times)]["min"] = {0};
    model.document["accessors"][static_cast<std::size_t>(times)]["max"] = {1};
    const int weights = model.accessor<float>({0, 1, 0.5F}, "SCALAR");
    auto& clip = model.document["animations"][0];
    clip["samplers"].push_back({{"input", times}, {"output", weights}});
    clip["channels"].push_back({{"sampler", 1}, {"target", {{"node", 0}, {"path", "weights"}}}});
    folder.write("limb.glb", model.binary());

    const bake::bake_options options = of_limb(folder, "out.glb");
    const std::size_t targets = simulate(options).flesh.targets;
    const auto read = gltf::read_model(options.out);
    REQUIRE(read);
    const gltf::mesh& made = read->meshes.front();
    REQUIRE(made.morphs.size() == 1 + targets);
    CHECK(made.morphs.front().name == "smile");
    CHECK(made.rest_weights.front() == 0.25F);
    CHECK(made.rest_weights.back() == 0);
    const jounce::clip& played = read->clips.clips.front();
    const morph_track& track = played.morphs.front();
    bool has_peak = false;
    for (std::uint32_t k = 0; k < track.key_count; ++k) {
        const float time = played.times[track.first_key + k];
        const float weight = played.values[track.first_value + k * track.weight_count];
        const float right = time < 0.37F ? time / 0.37F : 1 - 0.5F * (time - 0.37F) / (1 - 0.37F);
        CHECK(std::abs(weight - right) < 1e-5F);
        has_peak = has_peak || time == 0.37F;
    }
    CHECK(has_peak);
}

TEST_CASE("flesh that was baked before is replaced", "[tissue][bake]") {
    const limb_folder folder;
    bake::bake_options options = of_limb(folder, "once.glb");
    simulate(options);
    options.in = options.out;
    options.out = folder.path("twice.glb");
    const bake::bake_report again = simulate(options);
    CHECK(again.warnings.size() == 1); // it says so
    CHECK(bytes_of(options.in) == bytes_of(options.out));
    const auto warned = authoring::read_character(options.in, {.suggest = false});
    REQUIRE(warned);
    CHECK(warned->warnings.size() == 1);

    options.clip = "shake";
    const auto one = bake::bake_file(options);
    REQUIRE(!one);
    CHECK(one.error().name == errors::baked_already);
    options.clip = "";
    options.keep_baked = true;
    const auto kept = bake::bake_file(options);
    REQUIRE(!kept);
    CHECK(kept.error().name == errors::baked_already);
}

TEST_CASE("flesh in a loop ends as it starts, and a model without clips gets one",
          "[tissue][bake]") {
    const limb_folder folder;
    bake::bake_options options = of_limb(folder, "loop.glb");
    options.record.loop = true;
    simulate(options);
    const auto frames = written(options.out);
    CHECK(apart({frames.front()}, {frames.back()}) < 1e-6);

    gltf_builder still = limb_folder::model_of(made_limb());
    still.document.erase("animations");
    folder.write("limb.glb", still.binary());
    options = of_limb(folder, "still.glb");
    CHECK(simulate(options).flesh.targets == 0); // nothing moves it
}

TEST_CASE("files with baked flesh pass the Khronos validator", "[tissue][bake][validator]") {
    const limb_folder folder;
    const bake::bake_options options = of_limb(folder, "out.glb");
    simulate(options);
    const fs::path said = folder.path("said");
    const std::string line = "node '" + std::string(JOUNCE_TEST_TOOLS) + "/validate_gltf.mjs' '" +
                             options.out.string() + "' >'" + said.string() + "' 2>&1";
    const int status = std::system(line.c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 4 || code == 127) {
        SKIP("node or the npm package gltf-validator was not found; NODE_PATH may name its folder");
    }
    INFO(bytes_of(said));
    CHECK(code == 0);
}
