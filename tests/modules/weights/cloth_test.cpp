// The cloth of the spring paper was bound by heat diffusion in a modelling program. Its weights are a
// yardstick that nobody here made.
#include <jounce/modules/weights/bind_surface.hpp>

#include <modules/weights/test_meshes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
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

/// Rest-to-dynamic transforms of a recorded run, three rows of four numbers per frame and bone.
struct recorded_motion {
    std::vector<double> rows;
    std::size_t bones = 0;

    vec3<double> moved(std::size_t frame, std::size_t bone, const vec3<double>& p) const {
        const double* m = rows.data() + 12 * (frame * bones + bone);
        return {m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
                m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
    }
};

/// How our binding differs from that of the modelling program.
struct differences {
    double weights = 0;  ///< mean, over all vertices and bones
    double vertices = 0; ///< mean distance in the recorded motion, of the extent
};

differences differ(const fs::path& cloth, const std::string& rig, std::size_t bones, double up) {
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
    const std::size_t frames = run.at("n_frames");
    const recorded_motion motion = {
        read<double>(cloth / ("demo_" + rig) / "final_M.f64.bin", 12 * frames * bones), bones};
    vec3<double> low = mesh.positions.front();
    vec3<double> high = low;
    differences out;
    std::size_t compared = 0;
    for (std::size_t v = 0; v < 2025; ++v) {
        const vec3<double>& p = mesh.positions[v];
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        double whole = 0;
        for (std::size_t b = 0; b < bones; ++b) {
            whole += static_cast<double>(theirs[v * bones + b]);
        }
        std::vector<double> off;
        for (std::size_t b = 0; b < bones; ++b) {
            off.push_back(ours->weights.of(v, static_cast<std::int32_t>(b)) -
                          static_cast<double>(theirs[v * bones + b]) / whole);
            out.weights += std::abs(off.back());
        }
        for (std::size_t frame = 0; frame < frames; frame += 8) {
            vec3<double> apart;
            for (std::size_t b = 0; b < bones; ++b) {
                apart = apart + off[b] * motion.moved(frame, b, p);
            }
            out.vertices += length(apart);
            ++compared;
        }
    }
    out.weights /= static_cast<double>(2025 * bones);
    out.vertices /= static_cast<double>(compared) * length(high - low);
    return out;
}

TEST_CASE("the cloth of the paper gets the weights and the motion of the modelling program",
          "[weights]") {
    const char* golden = std::getenv("JOUNCE_GOLDEN_DIR");
    if (golden == nullptr) {
        SKIP("JOUNCE_GOLDEN_DIR is not set");
    }
    const fs::path cloth = fs::path(golden) / "models" / "cloth";
    const differences open_sheet = differ(cloth, "rig3", 23, 1);
    CHECK(open_sheet.weights < 0.005);
    CHECK(open_sheet.vertices < 0.001);
    // This rig's weights stand for a mesh that is upside down.
    const differences turned = differ(cloth, "rig1", 7, -1);
    CHECK(turned.weights < 0.012);
    CHECK(turned.vertices < 0.002);
}

} // namespace
} // namespace jounce::weights
