#include "panel_desk.hpp"

#include "deeds.hpp"

#include <jounce/modules/tuning/presets.hpp>

#include <imgui.h>

#include <algorithm>
#include <string>

namespace viewer {

using namespace jounce;

std::string desk::bone() const {
    const auto& names = bones().names;
    return to.bone < 0 || static_cast<std::size_t>(to.bone) >= names.size()
               ? std::string()
               : names[static_cast<std::size_t>(to.bone)];
}

void desk::mark(std::string_view name) const {
    if (ImGui::IsItemVisible()) {
        const ImVec2 from = ImGui::GetItemRectMin();
        const ImVec2 size = ImGui::GetItemRectSize();
        // The widget itself, left of its label.
        const float width = std::min(size.x, ImGui::CalcItemWidth());
        memory.places.push_back({std::string(name), from.x + 0.5F * width, from.y + 0.5F * size.y});
    }
}

bool desk::button(const char* label, bool is_enabled) const {
    ImGui::BeginDisabled(!is_enabled);
    const bool is_pressed = ImGui::Button(label);
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 size = ImGui::GetItemRectSize();
    if (ImGui::IsItemVisible()) {
        memory.places.push_back({label, from.x + 0.5F * size.x, from.y + 0.5F * size.y});
    }
    ImGui::EndDisabled();
    return is_pressed;
}

void desk::hold(bool has_changed, const editing::edit& what) const {
    if (ImGui::IsItemActivated()) {
        memory.gesture = deeds::new_gesture();
    }
    if (has_changed) {
        deeds::make(on, what, memory.gesture);
    }
    if (ImGui::IsItemDeactivated()) {
        deeds::end_gesture();
        memory.gesture = 0;
    }
}

namespace {

void tell_preset(const preset& of) {
    ImGui::BeginTooltip();
    ImGui::Text("%.*s", static_cast<int>(of.description.size()), of.description.data());
    const spring_tuning& t = of.tuning;
    ImGui::Text("frequency %.3g Hz, damping %.3g", t.frequency, t.damping_ratio);
    ImGui::Text("drag %.3g 1/s, gravity %.3g", t.drag, t.gravity);
    if (t.limit.shape == limit_shape::cone) {
        ImGui::Text("within %.0f degrees", t.limit.angle * 57.29577951308232);
    }
    for (const tuning_curve& curve : of.curves) {
        ImGui::Text("%s: x %.3g at the root, x %.3g at the end", curve.field.c_str(),
                    curve.keys.front().factor, curve.keys.back().factor);
    }
    ImGui::EndTooltip();
}

} // namespace

bool preset_box(const desk& at, const char* label, std::string& preset) {
    bool has_changed = false;
    const bool is_open = ImGui::BeginCombo(label, preset.empty() ? "defaults" : preset.c_str());
    at.mark(label);
    if (!is_open) {
        return false;
    }
    if (ImGui::Selectable("defaults", preset.empty())) {
        has_changed = !preset.empty();
        preset.clear();
    }
    for (const jounce::preset& each : presets()) {
        const std::string name(each.name);
        if (ImGui::Selectable(name.c_str(), name == preset)) {
            has_changed = name != preset;
            preset = name;
        }
        at.mark("preset:" + name);
        if (ImGui::IsItemHovered()) {
            tell_preset(each);
        }
    }
    ImGui::EndCombo();
    return has_changed;
}

} // namespace viewer
