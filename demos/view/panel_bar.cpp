#include "deeds.hpp"
#include "panel_desk.hpp"

#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

/// Where settings are saved, in a few words.
std::string place_words(const edit_session& session) {
    switch (session.place()) {
    case settings_place::file: return session.settings_file().filename().string();
    case settings_place::model: return "in the model";
    case settings_place::nowhere:
        return session.settings_file().empty() ? "in no file yet"
                                               : session.settings_file().filename().string();
    }
    return {};
}

void propose_file(const desk& at) {
    const edit_session& session = at.on.session();
    std::filesystem::path file = session.settings_file();
    if (file.empty()) {
        file = session.character().model.file;
        file.replace_extension(".springs.json");
    }
    const std::string text = file.string();
    const std::size_t count = std::min(text.size(), at.memory.file.size() - 1);
    std::copy_n(text.begin(), count, at.memory.file.begin());
    at.memory.file[count] = '\0';
}

void show_save_as(const desk& at) {
    if (at.button("save as ...")) {
        propose_file(at);
        ImGui::OpenPopup("save as");
    }
    ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + 8});
    if (!ImGui::BeginPopup("save as")) {
        return;
    }
    ImGui::SetNextItemWidth(420);
    const bool is_entered = ImGui::InputText("##file", at.memory.file.data(), at.memory.file.size(),
                                             ImGuiInputTextFlags_EnterReturnsTrue);
    at.mark("file");
    ImGui::SameLine();
    const bool wants = ImGui::Button("save it");
    at.mark("save_it");
    if (is_entered || wants) {
        deeds::save_as(at.on, at.memory.file.data());
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

/// Another program has changed the file too.
void show_conflict(const desk& at) {
    if (!at.on.session().conflict()) {
        return;
    }
    const ImVec2 middle = {0.5F * static_cast<float>(at.facts.width), 60};
    ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5F, 0});
    ImGui::Begin("Two versions", nullptr,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    ImGui::TextUnformatted("Another program has changed the settings,\n"
                           "and there are unsaved edits here.");
    if (at.button("keep mine")) {
        deeds::keep_mine(at.on);
    } else {
        ImGui::SameLine();
        if (at.button("take theirs")) {
            deeds::take_theirs(at.on);
        }
    }
    ImGui::End();
}

void show_history(const desk& at) {
    const edit_session& session = at.on.session();
    if (at.button("undo", session.undo_count() > 0)) {
        deeds::undo(at.on);
    }
    if (session.undo_count() > 0 && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::SetTooltip("%s; %zu steps", std::string(session.undo_name()).c_str(),
                          session.undo_count());
    }
    ImGui::SameLine();
    if (at.button("redo", session.redo_count() > 0)) {
        deeds::redo(at.on);
    }
    if (session.redo_count() > 0 && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::SetTooltip("%s", std::string(session.redo_name()).c_str());
    }
}

} // namespace

void show_bar(const desk& at) {
    const edit_session& session = at.on.session();
    if (at.button("save")) {
        deeds::save(at.on);
    }
    ImGui::SameLine();
    show_save_as(at);
    ImGui::SameLine();
    if (at.button("into the model")) {
        deeds::save_into_model(at.on);
    }
    ImGui::SameLine();
    show_history(at);
    ImGui::SameLine();
    ImGui::Text("%s%s", place_words(session).c_str(), session.is_changed() ? " *" : "");
    if (!at.on.message().empty()) {
        ImGui::SameLine();
        const ImVec4 colour =
            at.on.message_is_error() ? ImVec4(1, 0.45F, 0.4F, 1) : ImVec4(0.65F, 0.75F, 0.85F, 1);
        ImGui::TextColored(colour, "%s", at.on.message().c_str());
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", at.on.message().c_str()); // what is cut off
        }
    }
    show_conflict(at);
}

} // namespace viewer
