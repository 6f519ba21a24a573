#include "shown_file.hpp"

#include "random_case.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/animation/clip_actions.hpp>

#include <bx/math.h>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace jounce;

namespace gpu_test {
namespace {

gltf::model read(const std::filesystem::path& file) {
    gltf::read_limits limits;
    limits.surfaces.read_images = true;
    limits.surfaces.need_tangents = true;
    auto out = gltf::read_model(file, limits);
    if (!out) {
        FAIL(out.error().message);
    }
    return *std::move(out);
}

float linear(std::uint8_t srgb) {
    const float share = static_cast<float>(srgb) / 255;
    return share <= 0.04045F ? share / 12.92F : std::pow((share + 0.055F) / 1.055F, 2.4F);
}

/// Every mesh with a flat material of its own.
gltf::model with_numbers(gltf::model of) {
    material_set numbers;
    for (std::size_t m = 0; m < of.meshes.size(); ++m) {
        gltf::mesh& mesh = of.meshes[m];
        material plain;
        plain.is_unlit = true;
        plain.two_sided = of.surfaces.materials[static_cast<std::size_t>(mesh.material)].two_sided;
        for (std::size_t c = 0; c < 3; ++c) {
            plain.base[c] = linear(object_colour(m)[c]);
        }
        mesh.material = static_cast<std::int32_t>(m);
        mesh.surface.colours.clear();
        numbers.materials.push_back(plain);
    }
    of.surfaces = numbers;
    return of;
}

} // namespace

std::array<std::uint8_t, 3> object_colour(std::size_t index) {
    const std::size_t number = index + 1;
    const auto step = [](std::size_t n) { return static_cast<std::uint8_t>(51 * (n % 6)); };
    return {step(number / 36), step(number / 6), step(number)};
}

shown_file::shown_file(const std::filesystem::path& file, bool flat) : model_(read(file)) {
    // What a file leaves out is the usual material, not a colour of ours.
    const auto usual = static_cast<std::int32_t>(model_.surfaces.materials.size());
    model_.surfaces.materials.emplace_back();
    for (gltf::mesh& mesh : model_.meshes) {
        mesh.material = mesh.material >= 0 ? mesh.material : usual;
    }
    for (material& each : model_.surfaces.materials) {
        if (flat) {
            each.toon.reset();
            each.is_unlit = true;
        }
    }
    const auto kind = gltf::make_ready_kind(model_);
    REQUIRE(kind);
    kind_ = *kind;
    skins_ = make_renderer({.route = render::skin_route::texture}, log_);
    auto surfaces = render::surface_renderer::make(*skins_);
    REQUIRE(surfaces);
    surfaces_ = *std::move(surfaces);
    const demo::model_renderers to{skins_.get(), surfaces_.get()};
    auto painted = demo::add_model(model_, *kind_.kind, to, demo::mesh_colours::of_file);
    REQUIRE(painted);
    painted_ = *std::move(painted);
    auto numbered =
        demo::add_model(with_numbers(model_), *kind_.kind, to, demo::mesh_colours::of_file);
    REQUIRE(numbered);
    numbered_ = *std::move(numbered);
    who_ = gltf::spawn(registry_, kind_);
    render::appearance look{painted_.meshes};
    look.method = skin_method::linear; // as other renderers skin
    registry_.emplace<render::appearance>(who_, look);
}

std::vector<std::array<std::int32_t, 2>> shown_file::objects() const {
    std::vector<std::array<std::int32_t, 2>> out;
    for (std::size_t m = 0; m < painted_.meshes.size(); ++m) {
        out.push_back({model_.meshes[m].node, model_.meshes[m].primitive});
    }
    return out;
}

void shown_file::pose(std::int32_t clip, double time) {
    if (clip >= 0) {
        const std::string& name = model_.clips.clips[static_cast<std::size_t>(clip)].name;
        REQUIRE(play(registry_, who_, name, {.mode = play_mode::once, .speed = 0}));
        // Two clips may have one name.
        clip_player& player = registry_.get<clip_player>(who_);
        player.layers[static_cast<std::size_t>(player.main)].clip = clip;
        seek(registry_, who_, time);
    } else if (!model_.clips.clips.empty()) {
        stop(registry_, who_);
    }
    systems_.run(1.0F / 60);
}

void shown_file::aim(const fixed_camera& from, std::uint32_t background) {
    float view[16];
    float projection[16];
    bx::mtxLookAt(view, {from.eye.x, from.eye.y, from.eye.z},
                  {from.target.x, from.target.y, from.target.z}, {0, 1, 0}, bx::Handedness::Right);
    bx::mtxProj(projection, from.field_of_view,
                static_cast<float>(device_.width()) / static_cast<float>(device_.height()),
                from.nearest, from.furthest, bgfx::getCaps()->homogeneousDepth,
                bx::Handedness::Right);
    for (const bgfx::ViewId id : {demo::views::skin, demo::views::main, demo::views::blended}) {
        bgfx::setViewFrameBuffer(id, device_.target());
        bgfx::setViewRect(id, 0, 0, static_cast<std::uint16_t>(device_.width()),
                          static_cast<std::uint16_t>(device_.height()));
        bgfx::setViewTransform(id, view, projection);
        bgfx::setViewClear(id, BGFX_CLEAR_NONE);
        bgfx::touch(id);
    }
    bgfx::setViewClear(demo::views::main, BGFX_CLEAR_COLOR | BGFX_CLEAR_DEPTH, background, 1.0F, 0);
    bgfx::setViewMode(demo::views::blended, bgfx::ViewMode::Sequential);
}

demo::image shown_file::draw(const fixed_camera& from, bool numbered, std::uint32_t background) {
    registry_.get<render::appearance>(who_).meshes = numbered ? numbered_.meshes : painted_.meshes;
    aim(from, background);
    skins_->upload(registry_);
    const auto light = [this] { sun_.bind(0, false, false); };
    surfaces_->draw({.view = demo::views::main, .light = light});
    surfaces_->draw_blended({.view = demo::views::blended, .light = light}, cast<double>(from.eye));
    return device_.read_back();
}

} // namespace gpu_test
