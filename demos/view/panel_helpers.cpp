#include "deeds.hpp"
#include "frames.hpp"
#include "hand_picks.hpp"
#include "panel_desk.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

/// The widgets of a helper. Every edit binds the skin anew, so it is made when a widget is let go.
void show_form(const desk& at, const helper_entry& held) {
    // While a widget is held it keeps its own value: the settings have it only afterwards.
    static helper_entry now;
    static bool is_held = false;
    if (!is_held || now.name != held.name) {
        now = held;
    }
    bool is_active = false;
    bool is_done = false;
    const auto row = [&](bool) {
        is_active = is_active || ImGui::IsItemActive();
        is_done = is_done || ImGui::IsItemDeactivatedAfterEdit();
    };
    ImGui::PushItemWidth(170);
    ImGui::Text("%s on %s", held.name.c_str(), held.parent.c_str());
    double* const head[] = {&now.head.x, &now.tail.x, &now.reach, &now.share};
    row(ImGui::DragScalarN("head", ImGuiDataType_Double, head[0], 3, 0.002F, nullptr, nullptr,
                           "%.4g"));
    row(ImGui::DragScalarN("tail", ImGuiDataType_Double, head[1], 3, 0.002F, nullptr, nullptr,
                           "%.4g"));
    const double least = 0, most = 100, whole = 1;
    row(ImGui::DragScalar("reach", ImGuiDataType_Double, head[2], 0.002F, &least, &most, "%.4g m"));
    at.mark("reach");
    row(ImGui::SliderScalar("share", ImGuiDataType_Double, head[3], &least, &whole, "%.3g"));
    at.mark("share");
    is_held = is_active;
    bool along = held.along_surface;
    bool all = held.from_all;
    if (ImGui::Checkbox("along the surface", &along) | ImGui::Checkbox("from all bones", &all)) {
        helper_entry other = held;
        other.along_surface = along;
        other.from_all = all;
        deeds::make(at.on, change_helper{other});
    }
    if (is_done) {
        deeds::make(at.on, change_helper{now});
    }
    ImGui::PopItemWidth();
}

/// Helpers that were found for the model, a button for each chain.
void show_proposed(const desk& at) {
    auto& proposed = at.memory.proposed;
    if (at.button("propose helpers")) {
        proposed = binding::propose_settings(at.on.session().character().model);
        deeds::say("proposed " + std::to_string(proposed->settings.helpers.size()) + " helpers");
    }
    if (!proposed) {
        return;
    }
    const auto& found = proposed->settings;
    if (found.helpers.empty()) {
        ImGui::TextWrapped("No flesh far from bones and no open sheet is found.");
    }
    for (const std::string& reason : proposed->reasons) {
        ImGui::TextWrapped("%s", reason.c_str());
    }
    if (!found.helpers.empty() && at.button("add them all")) {
        const binding::proposed_settings taken = std::exchange(proposed, std::nullopt).value();
        for (const helper_entry& bone : taken.settings.helpers) {
            if (!deeds::make(at.on, add_helper{bone})) {
                return;
            }
        }
        for (const spring_entry& entry : taken.settings.springs) {
            const bool is_chain = entry.bones.empty();
            deeds::make(at.on, make_spring{is_chain ? entry.chain : entry.bones.front(),
                                           entry.preset, is_chain || entry.bones.size() > 1});
        }
    }
}

} // namespace

void show_helpers(const desk& at) {
    const auto& all = at.on.session().settings().helpers;
    const bool is_placing = at.to.click == click_purpose::place_helper;
    if (at.button(is_placing ? "click on the skin ..." : "place a helper")) {
        at.to.click = is_placing ? click_purpose::pick : click_purpose::place_helper;
    }
    const auto chosen = selected_helper(at.to, at.on);
    ImGui::SameLine();
    if (at.button("remove", chosen.has_value())) {
        const std::string name = all[*chosen].name;
        at.to.bone = -1;
        deeds::make(at.on, remove_helper{name});
        return;
    }
    ImGui::BeginChild("list", {0, 110}, true);
    const auto& names = at.bones().names;
    for (std::size_t h = 0; h < all.size(); ++h) {
        const std::string name = all[h].name + " on " + all[h].parent;
        if (ImGui::Selectable(name.c_str(), chosen && *chosen == h)) {
            select_bone(
                static_cast<std::int32_t>(std::ranges::find(names, all[h].name) - names.begin()),
                at.to, at.on);
            at.memory.shown_bone = at.to.bone; // this tab stays
        }
        at.mark("helper:" + all[h].name);
    }
    ImGui::EndChild();
    if (chosen && *chosen < all.size()) {
        show_form(at, all[*chosen]);
        ImGui::TextWrapped("In the picture: drag its ends and its reach. The skin is bound anew "
                           "when you let go.");
    }
    ImGui::Separator();
    show_proposed(at);
}

void show_flesh(const desk& at) {
    const auto& tissue = at.on.session().settings().tissue;
    if (!tissue) {
        ImGui::TextWrapped("No flesh. `jounce tissue bake` makes some; name its file under "
                           "\"tissue\" of the settings.");
        return;
    }
    ImGui::TextWrapped("%s", tissue->file.c_str());
    const bool has_newton = tissue->run.newton_steps > 0;
    ImGui::PushItemWidth(140);
    const int held = static_cast<int>(tissue->run.tier);
    int tier = held;
    constexpr const char* tiers[] = {"linear", "nonlinear", "newton"};
    if (ImGui::Combo("tier", &tier, tiers, has_newton ? 3 : 2) && tier != held) {
        deeds::make(at.on, set_tissue_tier{static_cast<tissue_tier>(tier)});
    }
    at.mark("tier");
    // Every edit of a character with flesh builds it anew: it is made when the slider is let go.
    static double weight = 1;
    static bool is_held = false;
    if (!is_held) {
        weight = tissue->weight;
    }
    const double least = 0, most = 1;
    ImGui::SliderScalar("shown", ImGuiDataType_Double, &weight, &least, &most, "%.3g");
    at.mark("flesh_weight");
    is_held = ImGui::IsItemActive();
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        deeds::make(at.on, set_tissue_weight{weight});
    }
    ImGui::PopItemWidth();
    ImGui::Checkbox("handles and points", &at.to.show_flesh);
}

} // namespace viewer
