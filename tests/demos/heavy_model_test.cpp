// demos/models/heavy.tissue.glb and heavy_face.tissue.glb must be flesh of demos/models/heavy.glb, as the demo loads
// them. How they are made: docs/tissue.md, "See it".

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

using namespace jounce;

namespace {

const std::filesystem::path model_file = std::string(JOUNCE_DEMO_MODELS) + "/heavy.glb";
const std::filesystem::path flesh_file = std::string(JOUNCE_DEMO_MODELS) + "/heavy.tissue.glb";
const std::filesystem::path face_file = std::string(JOUNCE_DEMO_MODELS) + "/heavy_face.tissue.glb";

} // namespace

TEST_CASE("the committed flesh was baked for the committed figure", "[demos][tissue]") {
    const result<gltf::model> model = gltf::read_model(model_file);
    REQUIRE(model);
    result<tissue::model_skin> skin = tissue::skin_of(*model);
    REQUIRE(skin);
    tissue::tissue_figures figures;
    const result<tissue::baked_tissue> baked = tissue::read_tissue(flesh_file, &figures);
    REQUIRE(baked);
    const result<void> same = tissue::check_mesh(*baked, tissue::hash_of(skin->mesh()));
    CHECK(same);

    // One vertex elsewhere is another mesh.
    skin->positions.front().x += 0.001;
    const result<void> other = tissue::check_mesh(*baked, tissue::hash_of(skin->mesh()));
    REQUIRE_FALSE(other);
    CHECK(other.error().name == errors::other_mesh);

    // As docs/tissue.md calls good.
    CHECK(figures.affine_error < 1e-10);
    CHECK(figures.unity_error < 1e-10);
    CHECK(figures.least_weight > -0.35);
    CHECK(figures.largest_weight < 1.1);
    CHECK(figures.vertex_loss < 0.1);
    CHECK(figures.stiffness_error < 0.1);
    CHECK(figures.energy_error < 0.06);
    CHECK(figures.mass_point_error < 0.05);
    CHECK(figures.drive_point_error < 0.05);
    CHECK(figures.lowest_hertz > 2);
    CHECK(std::filesystem::file_size(model_file) + std::filesystem::file_size(flesh_file) <
          900'000);
    CHECK(!baked->lattice.empty());

    // And it runs, Newton's method included.
    const result<gltf::ready_kind> kind = gltf::make_ready_kind(*model);
    REQUIRE(kind);
    tissue_run_options how;
    how.newton_steps = 1;
    const result<tissue_set> flesh =
        make_tissue_set<float>(*baked, kind->kind->bind, 1, how, &model->meshes.front().vertices);
    REQUIRE(flesh);
    CHECK(flesh->handle_count == 28);
    CHECK(flesh->probes.size() > 100);
    CHECK(flesh->vertex_first.size() == model->meshes.front().vertices.positions.size() + 1);
}

TEST_CASE("the committed flesh of the face was baked for the committed figure", "[demos][tissue]") {
    const result<gltf::model> model = gltf::read_model(model_file);
    REQUIRE(model);
    const result<tissue::model_skin> skin = tissue::skin_of(*model);
    REQUIRE(skin);
    tissue::tissue_figures figures;
    const result<tissue::baked_tissue> baked = tissue::read_tissue(face_file, &figures);
    REQUIRE(baked);
    CHECK(tissue::check_mesh(*baked, tissue::hash_of(skin->mesh())));
    CHECK(figures.stiffness_error < 0.1);
    CHECK(figures.energy_error < 0.06);
    CHECK(std::filesystem::file_size(face_file) < 400'000);
    // A hand of 8 cm has to be felt: on the cheek every vertex is a probe.
    std::set<std::uint32_t> probes;
    for (const tissue::contact_probe& one : baked->probes) {
        probes.insert(one.vertex);
    }
    const std::vector<vec3<float>>& positions = model->meshes.front().vertices.positions;
    std::size_t on_cheek = 0;
    for (std::uint32_t v = 0; v < positions.size(); ++v) {
        if (length(positions[v] - vec3<float>{0.147F, 1.635F, 0.101F}) < 0.06F) {
            CHECK(probes.contains(v));
            ++on_cheek;
        }
    }
    CHECK(on_cheek >= 8);
}
