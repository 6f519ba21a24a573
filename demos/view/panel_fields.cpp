#include "panel_desk.hpp"

#include "deeds.hpp"
#include "spring_view.hpp"

#include <imgui.h>

#include <span>
#include <string>
#include <type_traits>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

/// One row: a widget by the type of the field, a button back to the usual value, one for the curve.
class field_row {
public:
    field_row(const desk& at, const spring_view& spring, const tuning_field& field)
        : at_(at), spring_(spring), field_(field), name_(field.name),
          scope_(at.memory.bone_alone ? edit_scope::bone : edit_scope::entry) {}

    void show() {
        const bool is_own = spring_.overrides(name_);
        if (is_own) {
            ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1, 0.82F, 0.35F, 1));
        }
        ImGui::PushID(name_.c_str());
        const spring_tuning& shown = at_.memory.bone_alone ? spring_.own : spring_.whole;
        visit_field(field_, shown, [this](const auto& value) { widget(value); });
        if (is_own) {
            ImGui::PopStyleColor();
        }
        show_buttons(is_own);
        ImGui::PopID();
    }

private:
    void set(const field_value& value) const {
        deeds::make(at_.on, set_field{at_.bone(), name_, value, scope_});
    }

    void widget(double value) const {
        double usual = 0;
        visit_field(field_, spring_.usual, [&](const auto& one) {
            if constexpr (std::is_same_v<std::decay_t<decltype(one)>, double>) {
                usual = one;
            }
        });
        const slider_range range = slider_of(field_, usual, value);
        double now = value;
        const bool has_changed = ImGui::SliderScalar(
            name_.c_str(), ImGuiDataType_Double, &now, &range.least, &range.most, "%.4g",
            range.is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
        const bool is_typed = ImGui::GetIO().WantTextInput;
        at_.hold(has_changed && now != value,
                 set_field{at_.bone(), name_, is_typed ? now : slider_value(now), scope_});
        at_.mark(name_);
        if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
            ImGui::SetTooltip("%s: %.4g to %.4g, usually %.4g\nCtrl and a click: type a number",
                              name_.c_str(), field_.least, field_.most, usual);
        }
    }
    void widget(bool value) const {
        bool now = value;
        if (ImGui::Checkbox(name_.c_str(), &now)) {
            set(now);
        }
        at_.mark(name_);
    }
    void widget(std::uint32_t value) const {
        std::uint32_t now = value;
        ImGui::InputScalar(name_.c_str(), ImGuiDataType_U32, &now);
        if (ImGui::IsItemDeactivatedAfterEdit() && now != value) {
            set(now);
        }
        at_.mark(name_);
    }
    void widget(const quat<double>& value) const {
        double now[] = {value.x, value.y, value.z, value.w};
        ImGui::InputScalarN(name_.c_str(), ImGuiDataType_Double, now, 4, nullptr, nullptr, "%.3g");
        if (ImGui::IsItemDeactivatedAfterEdit()) {
            set(quat<double>{now[0], now[1], now[2], now[3]});
        }
        at_.mark(name_);
    }
    /// Of an enumeration: names as files have them.
    template <class Choice>
    requires std::is_enum_v<Choice>
    void widget(Choice value) const {
        const std::span<const std::string_view> names = names_of(value);
        const std::string now(names[static_cast<std::size_t>(value)]);
        const bool is_open = ImGui::BeginCombo(name_.c_str(), now.c_str());
        at_.mark(name_);
        if (!is_open) {
            return;
        }
        for (const std::string_view each : names) {
            const std::string name(each);
            if (ImGui::Selectable(name.c_str(), name == now) && name != now) {
                set(name);
            }
            at_.mark(name_ + ":" + name);
        }
        ImGui::EndCombo();
    }

    void show_buttons(bool is_own) const {
        if (field_.is_number() && !at_.memory.bone_alone) {
            ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 44);
            const bool has_curve = spring_.curve(name_) != nullptr;
            ImGui::PushStyleColor(ImGuiCol_Text, has_curve ? ImVec4(0.5F, 0.8F, 1, 1)
                                                           : ImVec4(0.5F, 0.5F, 0.5F, 1));
            if (ImGui::SmallButton("~")) {
                at_.memory.open_curve = at_.memory.open_curve == name_ ? std::string() : name_;
                at_.memory.curve_key.reset();
            }
            ImGui::PopStyleColor();
            mark_button("curve:" + name_);
            tell("curve along the chain");
        }
        if (is_own) {
            ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 20);
            if (ImGui::SmallButton("x")) {
                deeds::make(at_.on, clear_field{at_.bone(), name_});
            }
            mark_button("usual:" + name_);
            tell("back to the preset");
        }
    }

    void mark_button(const std::string& name) const {
        const ImVec2 from = ImGui::GetItemRectMin();
        const ImVec2 size = ImGui::GetItemRectSize();
        if (ImGui::IsItemVisible()) {
            at_.memory.places.push_back({name, from.x + 0.5F * size.x, from.y + 0.5F * size.y});
        }
    }
    static void tell(const char* what) {
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", what);
        }
    }

    const desk& at_;
    const spring_view& spring_;
    const tuning_field& field_;
    std::string name_;
    edit_scope scope_;
};

} // namespace

void show_fields(const desk& at, const spring_view& spring) {
    ImGui::PushItemWidth(120);
    for (const tuning_field& field : tuning_fields()) {
        field_row(at, spring, field).show();
        if (at.memory.open_curve == field.name && field.is_number() && !at.memory.bone_alone) {
            show_curve(at, spring);
        }
    }
    ImGui::PopItemWidth();
}

} // namespace viewer
