#include <jounce/components/host/morph_weights.hpp>
#include <jounce/systems/animation/sample_morphs.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <catch2/catch_test_macros.hpp>

#include <vector>

using namespace jounce;

TEST_CASE("a rank leaves out the last morph targets", "[affine][morph]") {
    const std::vector<std::vector<float>> rest = {{0, 0, 0}, {0.5F}};
    morph_weights weights = make_morph_weights(rest);
    clip source;
    source.duration = 1;
    source.times = {0, 1};
    source.values = {1, 2, 3, 1, 2, 3};
    source.morphs.push_back({0, interpolation::linear, 3, 0, 2, 0});
    character_moment now;
    now.layers[0] = {&source, 0.5, 1, nullptr};
    now.override_count = now.layer_count = 1;
    skinned_mesh mesh;
    mesh.positions = {{0, 0, 0}};
    const std::vector<morph_target> targets = {
        {"a", {{1, 0, 0}}, {}}, {"b", {{0, 1, 0}}, {}}, {"c", {{0, 0, 1}}, {}}};
    const auto shown = [&](std::uint32_t rank) {
        weights.rank = rank;
        sample_morphs(now, weights);
        std::vector<vec3<float>> out(1);
        morph<float>(mesh, targets, weights.of(0), out, {});
        return out[0];
    };
    CHECK(shown(all_morph_targets) == vec3<float>{1, 2, 3});
    CHECK(weights.of(0).size() == 3);
    CHECK(shown(2) == vec3<float>{1, 2, 0});
    CHECK(weights.of(0).size() == 2);
    CHECK(weights.weights[2] == 0); // at rest, not as it was
    CHECK(weights.of(1).size() == 1);
    CHECK(shown(0) == vec3<float>{0, 0, 0});
    CHECK(weights.of(0).empty());
    CHECK(shown(7) == vec3<float>{1, 2, 3});
}
