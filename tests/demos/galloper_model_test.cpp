// demos/models/galloper.glb must be what `jounce decompose` makes of the animal of modules/procedural. Made anew by
// the target jounce_galloper_model.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/procedural/galloper.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>

using namespace jounce;

namespace {

/// The committed one, or the one that a test has just made.
std::filesystem::path model_file() {
    const char* other = std::getenv("JOUNCE_GALLOPER");
    return other != nullptr ? other : JOUNCE_GALLOPER_MODEL;
}

vec3<double> skinned(const gltf::mesh& mesh, const affine_frames& clip, std::size_t frame,
                     std::size_t v) {
    const vec3<float>& p = mesh.vertices.positions[v];
    vec3<double> out = {0, 0, 0};
    for (std::uint32_t i = mesh.vertices.first_influence[v];
         i < mesh.vertices.first_influence[v + 1]; ++i) {
        const influence& by = mesh.vertices.influences[i];
        const float* m = clip.rows.data() + 12 * (frame * clip.joint_count + by.joint);
        const auto row = [&](int r) {
            return static_cast<double>(by.weight) *
                   static_cast<double>(m[4 * r] * p.x + m[4 * r + 1] * p.y + m[4 * r + 2] * p.z +
                                       m[4 * r + 3]);
        };
        out = out + vec3<double>{row(0), row(1), row(2)};
    }
    return out;
}

} // namespace

TEST_CASE("the model of the galloper is that of the procedural animal", "[demos][galloper]") {
    const std::filesystem::path file = model_file();
    INFO(file.string());
    const result<gltf::model> model = gltf::read_model(file);
    REQUIRE(model);
    CHECK(std::filesystem::file_size(file) < 700'000);
    const procedural::deforming_mesh animal = procedural::galloper(procedural::galloper_model_cell);
    REQUIRE(model->meshes.size() == 1);
    const gltf::mesh& mesh = model->meshes.front();
    REQUIRE(mesh.vertices.positions.size() == animal.rest.size());
    CHECK(mesh.triangles == animal.triangles);
    REQUIRE(mesh.levels.size() == 3);
    CHECK(mesh.levels[0].triangles.size() < mesh.triangles.size() / 3);
    CHECK(mesh.levels[2].triangles.size() < mesh.triangles.size() / 50);
    REQUIRE(model->clips.clips.size() == 1);
    const affine_frames& clip = model->clips.clips.front().affine;
    REQUIRE(clip.frame_count == animal.frame_count);
    const std::size_t count = animal.rest.size();
    double error = 0, motion = 0, off_rest = 0;
    for (std::size_t v = 0; v < count; ++v) {
        off_rest =
            std::max(off_rest, length(cast<double>(mesh.vertices.positions[v]) - animal.rest[v]));
        vec3<double> mean = {0, 0, 0};
        for (std::size_t f = 0; f < animal.frame_count; ++f) {
            mean = mean +
                   (1.0 / static_cast<double>(animal.frame_count)) * animal.frames[f * count + v];
        }
        for (std::size_t f = 0; f < animal.frame_count; ++f) {
            const vec3<double>& wanted = animal.frames[f * count + v];
            const vec3<double> wrong = skinned(mesh, clip, f, v) - wanted;
            const vec3<double> way = wanted - mean;
            error += dot(wrong, wrong);
            motion += dot(way, way);
        }
    }
    CHECK(off_rest < 1e-5);
    CHECK(100 * std::sqrt(error / motion) < 2); // percent, as docs/decompose.md has it
}
