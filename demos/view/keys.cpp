#include "keys.hpp"

#include "common/command_line.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace viewer {
namespace {

/// All that a key can reach.
struct reach {
    choices& to;
    stage& on;
    key_wishes& wishes;
};

std::string toggle(std::string_view what, bool& value) {
    value = !value;
    return std::string(what) + (value ? " on" : " off");
}

std::string number(std::string_view what, double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*s %.3g", static_cast<int>(what.size()), what.data(),
                  value);
    return text;
}

std::string pause(reach of) { return toggle("pause", of.to.paused); }
std::string springs(reach of) { return toggle("springs", of.to.springs_on); }
std::string linear(reach of) {
    of.to.linear = !of.to.linear;
    return of.to.linear ? "skinning by matrices" : "skinning by dual quaternions";
}
std::string bones(reach of) { return toggle("bones", of.to.show_bones); }
std::string spring_lines(reach of) { return toggle("spring lines", of.to.show_springs); }
std::string colliders(reach of) { return toggle("colliders", of.to.show_colliders); }
std::string flesh(reach of) { return toggle("flesh", of.to.show_flesh); }
std::string weights(reach of) { return toggle("colours of bones", of.to.show_weights); }
std::string skin(reach of) { return toggle("skin", of.to.show_skin); }
std::string split(reach of) { return toggle("beside it the opened one", of.to.split); }
std::string on_spot(reach of) { return toggle("clip on the spot", of.to.keeps_on_spot); }

std::string next_clip(reach of) {
    const auto& clips = of.on.session().character().kind.clips;
    const int count = clips != nullptr ? static_cast<int>(clips->clips.size()) : 0;
    of.to.clip = of.to.clip + 1 < count ? of.to.clip + 1 : -1;
    return of.to.clip < 0 ? "rest pose"
                          : "clip " + clips->clips[static_cast<std::size_t>(of.to.clip)].name;
}
std::string slower(reach of) {
    of.to.time_scale = std::max(of.to.time_scale / 2, 0.05F);
    return number("time scale", static_cast<double>(of.to.time_scale));
}
std::string faster(reach of) {
    of.to.time_scale = std::min(of.to.time_scale * 2, 2.0F);
    return number("time scale", static_cast<double>(of.to.time_scale));
}
std::string rate(reach of) {
    constexpr std::array rates = {0, 24, 30, 60, 120};
    const auto* const now = std::find(rates.begin(), rates.end(), of.to.frame_rate);
    of.to.frame_rate = now == rates.end() || now + 1 == rates.end() ? rates.front() : *(now + 1);
    return of.to.frame_rate == 0 ? "frames as the screen has them"
                                 : number("frames per second", of.to.frame_rate);
}
std::string wind(reach of) {
    const float now = of.to.wind.x;
    of.to.wind = {now == 0 ? 4.0F : now < 5 ? 10.0F : 0.0F, 0, 0};
    of.to.gusts = 0.5F;
    return number("wind m/s", static_cast<double>(of.to.wind.x));
}
std::string turntable(reach of) {
    of.to.turntable = of.to.turntable == 0 ? 0.1F : 0.0F;
    return of.to.turntable == 0 ? "camera stands" : "camera goes round";
}
std::string reset(reach of) {
    of.on.reset();
    return "springs start again";
}
std::string home(reach of) {
    of.wishes.camera_home = true;
    return "camera as at first";
}
std::string screenshot(reach of) {
    of.wishes.screenshot = true;
    return "screenshot";
}
std::string quit(reach of) {
    of.wishes.quit = true;
    return "quit";
}

struct control {
    std::string_view key;
    std::string_view help;
    std::string (*apply)(reach);
};

constexpr control all_controls[] = {
    {"space", "pause", pause},
    {"tab", "next clip; after the last the rest pose", next_clip},
    {"g", "clips that walk off stay on the spot", on_spot},
    {"k", "half the speed", slower},
    {"l", "twice the speed", faster},
    {"r", "frame rate of the simulation: the screen's, 24, 30, 60, 120", rate},
    {"x", "springs on or off", springs},
    {"d", "beside it, the character as it was opened", split},
    {"m", "skinning by dual quaternions or matrices", linear},
    {"i", "wind: none, 4, 10 m/s", wind},
    {"b", "bones", bones},
    {"n", "springs: animated to simulated tails", spring_lines},
    {"c", "colliders", colliders},
    {"f", "flesh: handles and points", flesh},
    {"w", "weights: the mesh in the colours of its bones", weights},
    {"v", "skin on or off", skin},
    {"t", "camera goes round", turntable},
    {"home", "camera as at first", home},
    {"backspace", "springs start again, the character goes back", reset},
    {"f12", "screenshot to out/", screenshot},
    {"escape", "quit", quit},
};

} // namespace

std::string press(std::string_view key, choices& to, stage& on, key_wishes& wishes) {
    for (const control& each : all_controls) {
        if (each.key == key) {
            return each.apply({to, on, wishes});
        }
    }
    return {};
}

std::string keys_help() { return demo::list_keys(std::span<const control>(all_controls)); }

} // namespace viewer
