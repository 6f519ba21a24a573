#include "panels.hpp"

#include "deeds.hpp"
#include "frames.hpp"
#include "hand_picks.hpp"
#include "panel_desk.hpp"
#include "write_motion.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

constexpr float bar_height = 36, gap = 4;

struct tab {
    const char* name;
    void (*show)(const desk&);
};
constexpr tab tabs[] = {{"Spring", show_spring},   {"Colliders", show_colliders},
                        {"Helpers", show_helpers}, {"Flesh", show_flesh},
                        {"World", show_world},     {"Cost", show_cost}};

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoTitleBar |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus;

void begin_panel(const char* name, float x, float y, float width, float height) {
    ImGui::SetNextWindowPos({x, y});
    ImGui::SetNextWindowSize({width, height});
    ImGui::Begin(name, nullptr, fixed);
}

void show_tabs(const desk& at) {
    if (!ImGui::BeginTabBar("tabs")) {
        return;
    }
    for (const tab& each : tabs) {
        const bool is_wanted = at.memory.wanted_tab == each.name;
        const bool is_shown =
            ImGui::BeginTabItem(each.name, nullptr, is_wanted ? ImGuiTabItemFlags_SetSelected : 0);
        at.mark(std::string("tab:") + each.name);
        if (is_shown) {
            each.show(at);
            ImGui::EndTabItem();
        }
    }
    at.memory.wanted_tab.clear();
    ImGui::EndTabBar();
}

/// What was picked in the picture comes to the front.
void follow_choice(const desk& at) {
    if (at.to.collider != at.memory.shown_collider && at.to.collider >= 0) {
        at.memory.wanted_tab = "Colliders";
    } else if (at.to.bone != at.memory.shown_bone && at.to.bone >= 0) {
        at.memory.wanted_tab = selected_helper(at.to, at.on) ? "Helpers" : "Spring";
    }
    if (at.to.bone != at.memory.shown_bone) {
        at.memory.open_curve.clear();
    }
}

} // namespace

struct panels::state {
    panel_memory memory;
    bool was_drawn = false;
};

panels::panels() : all_(std::make_unique<state>()) {}
panels::~panels() = default;

void panels::show(choices& to, stage& on, const panel_facts& facts) {
    panel_memory& memory = all_->memory;
    memory.places.clear();
    const desk at{to, on, facts, memory};
    const auto width = static_cast<float>(facts.width);
    const auto height = static_cast<float>(facts.height);
    const float left = std::clamp(0.2F * width, 180.0F, 250.0F);
    const float right = std::clamp(0.28F * width, 290.0F, 360.0F);
    const float below = bar_height + 2 * gap;
    follow_choice(at);
    begin_panel("bar", gap, gap, width - 2 * gap, bar_height);
    show_bar(at);
    ImGui::End();
    const float lower = std::min(316.0F, 0.55F * (height - below));
    begin_panel("bones", gap, below, left, height - below - lower - 2 * gap);
    show_bones(at);
    ImGui::End();
    begin_panel("play", gap, height - lower - gap, left, lower);
    show_clips(at);
    ImGui::Separator();
    show_shown(at);
    ImGui::End();
    begin_panel("settings", width - right - gap, below, right, height - below - gap);
    show_tabs(at);
    ImGui::End();
    memory.shown_bone = to.bone;
    memory.shown_collider = to.collider;
    all_->was_drawn = true;
}

bool panels::press(const std::string& key, bool control, bool shift, choices& to, stage& on) {
    if (control && key == "z") {
        shift ? deeds::redo(on) : deeds::undo(on);
    } else if (control && key == "y") {
        deeds::redo(on);
    } else if (control && key == "s") {
        deeds::save(on);
    } else if (control) {
        return false;
    } else if (key == "delete") {
        const auto& colliders = on.session().settings().colliders;
        if (to.collider >= 0 && static_cast<std::size_t>(to.collider) < colliders.size()) {
            deeds::make(on, remove_collider{static_cast<std::size_t>(to.collider)});
            to.collider = -1;
        } else if (const auto helper = selected_helper(to, on)) {
            const std::string name = on.session().settings().helpers[*helper].name;
            to.bone = -1;
            deeds::make(on, remove_helper{name});
        }
    } else if (key == "period" || key == "comma") {
        const std::int32_t count = on.session().character().model.bones.bone_count();
        const std::int32_t step = key == "period" ? 1 : count - 1;
        const bool is_any = to.bone >= 0 && to.bone < count;
        select_bone(is_any ? (to.bone + step) % count : 0, to, on);
    } else if (key == "f9") {
        write_motion(on);
    } else {
        return false;
    }
    return true;
}

bool panels::has_pointer() const { return all_->was_drawn && ImGui::GetIO().WantCaptureMouse; }

const std::vector<seen_place>& panels::places() const { return all_->memory.places; }

} // namespace viewer
