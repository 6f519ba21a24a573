#include "typing.hpp"

#include <imgui.h>

#include <cstddef>
#include <iterator>
#include <string_view>

namespace viewer {
namespace {

struct key_code {
    ImGuiKey code;
    std::string_view name;
};

/// Places in ImGui's list of keys: those of this table.
constexpr key_code codes[] = {
    {ImGuiKey_Tab, "tab"},
    {ImGuiKey_LeftArrow, "left"},
    {ImGuiKey_RightArrow, "right"},
    {ImGuiKey_UpArrow, "up"},
    {ImGuiKey_DownArrow, "down"},
    {ImGuiKey_PageUp, "page_up"},
    {ImGuiKey_PageDown, "page_down"},
    {ImGuiKey_Home, "home"},
    {ImGuiKey_End, "end"},
    {ImGuiKey_Delete, "delete"},
    {ImGuiKey_Backspace, "backspace"},
    {ImGuiKey_Space, "space"},
    {ImGuiKey_Enter, "enter"},
    {ImGuiKey_Escape, "escape"},
    {ImGuiKey_A, "a"},
    {ImGuiKey_C, "c"},
    {ImGuiKey_V, "v"},
    {ImGuiKey_X, "x"},
    {ImGuiKey_Y, "y"},
    {ImGuiKey_Z, "z"},
};

} // namespace

#if IMGUI_VERSION_NUM >= 18700

typing::typing() = default;

void typing::change(const demo::key_change& key) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, key.control);
    io.AddKeyEvent(ImGuiMod_Shift, key.shift);
    for (const key_code& each : codes) {
        if (each.name == key.name) {
            io.AddKeyEvent(each.code, key.is_down);
        }
    }
}

#else

typing::typing() : down_since_(std::size(codes), -1), comes_up_(std::size(codes), false) {
    for (std::size_t i = 0; i < std::size(codes); ++i) {
        ImGui::GetIO().KeyMap[codes[i].code] = static_cast<int>(i);
    }
}

void typing::change(const demo::key_change& key) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = key.control;
    io.KeyShift = key.shift;
    for (std::size_t i = 0; i < std::size(codes); ++i) {
        if (codes[i].name != key.name) {
            continue;
        }
        if (key.is_down) {
            io.KeysDown[i] = true;
            down_since_[i] = ImGui::GetFrameCount();
        } else if (down_since_[i] == ImGui::GetFrameCount()) {
            comes_up_[i] = true; // ImGui looks once per frame: it would miss the key
        } else {
            io.KeysDown[i] = false;
        }
    }
}

#endif

void typing::type(std::uint32_t character) const { ImGui::GetIO().AddInputCharacter(character); }

bool typing::is_busy() const { return ImGui::GetIO().WantTextInput; }

void typing::follow(const demo::pointer& now) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    for (std::size_t i = 0; i < std::size(codes); ++i) {
        if (comes_up_[i] && down_since_[i] != ImGui::GetFrameCount()) {
            comes_up_[i] = false;
            io.KeysDown[i] = false;
        }
    }
    io.KeyCtrl = now.control;
    io.KeyShift = now.shift;
#endif
    io.MousePos = {now.x, now.y};
    io.MouseDown[0] = now.left;
    io.MouseDown[1] = now.right;
    io.MouseDown[2] = now.middle;
    io.MouseWheel = now.wheel;
}

} // namespace viewer
