#include "overlay.hpp"

#include "controls.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/profiling/system_stats.hpp>
#include <jounce/modules/tuning/presets.hpp>

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cstdio>
#include <string>
#include <vector>

namespace demo {

using namespace jounce;

namespace {

constexpr std::array<ImU32, 12> system_colours = {
    IM_COL32(120, 190, 255, 255), IM_COL32(150, 220, 160, 255), IM_COL32(240, 180, 100, 255),
    IM_COL32(200, 150, 230, 255), IM_COL32(250, 130, 130, 255), IM_COL32(120, 220, 220, 255),
    IM_COL32(230, 220, 120, 255), IM_COL32(180, 180, 180, 255), IM_COL32(150, 160, 240, 255),
    IM_COL32(220, 150, 180, 255), IM_COL32(170, 210, 100, 255), IM_COL32(240, 200, 200, 255)};

ImU32 colour_of(std::size_t system) { return system_colours[system % system_colours.size()]; }

/// Time of every system over the latest frames, one on the other.
void draw_history(const system_stats& stats, float width, float height) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(from, {from.x + width, from.y + height}, IM_COL32(20, 24, 30, 255));
    const std::size_t frames = stats.frame_history().size();
    std::vector<double> sums(frames);
    for (std::size_t f = 0; f < frames; ++f) {
        for (std::size_t s = 0; s < stats.system_count(); ++s) {
            sums[f] += stats.history(static_cast<system_id>(s)).ms(f);
        }
    }
    // As high as nearly all frames need: one that was interrupted shall not flatten the others.
    std::sort(sums.begin(), sums.end());
    const double highest = std::max(frames > 0 ? 1.2 * sums[frames * 95 / 100] : 0.0, 0.02);
    const float bar = width / static_cast<float>(stats.window());
    for (std::size_t f = 0; f < frames; ++f) {
        const float x = from.x + width - bar * static_cast<float>(frames - f);
        float y = from.y + height;
        for (std::size_t s = 0; s < stats.system_count(); ++s) {
            const double ms = stats.history(static_cast<system_id>(s)).ms(f);
            const float tall =
                std::min(static_cast<float>(ms / highest) * (height - 2), y - from.y);
            draw.AddRectFilled({x, y - tall}, {x + std::max(bar, 1.0F), y}, colour_of(s));
            y -= tall;
        }
    }
    char text[64];
    std::snprintf(text, sizeof text, "%.2f ms", highest);
    draw.AddText({from.x + 4, from.y + 2}, IM_COL32(255, 255, 255, 255), text);
    ImGui::Dummy({width, height});
}

void show_costs(const overlay_facts& facts) {
    const system_stats& stats = facts.systems.stats();
    ImGui::SetNextWindowPos({8, static_cast<float>(facts.height) - 8}, ImGuiCond_FirstUseEver,
                            {0, 1});
    ImGui::Begin("Cost per system", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
    const frame_counters& counters = stats.counters();
    ImGui::Text("%llu characters, %llu springs, %llu contacts",
                static_cast<unsigned long long>(counters.characters() + facts.players.herd_size()),
                static_cast<unsigned long long>(counters.springs),
                static_cast<unsigned long long>(counters.contacts));
    if (ImGui::BeginTable("costs", 5, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("system");
        ImGui::TableSetupColumn("mean ms");
        ImGui::TableSetupColumn("p99");
        ImGui::TableSetupColumn("ns each");
        ImGui::TableSetupColumn("share");
        ImGui::TableHeadersRow();
        const std::vector<system_cost> costs = stats.costs();
        for (std::size_t s = 0; s < costs.size(); ++s) {
            if (costs[s].mean_ms <= 0) {
                continue;
            }
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour_of(s)), "%s",
                               costs[s].name.c_str());
            ImGui::TableNextColumn();
            ImGui::Text("%.4f", costs[s].mean_ms);
            ImGui::TableNextColumn();
            ImGui::Text("%.4f", costs[s].p99_ms);
            ImGui::TableNextColumn();
            ImGui::Text("%.1f", costs[s].ns_per_element);
            ImGui::TableNextColumn();
            ImGui::Text("%2.0f %%", 100 * costs[s].share);
        }
        ImGui::EndTable();
    }
    draw_history(stats, 290, 44);
    const render::frame_report& drawn = facts.renderer.report();
    ImGui::Text("drawn %zu by %s on %s", drawn.drawn,
                std::string(render::route_name(facts.renderer.route())).c_str(), facts.device_name);
    ImGui::Text("%u draws, %.2f M vertices skinned", drawn.draws,
                1e-6 * static_cast<double>(drawn.skinned_vertices));
    if (facts.players.herd_size() > 0) {
        ImGui::TextUnformatted(drawn_text(drawn).c_str());
    } else {
        ImGui::Text("levels %llu / %llu / %llu, frozen %llu",
                    static_cast<unsigned long long>(counters.at_level[0]),
                    static_cast<unsigned long long>(counters.at_level[1]),
                    static_cast<unsigned long long>(counters.at_level[2]),
                    static_cast<unsigned long long>(counters.at_level[3]));
        if (drawn.culled > 0) {
            ImGui::Text("culled %zu", drawn.culled);
        }
    }
    if (facts.frames_per_second > 0) {
        ImGui::Text("%.1f frames per second", facts.frames_per_second);
    }
    ImGui::End();
}

void show_switches(settings& to, std::uint32_t width, std::uint32_t height) {
    ImGui::SetNextWindowPos({static_cast<float>(width) - 8, static_cast<float>(height) - 8},
                            ImGuiCond_FirstUseEver, {1, 1});
    ImGui::Begin("Springs", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PushItemWidth(120);
    int solver = to.solver == stable_solver ? 0 : 1;
    if (ImGui::Combo("solver", &solver, "stable\0reference\0")) {
        to.solver = solver == 0 ? stable_solver : reference_solver;
    }
    const char* shown = "own";
    if (to.tuning.preset >= 0) {
        shown = presets()[static_cast<std::size_t>(to.tuning.preset)].name.data();
    }
    if (ImGui::BeginCombo("preset", shown)) {
        for (int p = -1; p < static_cast<int>(presets().size()); ++p) {
            const char* name = p < 0 ? "own" : presets()[static_cast<std::size_t>(p)].name.data();
            if (ImGui::Selectable(name, p == to.tuning.preset)) {
                to.tuning.preset = p;
            }
        }
        ImGui::EndCombo();
    }
    ImGui::SliderFloat("frequency", &to.tuning.frequency, 0.2F, 5, "x %.2f");
    ImGui::SliderFloat("damping", &to.tuning.damping, 0.1F, 4, "x %.2f");
    ImGui::SliderFloat("gravity", &to.tuning.gravity, 0, 4, "x %.2f");
    ImGui::SliderFloat("drag", &to.tuning.drag, 0, 4, "x %.2f");
    auto wind = static_cast<float>(to.wind);
    if (ImGui::SliderFloat("wind", &wind, 0, 15, "%.1f m/s")) {
        to.wind = static_cast<double>(wind);
    }
    ImGui::SliderFloat("time", &to.time_scale, 0.06F, 4, "x %.2f");
    if (to.stage == exhibition::stampede) {
        ImGui::Checkbox("edited bodies", &to.edited_bodies);
    }
    ImGui::Checkbox("springs", &to.springs_on);
    ImGui::SameLine();
    ImGui::Checkbox("rigid", &to.rigid);
    ImGui::SameLine();
    ImGui::Checkbox("deviation", &to.deviation);
    ImGui::Checkbox("bones", &to.gizmos.bones);
    ImGui::SameLine();
    ImGui::Checkbox("colliders", &to.gizmos.colliders);
    ImGui::SameLine();
    ImGui::Checkbox("limits", &to.gizmos.limits);
    ImGui::SameLine();
    ImGui::Checkbox("flesh", &to.gizmos.flesh);
    ImGui::TextDisabled("h: all keys");
    ImGui::PopItemWidth();
    ImGui::End();
}

void show_help() {
    ImGui::SetNextWindowPos({330, 8}, ImGuiCond_FirstUseEver);
    ImGui::Begin("Keys", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::TextUnformatted(controls_help().c_str());
    ImGui::TextUnformatted("  drag to turn, wheel to go nearer");
    ImGui::End();
}

/// What an actor is there for, below its feet.
void show_labels(const overlay_facts& facts) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float* m = facts.view_projection;
    for (const caption& each : facts.players.captions()) {
        if (each.text.empty()) {
            continue;
        }
        const vec3<float>& p = each.foot;
        const float x = m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12];
        const float y = m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13];
        const float w = m[3] * p.x + m[7] * p.y + m[11] * p.z + m[15];
        if (w <= 0) {
            continue;
        }
        constexpr float wrap = 150;
        const ImVec2 size = ImGui::CalcTextSize(each.text.c_str(), nullptr, false, wrap);
        const ImVec2 at = {(0.5F + 0.5F * x / w) * static_cast<float>(facts.width) - size.x / 2,
                           (0.5F - 0.5F * y / w) * static_cast<float>(facts.height) + 6};
        draw.AddRectFilled({at.x - 4, at.y - 2}, {at.x + size.x + 4, at.y + size.y + 2},
                           IM_COL32(20, 24, 30, 170), 3);
        draw.AddText(nullptr, 0, at, IM_COL32(255, 255, 255, 255), each.text.c_str(), nullptr,
                     wrap);
    }
}

} // namespace

std::string drawn_text(const render::frame_report& of) {
    std::string out = "meshes at levels";
    std::size_t last = of.at_level.size();
    while (last > 1 && of.at_level[last - 1] == 0) {
        --last;
    }
    for (std::size_t i = 0; i < last; ++i) {
        out += (i == 0 ? " " : " / ") + std::to_string(of.at_level[i]);
    }
    return out + ", culled " + std::to_string(of.culled) + ", too small " +
           std::to_string(of.too_small);
}

void show_overlay(settings& to, const overlay_facts& facts) {
    show_labels(facts);
    if (to.overlay) {
        show_costs(facts);
        if (facts.frames_per_second > 0) { // nobody can move a slider in a recording
            show_switches(to, facts.width, facts.height);
        }
    }
    if (to.help) {
        show_help();
    }
}

bool overlay_has_pointer() { return ImGui::GetIO().WantCaptureMouse; }

} // namespace demo
