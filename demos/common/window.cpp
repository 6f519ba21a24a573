#include "window.hpp"

#include <cstdlib>

#if JOUNCE_HAS_GLFW
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
// Declared here: glfw3native.h would want the headers of X11 and its extensions for these two.
extern "C" {
void* glfwGetX11Display(void);
unsigned long glfwGetX11Window(GLFWwindow* window);
}
#endif

namespace demo {

using jounce::error;
using jounce::result;

bool window::has_display() {
    const char* display = std::getenv("DISPLAY");
    return display != nullptr && display[0] != '\0';
}

#if JOUNCE_HAS_GLFW

namespace {

struct key_name {
    int key;
    const char* name;
};
constexpr key_name named_keys[] = {
    {GLFW_KEY_SPACE, "space"},
    {GLFW_KEY_ESCAPE, "escape"},
    {GLFW_KEY_TAB, "tab"},
    {GLFW_KEY_ENTER, "enter"},
    {GLFW_KEY_BACKSPACE, "backspace"},
    {GLFW_KEY_LEFT, "left"},
    {GLFW_KEY_RIGHT, "right"},
    {GLFW_KEY_UP, "up"},
    {GLFW_KEY_DOWN, "down"},
    {GLFW_KEY_PAGE_UP, "page_up"},
    {GLFW_KEY_PAGE_DOWN, "page_down"},
    {GLFW_KEY_HOME, "home"},
    {GLFW_KEY_END, "end"},
    {GLFW_KEY_DELETE, "delete"},
    {GLFW_KEY_LEFT_CONTROL, "control"},
    {GLFW_KEY_RIGHT_CONTROL, "control"},
    {GLFW_KEY_LEFT_SHIFT, "shift"},
    {GLFW_KEY_RIGHT_SHIFT, "shift"},
    {GLFW_KEY_F9, "f9"},
    {GLFW_KEY_F10, "f10"},
    {GLFW_KEY_F11, "f11"},
    {GLFW_KEY_F12, "f12"},
    {GLFW_KEY_PERIOD, "period"},
    {GLFW_KEY_COMMA, "comma"},
    {GLFW_KEY_MINUS, "minus"},
    {GLFW_KEY_EQUAL, "equal"},
    {GLFW_KEY_KP_SUBTRACT, "minus"},
    {GLFW_KEY_KP_ADD, "equal"},
    {GLFW_KEY_KP_ENTER, "enter"},
};

} // namespace

class window::implementation {
public:
    GLFWwindow* handle = nullptr;
    window* owner = nullptr;
    double wheel = 0;

    ~implementation() {
        if (handle != nullptr) {
            glfwDestroyWindow(handle);
        }
        glfwTerminate();
    }

    static implementation& of(GLFWwindow* handle) {
        return *static_cast<implementation*>(glfwGetWindowUserPointer(handle));
    }

