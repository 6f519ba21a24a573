#include "deeds.hpp"
#include "hand_picks.hpp"
#include "panel_desk.hpp"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace viewer {

using namespace jounce;

namespace {

const ImVec4 spring_colour = {1, 0.75F, 0.25F, 1}, helper_colour = {0.35F, 0.85F, 0.9F, 1};

bool contains(const std::string& name, const std::string& part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    };
    return std::ranges::search(name, part, same).begin() != name.end();
}

/// The bones of a rig as rows, those that hold others to be opened.
class bone_tree {
public:
    explicit bone_tree(const desk& at) : at_(at), below_(at.bones().names.size()) {
        const rig& bones = at.bones();
        for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
            const std::int32_t parent = bones.parents[static_cast<std::size_t>(b)];
            if (parent >= 0) {
                below_[static_cast<std::size_t>(parent)].push_back(b);
            }
        }
        // What was picked in the picture shall be seen: all above it are opened.
        if (at.to.bone != at.memory.tree_bone && !at.bone().empty()) {
            is_new_ = true;
            for (std::int32_t b = at.to.bone; b >= 0;
                 b = bones.parents[static_cast<std::size_t>(b)]) {
                above_.push_back(b);
            }
        }
    }

    void show(std::int32_t bone) {
        const auto index = static_cast<std::size_t>(bone);
        ImGuiTreeNodeFlags flags =
            ImGuiTreeNodeFlags_OpenOnArrow | ImGuiTreeNodeFlags_SpanAvailWidth;
        if (below_[index].empty()) {
            flags |= ImGuiTreeNodeFlags_Leaf;
        }
        if (bone < 3 || at_.bones().bone_count() < 40) {
            flags |= ImGuiTreeNodeFlags_DefaultOpen;
        }
        if (is_new_ && std::ranges::find(above_, bone) != above_.end()) {
            ImGui::SetNextItemOpen(true);
        }
        ImGui::PushID(bone);
        const bool is_open = row(bone, flags);
        if (is_open) {
            for (const std::int32_t each : below_[index]) {
                show(each);
            }
            ImGui::TreePop();
        }
        ImGui::PopID();
    }

    /// @return whether it is open
    bool row(std::int32_t bone, ImGuiTreeNodeFlags flags) const {
        const std::string& name = at_.bones().names[static_cast<std::size_t>(bone)];
        const auto& helpers = at_.on.session().settings().helpers;
        const bool is_helper =
            std::ranges::find(helpers, name, &helper_entry::name) != helpers.end();
        // Looking a bone up takes time: only for rows that are seen.
        const bool is_seen = ImGui::IsRectVisible({1, ImGui::GetFrameHeight()});
        const bool is_spring = is_seen && at_.on.session().entry_of(name).has_value();
        if (bone == at_.to.bone) {
            flags |= ImGuiTreeNodeFlags_Selected;
        }
        if (is_spring || is_helper) {
            ImGui::PushStyleColor(ImGuiCol_Text, is_spring ? spring_colour : helper_colour);
        }
        const bool is_open =
            ImGui::TreeNodeEx("bone", flags, "%s%s", name.c_str(), is_helper ? " (helper)" : "");
        if (is_spring || is_helper) {
            ImGui::PopStyleColor();
        }
        at_.mark("tree:" + name);
        if (ImGui::IsItemClicked() && !ImGui::IsItemToggledOpen()) {
            select_bone(bone, at_.to, at_.on);
            at_.memory.wanted_tab = "Spring";
        }
        if (is_new_ && bone == at_.to.bone && !ImGui::IsItemVisible()) {
            ImGui::SetScrollHereY();
        }
        return is_open;
    }

private:
    const desk& at_;
    std::vector<std::vector<std::int32_t>> below_;
    std::vector<std::int32_t> above_;
    bool is_new_ = false;
};

} // namespace

void show_bones(const desk& at) {
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##search", "search bones", at.memory.search.data(),
                             at.memory.search.size());
    at.mark("search");
    ImGui::BeginChild("tree", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PushStyleVar(ImGuiStyleVar_IndentSpacing, 12); // rigs are deep
    const std::string part(at.memory.search.data());
    bone_tree tree(at);
    const rig& bones = at.bones();
    for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
        const auto index = static_cast<std::size_t>(b);
        if (part.empty() && bones.parents[index] < 0) {
            tree.show(b);
        } else if (!part.empty() && contains(bones.names[index], part)) {
            ImGui::PushID(b);
            if (tree.row(b, ImGuiTreeNodeFlags_Leaf | ImGuiTreeNodeFlags_SpanAvailWidth)) {
                ImGui::TreePop();
            }
            ImGui::PopID();
        }
    }
    at.memory.tree_bone = at.to.bone;
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

} // namespace viewer
