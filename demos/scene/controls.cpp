#include "controls.hpp"

#include "common/command_line.hpp"
#include "troupe.hpp"

#include <jounce/modules/tuning/presets.hpp>

#include <algorithm>
#include <cstdio>

namespace demo {
namespace {

std::string on_off(std::string_view what, bool is_on) {
    return std::string(what) + (is_on ? " on" : " off");
}
std::string toggle(std::string_view what, bool& value) {
    value = !value;
    return on_off(what, value);
}
std::string number(std::string_view what, double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*s %.3g", static_cast<int>(what.size()), what.data(),
                  value);
    return text;
}
std::string show(settings& to, exhibition stage) {
    to.stage = stage;
    to.wants_camera_home = true;
    return "showing " + std::string(exhibition_name(stage));
}

std::string gallery(settings& to) { return show(to, exhibition::gallery); }
std::string side_by_side(settings& to) { return show(to, exhibition::side_by_side); }
std::string twist(settings& to) { return show(to, exhibition::twist); }
std::string crowd(settings& to) { return show(to, exhibition::crowd); }
std::string weights(settings& to) { return show(to, exhibition::weights); }
std::string stampede(settings& to) { return show(to, exhibition::stampede); }
std::string bodies(settings& to) { return show(to, exhibition::bodies); }
std::string flesh(settings& to) { return show(to, exhibition::flesh); }
std::string touched(settings& to) { return show(to, exhibition::touched); }
std::string flesh_crowd(settings& to) { return show(to, exhibition::flesh_crowd); }
std::string edited(settings& to) {
    to.edited_bodies = !to.edited_bodies;
    return to.edited_bodies ? "bodies that differ" : "bodies as in the file";
}
std::string file(settings& to) { return show(to, exhibition::file); }
std::string next_kind(settings& to) {
    to.selected = (to.selected + 1) % kind_count;
    return "side by side: kind " + std::to_string(to.selected + 1) + " of " +
           std::to_string(kind_count);
}
std::string pause(settings& to) { return toggle("pause", to.paused); }
std::string step(settings& to) {
    to.paused = true;
    to.step_once = true;
    return "one step";
}
std::string slower(settings& to) {
    to.time_scale = std::max(to.time_scale / 2, 1.0F / 16);
    return number("time scale", static_cast<double>(to.time_scale));
}
std::string faster(settings& to) {
    to.time_scale = std::min(to.time_scale * 2, 4.0F);
    return number("time scale", static_cast<double>(to.time_scale));
}
std::string solver(settings& to) {
    const bool was_stable = to.solver == jounce::stable_solver;
    to.solver = was_stable ? jounce::reference_solver : jounce::stable_solver;
    return was_stable ? "solver reference" : "solver stable";
}
std::string preset(settings& to) {
    const int count = static_cast<int>(jounce::presets().size());
    to.tuning.preset = to.tuning.preset + 1 < count ? to.tuning.preset + 1 : -1;
    return to.tuning.preset < 0
               ? "each kind's own tuning"
               : "preset " +
                     std::string(
                         jounce::presets()[static_cast<std::size_t>(to.tuning.preset)].name);
}
std::string softer(settings& to) {
    to.tuning.frequency = std::max(to.tuning.frequency / 1.25F, 0.2F);
    return number("frequency x", static_cast<double>(to.tuning.frequency));
}
std::string stiffer(settings& to) {
    to.tuning.frequency = std::min(to.tuning.frequency * 1.25F, 5.0F);
    return number("frequency x", static_cast<double>(to.tuning.frequency));
}
std::string springs(settings& to) { return toggle("springs", to.springs_on); }
std::string method(settings& to) {
    const bool was_linear = to.method == jounce::skin_method::linear;
    to.method = was_linear ? jounce::skin_method::dual_quaternion : jounce::skin_method::linear;
    return was_linear ? "dual quaternions" : "linear blending";
}
std::string rigid(settings& to) { return toggle("rigid", to.rigid); }
std::string deviation(settings& to) { return toggle("deviation colours", to.deviation); }
std::string bones(settings& to) { return toggle("bones", to.gizmos.bones); }
std::string spring_lines(settings& to) { return toggle("spring lines", to.gizmos.springs); }
std::string colliders(settings& to) { return toggle("colliders", to.gizmos.colliders); }
std::string limits(settings& to) { return toggle("limits", to.gizmos.limits); }
std::string flesh_lines(settings& to) { return toggle("handles of flesh", to.gizmos.flesh); }
std::string tier(settings& to) {
    using jounce::tissue_tier;
    if (!to.tier) {
        to.tier = tissue_tier::linear;
        return "flesh: linear";
    }
    if (*to.tier == tissue_tier::newton) {
        to.tier.reset();
        return "flesh: each its own tier";
    }
    const bool was_linear = *to.tier == tissue_tier::linear;
    to.tier = was_linear ? tissue_tier::nonlinear : tissue_tier::newton;
    return was_linear ? "flesh: nonlinear" : "flesh: newton";
}
std::string wind(settings& to) {
    to.wind = to.wind == 0 ? 4 : (to.wind == 4 ? 10 : 0);
    return number("wind m/s", to.wind);
}
std::string impulse(settings& to) {
    to.wants_impulse = true;
    return "a push";
}
std::string reset(settings& to) {
    to.wants_reset = true;
    return "springs start again";
}
std::string more(settings& to) {
    to.crowd = std::min<std::int64_t>(to.crowd * 2, 10000);
    return number("crowd of", static_cast<double>(to.crowd));
}
std::string fewer(settings& to) {
    to.crowd = std::max<std::int64_t>(to.crowd / 2, 1);
    return number("crowd of", static_cast<double>(to.crowd));
}
std::string budget(settings& to) {
    to.budget_ms = to.budget_ms == 0 ? 2 : (to.budget_ms == 2 ? 0.5 : 0);
    return to.budget_ms == 0 ? "no budget" : number("budget ms", to.budget_ms);
}
std::string overlay(settings& to) { return toggle("overlay", to.overlay); }
std::string help(settings& to) { return toggle("help", to.help); }
std::string screenshot(settings& to) {
    to.wants_screenshot = true;
    return "screenshot";
}
std::string trace(settings& to) {
    to.wants_trace = true;
    return "trace of the next 60 frames";
}
std::string turn_left(settings& to) {
    to.orbit_yaw -= 0.1F;
    return "camera left";
}
std::string turn_right(settings& to) {
    to.orbit_yaw += 0.1F;
    return "camera right";
}
std::string turn_up(settings& to) {
    to.orbit_pitch += 0.08F;
    return "camera up";
}
std::string turn_down(settings& to) {
    to.orbit_pitch -= 0.08F;
    return "camera down";
}
std::string nearer(settings& to) {
    to.zoom /= 1.15F;
    return "camera nearer";
}
std::string further(settings& to) {
    to.zoom *= 1.15F;
    return "camera further";
}
std::string home(settings& to) {
    to.wants_camera_home = true;
    return "camera home";
}
std::string quit(settings& to) {
    to.quit = true;
    return "quit";
}

constexpr control all_controls[] = {
    {"1", "gallery: one of each kind", gallery},
    {"2", "side by side: rigid, LBS, DQS, springs off", side_by_side},
    {"3", "twist: linear blending against dual quaternions", twist},
    {"4", "crowd with levels of detail", crowd},
    {"5", "the file given on the command line", file},
    {"6", "weights by hand, heat, joint curves and distance, in the colours of bones", weights},
    {"7", "stampede: clips from the GPU's memory, simplified by size", stampede},
    {"8", "bodies: rest poses that were edited, all with one clip", bodies},
    {"9", "flesh: rigid, helper bones, flesh, and flesh that a ball pokes", flesh},
    {"0", "crowd with flesh", flesh_crowd},
    {"u", "touched flesh: a hand on a cheek, and a shove that bones feel or not", touched},
    {"g", "bodies of the stampede: all alike, or edited", edited},
    {"tab", "next kind, side by side and of weights", next_kind},
    {"space", "pause", pause},
    {"period", "one step", step},
    {"k", "half the speed", slower},
    {"l", "twice the speed", faster},
    {"s", "solver: stable or reference", solver},
    {"p", "next preset for all springs", preset},
    {"q", "softer springs", softer},
    {"e", "stiffer springs", stiffer},
    {"x", "springs on or off", springs},
    {"m", "skinning by dual quaternions or linear", method},
    {"r", "rigid: as animated", rigid},
    {"d", "colours by deviation from rigid", deviation},
    {"b", "bones", bones},
    {"n", "springs: animated to simulated tails", spring_lines},
    {"c", "colliders", colliders},
    {"j", "limits", limits},
    {"f", "flesh: lattice, handles, strain of points, contacts", flesh_lines},
    {"y", "tier of flesh: own, linear, nonlinear, newton", tier},
    {"w", "wind: none, 4, 10 m/s", wind},
    {"i", "push every spring", impulse},
    {"backspace", "springs start again", reset},
    {"equal", "twice the crowd", more},
    {"minus", "half the crowd", fewer},
    {"v", "budget: none, 2 ms, 0.5 ms", budget},
    {"o", "overlay", overlay},
    {"h", "this help", help},
    {"f12", "screenshot to out/", screenshot},
    {"t", "trace to out/, for Perfetto", trace},
    {"left", "turn", turn_left},
    {"right", "turn", turn_right},
    {"up", "turn", turn_up},
    {"down", "turn", turn_down},
    {"page_up", "nearer", nearer},
    {"page_down", "further", further},
    {"home", "camera as at first", home},
    {"escape", "quit", quit},
};

} // namespace

std::span<const control> controls() { return all_controls; }

std::string press(std::string_view key, settings& to) {
    for (const control& each : all_controls) {
        if (each.key == key) {
            return each.apply(to);
        }
    }
    return {};
}

std::string_view exhibition_name(exhibition stage) {
    switch (stage) {
    case exhibition::gallery: return "gallery";
    case exhibition::side_by_side: return "side_by_side";
    case exhibition::twist: return "twist";
    case exhibition::weights: return "weights";
    case exhibition::crowd: return "crowd";
    case exhibition::stampede: return "stampede";
    case exhibition::bodies: return "bodies";
    case exhibition::flesh: return "flesh";
    case exhibition::touched: return "touched";
    case exhibition::flesh_crowd: return "flesh_crowd";
    case exhibition::file: return "file";
    }
    return "?";
}

std::string controls_help() { return list_keys(controls()); }

} // namespace demo
