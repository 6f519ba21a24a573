#include "deeds.hpp"
#include "panel_desk.hpp"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

void show_making(const desk& at, const std::string& bone) {
    ImGui::TextDisabled("not a spring");
    ImGui::PushItemWidth(140);
    preset_box(at, "preset", at.memory.new_preset);
    ImGui::PopItemWidth();
    ImGui::Checkbox("with all bones below", &at.memory.with_chain);
    at.mark("with_chain");
    if (at.button("make it a spring")) {
        deeds::make(at.on, make_spring{bone, at.memory.new_preset, at.memory.with_chain});
    }
}

void show_whose(const desk& at, const spring_view& spring) {
    const std::string shared = "all " + std::to_string(spring.bones.size()) + " bones";
    if (ImGui::RadioButton(shared.c_str(), !at.memory.bone_alone)) {
        at.memory.bone_alone = false;
    }
    at.mark("scope:entry");
    if (ImGui::IsItemHovered()) {
        std::string names;
        for (const std::string& each : spring.bones) {
            names += (names.empty() ? "" : names.size() % 60 > 48 ? ",\n" : ", ") + each;
        }
        ImGui::SetTooltip("%s", names.c_str());
    }
    ImGui::SameLine();
    if (ImGui::RadioButton("this bone alone", at.memory.bone_alone)) {
        at.memory.bone_alone = true;
    }
    at.mark("scope:bone");
}

} // namespace

void show_spring(const desk& at) {
    const std::string bone = at.bone();
    if (bone.empty()) {
        ImGui::TextWrapped("Pick a bone: click on the character, or in the list of bones.");
        return;
    }
    ImGui::TextUnformatted(bone.c_str());
    panel_memory& memory = at.memory;
    if (memory.spring_bone != bone || memory.spring_text != at.on.session().text()) {
        memory.spring = look_at_spring(at.on.session(), bone);
        memory.spring_bone = bone;
        memory.spring_text = at.on.session().text();
    }
    const std::optional<spring_view>& spring = memory.spring;
    if (!spring) {
        show_making(at, bone);
        return;
    }
    std::string chosen = spring->preset;
    ImGui::PushItemWidth(120);
    if (preset_box(at, "preset", chosen)) {
        deeds::make(at.on, choose_preset{bone, chosen});
    }
    ImGui::PopItemWidth();
    show_whose(at, *spring);
    if (at.button("stiff")) {
        deeds::make(at.on, remove_spring{bone, false});
        return;
    }
    ImGui::SameLine();
    if (at.button("stiff from here on")) {
        deeds::make(at.on, remove_spring{bone, true});
        return;
    }
    ImGui::Separator();
    ImGui::BeginChild("fields");
    show_fields(at, *spring);
    ImGui::EndChild();
}

} // namespace viewer
