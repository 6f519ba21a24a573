#pragma once

#include "settings.hpp"
#include "troupe.hpp"

#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <cstdint>
#include <string>

namespace demo {

/// What the overlay tells.
struct overlay_facts {
    const jounce::pipeline& systems;
    const jounce::render::skin_renderer& renderer;
    const troupe& players;
    const char* device_name = "";
    double frames_per_second = 0;
    /// World to picture, bgfx's order, for labels.
    const float* view_projection = nullptr;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// How detailed the characters of a picture are, and how many were left out.
std::string drawn_text(const jounce::render::frame_report& of);

/// Costs with their history, switches and sliders, labels, help: between `panel_drawer::begin` and
/// `submit`. Writes what a person changes into the settings.
void show_overlay(settings& to, const overlay_facts& facts);

/// True while the pointer is on a panel.
bool overlay_has_pointer();

} // namespace demo
