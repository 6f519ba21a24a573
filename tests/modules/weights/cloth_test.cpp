// The cloth of the spring paper was bound by heat diffusion in a modelling program. Its weights are a
// yardstick that nobody here made.
#include <jounce/modules/weights/bind_surface.hpp>

#include <modules/weights/test_meshes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace jounce::weights {
namespace {

using namespace test;
namespace fs = std::filesystem;

template <class Number> std::vector<Number> read(const fs::path& file, std::size_t count) {
    std::vector<Number> out(count);
    std::ifstream stream(file, std::ios::binary);
    stream.read(reinterpret_cast<char*>(out.data()),
                static_cast<std::streamsize>(count * sizeof(Number)));
    REQUIRE(stream);
    return out;
}

/// Mean absolute difference of weights, over all vertices and bones.
double off(const fs::path& cloth, const std::string& rig, std::size_t bones, double up) {
    test_mesh mesh;
    const std::vector<double> places =
        read<double>(cloth / "V_rest.f64.bin", 3 * std::size_t{2025});
    for (std::size_t v = 0; v < places.size(); v += 3) {
        mesh.positions.push_back({places[v], places[v + 1], places[v + 2]});
    }
    for (const std::int32_t v : read<std::int32_t>(cloth / "F.i32.bin", 3 * std::size_t{3872})) {
        mesh.triangles.push_back(static_cast<std::uint32_t>(v));
    }
    const std::vector<float> theirs = read<float>(cloth / ("W_" + rig + ".f32.bin"), 2025 * bones);
    const nlohmann::json run =
        nlohmann::json::parse(std::ifstream(cloth / ("demo_" + rig) / "run.json"));
    std::vector<bone_segment> segments;
    for (const nlohmann::json& bone : run.at("skeleton")) {
        const auto at = [&](const char* end) {
            const std::vector<double> p = bone.at(end);
            return vec3<double>{p[0], up * p[1], p[2]};
        };
        if (bone.at("idx") > 0) { // the first is no bone of the rig
            segments.push_back({bone.at("idx").get<std::int32_t>() - 1, at("head"), at("tail")});
        }
    }
    bind_options options;
    options.heat = 1; // as the modelling program
    options.influences = 8;
    const result<bound_surface> ours = bind_surface(mesh.view(), segments, options);
    REQUIRE(ours);
    double sum = 0;
    for (std::size_t v = 0; v < 2025; ++v) {
        double whole = 0;
        for (std::size_t b = 0; b < bones; ++b) {
            whole += static_cast<double>(theirs[v * bones + b]);
        }
        for (std::size_t b = 0; b < bones; ++b) {
            sum += std::abs(ours->weights.of(v, static_cast<std::int32_t>(b)) -
                            static_cast<double>(theirs[v * bones + b]) / whole);
        }
    }
    return sum / static_cast<double>(2025 * bones);
}

TEST_CASE("the cloth of the paper gets the weights of the modelling program", "[weights]") {
    const char* golden = std::getenv("JOUNCE_GOLDEN_DIR");
    if (golden == nullptr) {
        SKIP("JOUNCE_GOLDEN_DIR is not set");
    }
    const fs::path cloth = fs::path(golden) / "models" / "cloth";
    CHECK(off(cloth, "rig3", 23, 1) < 0.005);
    // This rig's weights stand for a mesh that is upside down.
    CHECK(off(cloth, "rig1", 7, -1) < 0.012);
}

} // namespace
} // namespace jounce::weights