    static void key(GLFWwindow* handle, int code, int, int action, int held) {
        if ((code >= GLFW_KEY_A && code <= GLFW_KEY_Z) ||
            (code >= GLFW_KEY_0 && code <= GLFW_KEY_9)) {
            const char name[2] = {
                static_cast<char>(code >= GLFW_KEY_A ? code - GLFW_KEY_A + 'a' : code), '\0'};
            tell(*of(handle).owner, name, action, held);
            return;
        }
        for (const key_name& each : named_keys) {
            if (each.key == code) {
                tell(*of(handle).owner, each.name, action, held);
                return;
            }
        }
    }
    static void tell(const window& owner, const char* name, int action, int held) {
        if (owner.on_key_change) {
            owner.on_key_change({name, action != GLFW_RELEASE, (held & GLFW_MOD_CONTROL) != 0,
                                 (held & GLFW_MOD_SHIFT) != 0});
        }
        if (owner.on_key && action != GLFW_RELEASE) {
            owner.on_key(name);
        }
    }
    static void text(GLFWwindow* handle, unsigned character) {
        if (of(handle).owner->on_text) {
            of(handle).owner->on_text(character);
        }
    }
    bool holds(int left, int right) const {
        return glfwGetKey(handle, left) == GLFW_PRESS || glfwGetKey(handle, right) == GLFW_PRESS;
    }
    bool presses(int button) const { return glfwGetMouseButton(handle, button) == GLFW_PRESS; }
    static void scroll(GLFWwindow* handle, double, double by) { of(handle).wheel += by; }
};

result<std::unique_ptr<window>> window::make(const char* title, std::uint32_t width,
                                             std::uint32_t height) {
    if (glfwInit() != GLFW_TRUE) {
        const char* why = nullptr;
        glfwGetError(&why);
        return error{jounce::errors::no_window,
                     std::string("no window: ") + (why != nullptr ? why : "no display")};
    }
    std::unique_ptr<window> made(new window);
    made->implementation_ = std::make_unique<implementation>();
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API); // bgfx makes its own context
    GLFWwindow* handle = glfwCreateWindow(static_cast<int>(width), static_cast<int>(height), title,
                                          nullptr, nullptr);
    if (handle == nullptr) {
        const char* why = nullptr;
        glfwGetError(&why);
        return error{jounce::errors::no_window,
                     std::string("no window: ") + (why != nullptr ? why : "refused")};
    }
    made->implementation_->handle = handle;
    made->implementation_->owner = made.get();
    glfwSetWindowUserPointer(handle, made->implementation_.get());
    glfwSetKeyCallback(handle, &implementation::key);
    glfwSetScrollCallback(handle, &implementation::scroll);
    glfwSetCharCallback(handle, &implementation::text);
    // A click that begins and ends within one frame is still seen.
    glfwSetInputMode(handle, GLFW_STICKY_MOUSE_BUTTONS, GLFW_TRUE);
    return made;
}

window_handles window::handles() const {
    window_handles out;
    out.display = glfwGetX11Display();
    out.window = reinterpret_cast<void*>(glfwGetX11Window(implementation_->handle));
    return out;
}

bool window::poll() {
    glfwPollEvents();
    return glfwWindowShouldClose(implementation_->handle) == GLFW_FALSE;
}

std::uint32_t window::width() const {
    int width = 0;
    glfwGetFramebufferSize(implementation_->handle, &width, nullptr);
    return static_cast<std::uint32_t>(width);
}

std::uint32_t window::height() const {
    int height = 0;
    glfwGetFramebufferSize(implementation_->handle, nullptr, &height);
    return static_cast<std::uint32_t>(height);
}

pointer window::mouse() {
    double x = 0;
    double y = 0;
    glfwGetCursorPos(implementation_->handle, &x, &y);
    pointer out;
    out.x = static_cast<float>(x);
    out.y = static_cast<float>(y);
    const implementation& in = *implementation_;
    out.left = in.presses(GLFW_MOUSE_BUTTON_LEFT);
    out.right = in.presses(GLFW_MOUSE_BUTTON_RIGHT);
    out.middle = in.presses(GLFW_MOUSE_BUTTON_MIDDLE);
    out.control = in.holds(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    out.shift = in.holds(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    out.alt = in.holds(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
    out.wheel = static_cast<float>(implementation_->wheel);
    implementation_->wheel = 0;
    return out;
}

void window::close() { glfwSetWindowShouldClose(implementation_->handle, GLFW_TRUE); }

#else

class window::implementation {};

result<std::unique_ptr<window>> window::make(const char*, std::uint32_t, std::uint32_t) {
    return error{jounce::errors::no_window,
                 "this program was built without GLFW (Debian: libglfw3-dev), so it has no "
                 "windows; it can draw off-screen"};
}
window_handles window::handles() const { return {}; }
bool window::poll() { return false; }
std::uint32_t window::width() const { return 0; }
std::uint32_t window::height() const { return 0; }
pointer window::mouse() { return {}; }
void window::close() {}

#endif

window::~window() = default;

} // namespace demo
