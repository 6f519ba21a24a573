#include "panel_input.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace demo {
namespace {

struct panel_key {
    std::string_view name;
    ImGuiKey key;
};
constexpr std::array panel_keys = std::to_array<panel_key>({{"tab", ImGuiKey_Tab},
                                                            {"left", ImGuiKey_LeftArrow},
                                                            {"right", ImGuiKey_RightArrow},
                                                            {"up", ImGuiKey_UpArrow},
                                                            {"down", ImGuiKey_DownArrow},
                                                            {"page_up", ImGuiKey_PageUp},
                                                            {"page_down", ImGuiKey_PageDown},
                                                            {"home", ImGuiKey_Home},
                                                            {"end", ImGuiKey_End},
                                                            {"delete", ImGuiKey_Delete},
                                                            {"backspace", ImGuiKey_Backspace},
                                                            {"enter", ImGuiKey_Enter},
                                                            {"escape", ImGuiKey_Escape},
                                                            {"space", ImGuiKey_Space},
                                                            {"a", ImGuiKey_A},
                                                            {"c", ImGuiKey_C},
                                                            {"v", ImGuiKey_V},
                                                            {"x", ImGuiKey_X},
                                                            {"y", ImGuiKey_Y},
                                                            {"z", ImGuiKey_Z}});

#if IMGUI_VERSION_NUM < 18700
// Keys are states here, read once per frame: one that comes up within the frame that it went down in is held for
// that frame, so that it counts.
struct key_states {
    std::array<int, panel_keys.size()> down_since{};
    std::array<bool, panel_keys.size()> comes_up{};
};
key_states& states() {
    static key_states all;
    return all;
}

void set_key(std::size_t index, bool is_down) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyMap[panel_keys[index].key] = static_cast<int>(index);
    if (is_down) {
        states().down_since[index] = ImGui::GetFrameCount();
        states().comes_up[index] = false;
        io.KeysDown[index] = true;
    } else if (states().down_since[index] == ImGui::GetFrameCount()) {
        states().comes_up[index] = true;
    } else {
        io.KeysDown[index] = false;
    }
}

void let_keys_up() {
    for (std::size_t k = 0; k < panel_keys.size(); ++k) {
        if (states().comes_up[k] && states().down_since[k] != ImGui::GetFrameCount()) {
            states().comes_up[k] = false;
            ImGui::GetIO().KeysDown[k] = false;
        }
    }
}

void set_modifiers(bool control, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = control;
    io.KeyShift = shift;
    io.KeyAlt = alt;
}
#else
void set_key(std::size_t index, bool is_down) {
    ImGui::GetIO().AddKeyEvent(panel_keys[index].key, is_down);
}
void let_keys_up() {}
void set_modifiers(bool control, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, control);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
}
#endif

} // namespace

void give_to_panels(const pointer& now) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {now.x, now.y};
    io.MouseDown[0] = now.left;
    io.MouseDown[1] = now.right;
    io.MouseDown[2] = now.middle;
    io.MouseWheel += now.wheel;
    set_modifiers(now.control, now.shift, now.alt);
    let_keys_up();
}

void give_to_panels(const key_event& event) {
    set_modifiers(event.control, event.shift, event.alt);
    const auto found = std::ranges::find(panel_keys, event.name, &panel_key::name);
    if (found != panel_keys.end() && !event.repeats) { // ImGui repeats held keys by itself
        set_key(static_cast<std::size_t>(found - panel_keys.begin()), event.is_down);
    }
}

void give_to_panels(std::uint32_t character) { ImGui::GetIO().AddInputCharacter(character); }

bool panels_have_keys() { return ImGui::GetIO().WantTextInput; }

} // namespace demo
