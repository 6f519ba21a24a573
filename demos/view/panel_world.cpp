#include "deeds.hpp"
#include "panel_desk.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

/// Says where a choice has got to, once it is let go.
void tell(const char* what, double value) {
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        char line[96];
        std::snprintf(line, sizeof line, "%s %.3g", what, value);
        deeds::say(line);
    }
}

void slide(const desk& at, const char* label, float& value, float least, float most,
           const char* format) {
    ImGui::SliderFloat(label, &value, least, most, format, ImGuiSliderFlags_AlwaysClamp);
    tell(label, static_cast<double>(value));
    at.mark(label);
}

void check(const desk& at, const char* label, bool& value) {
    if (ImGui::Checkbox(label, &value)) {
        deeds::say(std::string(label) + (value ? " on" : " off"));
    }
    at.mark(std::string("show:") + label);
}

} // namespace

void show_world(const desk& at) {
    choices& to = at.to;
    ImGui::PushItemWidth(150);
    slide(at, "gravity", to.gravity, -1, 3, "x %.2f");
    float speed = length(to.wind);
    float from = speed > 0 ? std::atan2(to.wind.x, to.wind.z) * 57.29578F : at.memory.wind_from;
    const float before = speed;
    ImGui::SliderFloat("wind", &speed, 0, 20, "%.1f m/s", ImGuiSliderFlags_AlwaysClamp);
    tell("wind", static_cast<double>(speed));
    at.mark("wind");
    ImGui::SliderFloat("towards", &from, -180, 180, "%.0f degrees");
    at.memory.wind_from = from;
    if (speed > 0 || before > 0) {
        to.wind = {speed * std::sin(from / 57.29578F), 0, speed * std::cos(from / 57.29578F)};
    }
    slide(at, "gusts", to.gusts, 0, 1, "%.2f");
    ImGui::Separator();
    const auto& settings = at.on.session().settings();
    const double held = settings.tick_rate.value_or(120);
    double rate = held;
    ImGui::InputDouble("ticks per second", &rate, 0, 0, "%.4g");
    if (ImGui::IsItemDeactivatedAfterEdit() && rate != held) {
        deeds::make(at.on, set_tick_rate{rate});
    }
    ImGui::Text("%.4g m per unit of the model",
                static_cast<double>(at.on.session().character().metres_per_unit));
    ImGui::PopItemWidth();
    for (const std::string& warning : at.on.session().warnings()) {
        ImGui::TextWrapped("%s", warning.c_str());
    }
}

void show_clips(const desk& at) {
    choices& to = at.to;
    const auto& clips = at.on.session().character().kind.clips;
    const int count = clips != nullptr ? static_cast<int>(clips->clips.size()) : 0;
    const auto name_of_clip = [&](int c) {
        return c < 0 || c >= count ? std::string("rest pose")
                                   : clips->clips[static_cast<std::size_t>(c)].name;
    };
    ImGui::PushItemWidth(130);
    const bool is_open = ImGui::BeginCombo("clip", name_of_clip(to.clip).c_str());
    at.mark("clip");
    if (is_open) {
        for (int c = -1; c < count; ++c) {
            ImGui::PushID(c);
            if (ImGui::Selectable(name_of_clip(c).c_str(), c == to.clip)) {
                to.clip = c;
                deeds::say("clip " + name_of_clip(c));
            }
            at.mark("clip:" + name_of_clip(c));
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    slide(at, "fade", to.fade, 0, 2, "%.2f s");
    slide(at, "clip speed", to.clip_speed, 0, 2, "x %.2f");
    slide(at, "time", to.time_scale, 0.05F, 2, "x %.2f");
    constexpr std::array rates = {0, 15, 24, 30, 60, 120};
    const auto words = [](int rate) {
        return rate == 0 ? std::string("of the screen") : std::to_string(rate);
    };
    if (ImGui::BeginCombo("frames", words(to.frame_rate).c_str())) {
        for (const int rate : rates) {
            if (ImGui::Selectable(words(rate).c_str(), rate == to.frame_rate)) {
                to.frame_rate = rate;
                deeds::say("frame rate " + words(rate));
            }
        }
        ImGui::EndCombo();
    }
    ImGui::PopItemWidth();
    check(at, "pause", to.paused);
    ImGui::SameLine();
    check(at, "on the spot", to.keeps_on_spot);
    if (at.button("springs start again")) {
        at.on.reset();
        deeds::say("springs start again");
    }
}

void show_shown(const desk& at) {
    choices& to = at.to;
    check(at, "bones", to.show_bones);
    ImGui::SameLine(110);
    check(at, "springs", to.show_springs);
    check(at, "colliders", to.show_colliders);
    ImGui::SameLine(110);
    check(at, "weights", to.show_weights);
    check(at, "skin", to.show_skin);
    ImGui::SameLine(110);
    check(at, "flesh", to.show_flesh);
    check(at, "beside it, as it was opened", to.split);
    check(at, "springs move", to.springs_on);
}

void show_cost(const desk& at) {
    const character_counts counts = count_parts(*at.on.session().character().kind.kind);
    ImGui::Text("%zu bones, %zu springs, %zu colliders", counts.bones, counts.springs,
                counts.colliders);
    ImGui::Text("%zu joints for the skin", counts.joints);
    const bool wants = at.button("measure 1000 of them");
    const auto& cost = at.on.cost(wants);
    if (cost) {
        if (wants) {
            char line[96];
            std::snprintf(line, sizeof line, "1000 characters: %.3g ms per frame",
                          cost->measured_ms);
            deeds::say(line);
        }
        ImGui::Text("1000 characters, one thread:");
        ImGui::Text("  %.3g ms per frame, measured", cost->measured_ms);
        ImGui::Text("  %.3g ms by the README's rates", cost->counted_ms);
        const bool is_old = cost->counts.springs != counts.springs ||
                            cost->counts.colliders != counts.colliders ||
                            cost->counts.bones != counts.bones;
        if (is_old) {
            ImGui::TextDisabled("of before the last edits");
        }
    }
    ImGui::Separator();
    ImGui::Text("%.0f frames per second", at.facts.frames_per_second);
    ImGui::Text("%s", at.facts.device_name);
}

} // namespace viewer
