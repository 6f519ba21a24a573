# What drawing needs from the machine: a window library, a panel library, libraries for pictures, and drivers where
# there is no graphics card. All optional: without it demos and tests of the renderer say what they leave out.

GRAPHICS_PACKAGES="libglfw3-dev libimgui-dev libpng-dev libjpeg62-turbo-dev libwebp-dev libvulkan1 mesa-vulkan-drivers libegl1 libgl1 libgl1-mesa-dri"
# For tests: a display without a screen, key presses, Vulkan's own checks, and a judge of GLSL and ESSL.
GRAPHICS_TEST_PACKAGES="xvfb xdotool vulkan-validationlayers glslang-tools"

# fill_graphics PACKAGE...: installs those of them that are missing, if that is possible here.
fill_graphics() {
    local needed=() one
    if ! has_apt; then
        return 0
    fi
    for one in "$@"; do
        is_package_installed "$one" || needed+=("$one")
    done
    if ((${#needed[@]})) && ! try_to_install "${needed[@]}"; then
        say "graphics: could not install ${needed[*]}; what needs them is left out"
    fi
}
