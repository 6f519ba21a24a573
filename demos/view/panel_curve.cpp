#include "curve_edit.hpp"
#include "deeds.hpp"
#include "panel_desk.hpp"
#include "spring_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

constexpr float tall = 90;
constexpr double key_reach = 9; ///< pixels

/// The picture of a curve, and the pointer in it.
struct curve_box {
    ImVec2 from;
    float width = 1;
    double height = 2; ///< factor at the top

    ImVec2 at(double position, double factor) const {
        return {from.x + static_cast<float>(position) * width,
                from.y + static_cast<float>(1 - factor / height) * tall};
    }
    double position(float x) const { return static_cast<double>((x - from.x) / width); }
    double factor(float y) const { return height * (1 - static_cast<double>((y - from.y) / tall)); }
};

void draw(const curve_box& box, const curve_keys& keys, std::optional<std::size_t> hot) {
    ImDrawList& lines = *ImGui::GetWindowDrawList();
    const ImVec2 to = {box.from.x + box.width, box.from.y + tall};
    lines.AddRectFilled(box.from, to, IM_COL32(20, 24, 30, 255));
    lines.AddLine(box.at(0, 1), box.at(1, 1), IM_COL32(80, 90, 100, 255)); // a factor of 1
    ImVec2 last = box.at(0, factor_at(keys, 0));
    for (const curve_key& key : keys) {
        const ImVec2 next = box.at(key.position, key.factor);
        lines.AddLine(last, next, IM_COL32(120, 200, 255, 255), 1.5F);
        last = next;
    }
    lines.AddLine(last, box.at(1, factor_at(keys, 1)), IM_COL32(120, 200, 255, 255), 1.5F);
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const bool is_hot = hot && *hot == k;
        lines.AddCircleFilled(box.at(keys[k].position, keys[k].factor), is_hot ? 6.0F : 4.5F,
                              is_hot ? IM_COL32_WHITE : IM_COL32(255, 210, 90, 255));
    }
    char text[32];
    std::snprintf(text, sizeof text, "x %.3g", box.height);
    lines.AddText({box.from.x + 4, box.from.y + 1}, IM_COL32(170, 180, 190, 255), text);
}

/// What the pointer does in the box. @return the keys have changed
bool follow_pointer(const desk& at, const curve_box& box, curve_keys& keys) {
    panel_memory& memory = at.memory;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto near = key_at(keys, static_cast<double>(mouse.x - box.from.x),
                             static_cast<double>(mouse.y - box.from.y),
                             static_cast<double>(box.width), static_cast<double>(tall), key_reach);
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        memory.curve_key.reset();
        return near && remove_key(keys, *near);
    }
    if (ImGui::IsItemActivated()) {
        memory.gesture = deeds::new_gesture();
        memory.curve_key = near;
        std::size_t added = 0;
        if (!near && add_key(keys, box.position(mouse.x), box.factor(mouse.y), added)) {
            memory.curve_key = added;
            return true;
        }
        return false;
    }
    if (!ImGui::IsItemActive() || !memory.curve_key) {
        return false;
    }
    const curve_keys before = keys;
    return move_key(keys, *memory.curve_key, box.position(mouse.x), box.factor(mouse.y)) &&
           keys != before;
}

} // namespace

void show_curve(const desk& at, const spring_view& spring) {
    panel_memory& memory = at.memory;
    const std::string field = memory.open_curve;
    const tuning_curve* held = spring.curve(field);
    curve_keys keys = held != nullptr ? held->keys : curve_keys{{0, 1}, {1, 1}};
    constexpr float inset = 6; // keys at either end are seen whole
    ImGui::Indent(inset);
    curve_box box{ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x - inset - 4,
                  curve_height(keys)};
    ImGui::InvisibleButton("curve", {box.width, tall},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    if (ImGui::IsItemVisible()) {
        for (std::size_t k = 0; k < keys.size(); ++k) {
            const ImVec2 seen = box.at(keys[k].position, keys[k].factor);
            memory.places.push_back({"key:" + std::to_string(k), seen.x, seen.y});
        }
        const ImVec2 middle = box.at(0.5, factor_at(keys, 0.5));
        memory.places.push_back({"curve_middle", middle.x, middle.y});
    }
    const bool has_changed = follow_pointer(at, box, keys);
    const bool is_let_go = ImGui::IsItemDeactivated();
    draw(box, keys, memory.curve_key);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        ImGui::SetTooltip("from the first bone of the chain to the last\n"
                          "press: add a key or take one; right: remove it");
    }
    if (has_changed) {
        deeds::make(at.on, set_curve{at.bone(), field, keys}, memory.gesture);
    }
    if (is_let_go) {
        deeds::end_gesture();
        memory.gesture = 0;
        memory.curve_key.reset();
    }
    if (spring.has_own_curve(field) && at.button("usual curve")) {
        deeds::make(at.on, clear_curve{at.bone(), field});
    }
    ImGui::Unindent(inset);
}

} // namespace viewer
