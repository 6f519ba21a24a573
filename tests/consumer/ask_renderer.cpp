// Links the installed renderer. Without a device it says what is wrong.

#include <jounce/modules/bgfx/skin_renderer.hpp>

#include <cstdio>

int main() {
    const auto renderer = jounce::render::skin_renderer::make();
    if (renderer || renderer.error().name != "no_device") {
        return 1;
    }
    std::puts(renderer.error().message.c_str());
    return 0;
}
