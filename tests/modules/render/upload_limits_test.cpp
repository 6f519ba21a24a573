#include "support/drawn_crowd.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/render/frame_limits.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <string>

using namespace jounce;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t plenty = std::size_t{1} << 20U;
constexpr std::size_t palette_texels = 12 * 3;

struct dressed_crowd {
    entt::registry registry;
    std::vector<entt::entity> all;
    test::planned_meshes meshes;
    render::mesh_id mesh{};
    render::upload_plan plan;

    explicit dressed_crowd(int characters, int morphs = 0) {
        const auto kind = test::random_kind_of(12, 3);
        mesh = meshes.add(test::random_mesh(1, {.joints = 12, .morphs = morphs}));
        render::appearance look;
        look.meshes = {mesh};
        for (int i = 0; i < characters; ++i) {
            all.push_back(spawn(registry, kind));
            registry.emplace<render::appearance>(all.back(), look);
        }
        pipeline(registry).run(1.0F / 60);
    }
    void make(std::size_t max_texels = plenty, bool deviation = false, bool instances = false) {
        plan.make(registry, meshes.meshes, meshes.parts, {{}, max_texels, deviation, instances});
    }
    render::appearance& look(std::size_t who) { return registry.get<render::appearance>(all[who]); }
};

} // namespace

TEST_CASE("a texture that is full leaves out whole characters", "[bgfx][upload]") {
    dressed_crowd of(10, 3);
    const bool deviation = GENERATE(false, true);
    const bool instances = GENERATE(false, true);
    const std::size_t each =
        palette_texels * (deviation ? 2 : 1) + 1 + (instances ? render::instance_rows : 0);
    for (const std::size_t room :
         {std::size_t{0}, each - 1, each, 4 * each, 5 * each - 1, plenty}) {
        INFO(room << " texels, " << each << " each");
        of.make(room, deviation, instances);
        const std::size_t fit = std::min<std::size_t>(10, room / each);
        CHECK(of.plan.drawn() == fit);
        CHECK(of.plan.left_out() == 10 - fit);
        CHECK(of.plan.texel_count() == fit * each);
        CHECK(of.plan.texel_count() <= room);
        CHECK(of.meshes.parts[0].drawn.size() == fit);
        CHECK(of.plan.first_instance() ==
              of.plan.texel_count() - (instances ? fit * render::instance_rows : 0));
        std::vector<palette_row<float>> to(of.plan.texel_count() + 1, {{5, 5, 5, 5}});
        of.plan.copy(to.data(), 0, 1);
        CHECK(to.back().v[0] == 5); // and nothing beyond
    }
}

TEST_CASE("who is small enough still finds room", "[bgfx][upload]") {
    dressed_crowd of(3);
    const render::mesh_id shaped =
        of.meshes.add(test::random_mesh(2, {.joints = 12, .morphs = 64}));
    of.look(1).meshes = {of.mesh, shaped};
    of.make(2 * palette_texels + 15);
    CHECK(of.plan.drawn() == 2);
    CHECK(of.plan.left_out() == 1);
    CHECK(of.meshes.parts[1].drawn.empty());
    CHECK(of.meshes.parts[0].drawn.size() == 2);
    of.make(3 * palette_texels + 16);
    CHECK(of.plan.drawn() == 3);
}

TEST_CASE("hidden, undressed and absent characters are not drawn, and not missed",
          "[bgfx][upload]") {
    dressed_crowd of(12);
    of.look(0).hidden = true;
    of.look(1).meshes.clear();
    of.registry.remove<render::appearance>(of.all[2]);
    despawn(of.registry, of.all[3]);
    of.make();
    CHECK(of.plan.drawn() == 8);
    CHECK(of.plan.left_out() == 0);
    CHECK(of.plan.mismatched() == 0);
    CHECK(of.plan.texel_count() == 8 * palette_texels);
    compact(of.registry);
    of.look(0).hidden = false;
    of.make();
    CHECK(of.plan.drawn() == 9);
}

TEST_CASE("meshes that are gone or were made for others are counted", "[bgfx][upload]") {
    dressed_crowd of(8);
    const render::mesh_id other_bind = of.meshes.add(test::random_mesh(2, {.joints = 13}));
    test::owned_mesh polar = test::random_mesh(3, {.joints = 12});
    polar.mode = palette_mode::polar;
    const render::mesh_id other_mode = of.meshes.add(polar);
    const render::mesh_id removed = of.meshes.add(test::random_mesh(4, {.joints = 12}));
    of.meshes.meshes[static_cast<std::size_t>(removed)].part_count = 0;
    of.look(0).meshes = {of.mesh, other_bind};
    of.look(1).meshes = {other_mode};
    of.look(2).meshes = {removed, of.mesh};
    of.look(3).meshes = {static_cast<render::mesh_id>(77)};
    of.make();
    CHECK(of.plan.mismatched() == 4);
    CHECK(of.plan.drawn() == 4);
    CHECK(of.meshes.parts[0].drawn.size() == 4); // no half characters
    CHECK(of.plan.texel_count() == 4 * palette_texels);
}

TEST_CASE("a limit is logged once until a whole frame goes by without", "[bgfx][limits]") {
    std::vector<std::string> lines;
    render::frame_limits limits([&](std::string_view text) { lines.emplace_back(text); });
    for (int frame = 0; frame < 5; ++frame) {
        limits.begin_frame();
        limits.meet(render::limit::draws, 0); // the first pass has enough
        limits.meet(render::limit::draws, 3); // the second has not
        limits.meet(render::limit::draws, 4);
    }
    REQUIRE(lines.size() == 1);
    CHECK_THAT(lines[0], ContainsSubstring("3 characters") && ContainsSubstring("max_draws"));
    limits.begin_frame();
    limits.meet(render::limit::draws, 0);
    limits.begin_frame();
    limits.meet(render::limit::draws, 7);
    REQUIRE(lines.size() == 2);
    CHECK_THAT(lines[1], ContainsSubstring("7 characters"));
}

TEST_CASE("every limit has words of its own", "[bgfx][limits]") {
    const std::pair<render::limit, const char*> words[] = {
        {render::limit::palette_texels, "max_palette_texels"},
        {render::limit::mismatch, "removed"},
        {render::limit::skinned_vertices, "max_skinned_vertices"},
        {render::limit::draws, "max_draws"},
        {render::limit::uniform_bytes, "max_uniform_bytes"},
        {render::limit::instances, "transientVbSize"},
    };
    for (const auto& [which, word] : words) {
        std::string said;
        render::frame_limits limits([&](std::string_view text) { said = text; });
        limits.meet(which, 2);
        CHECK_THAT(said, ContainsSubstring(word) && ContainsSubstring("2 characters"));
    }
}
