#include "options.hpp"

#include "keys.hpp"

#include "common/command_line.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <thread>

namespace viewer {

using namespace jounce;

namespace {

int refuse(const std::string& why) {
    std::fprintf(stderr, "jounce view: %s; see --help\n", why.c_str());
    return cli::exit_wrong;
}

/// So many numbers with commas between and nothing else.
template <std::size_t Count>
bool read_numbers(const std::string& text, std::array<float, Count>& to) {
    const char* at = text.data();
    const char* end = at + text.size();
    for (std::size_t i = 0; i < Count; ++i) {
        const auto [next, wrong] = std::from_chars(at, end, to[i]);
        const bool is_last = i + 1 == Count;
        if (wrong != std::errc() || !std::isfinite(to[i]) ||
            (is_last ? next != end : next == end || *next != ',')) {
            return false;
        }
        at = next + 1;
    }
    return true;
}

std::optional<int> take_size(options& to) {
    const std::optional<demo::picture_size> size = demo::read_size(to.size);
    if (!size) {
        return refuse("--size is WxH from 64x64 to 4096x4096, not '" + to.size + "'");
    }
    to.width = size->width;
    to.height = size->height;
    return std::nullopt;
}

std::optional<int> take_camera(options& to) {
    if (to.camera.empty()) {
        return std::nullopt;
    }
    std::array<float, 7> n{};
    if (!read_numbers(to.camera, n)) {
        return refuse("--camera is seven numbers with commas between, the eye's place, that of "
                      "what it looks at, and "
                      "the field of view in degrees, not '" +
                      to.camera + "'");
    }
    const vec3<float> eye{n[0], n[1], n[2]};
    const vec3<float> at{n[3], n[4], n[5]};
    const vec3<float> way = at - eye;
    if (!(std::hypot(way.x, way.z) > 1e-3F * std::abs(way.y)) || !(n[6] >= 1 && n[6] <= 150)) {
        return refuse("--camera has to look at another point, not straight up or down, with a "
                      "field of view from 1 to 150 degrees, not '" +
                      to.camera + "'");
    }
    if (to.picture.empty()) {
        return refuse("--camera is for --picture FILE.png");
    }
    to.exact = demo::camera::between(eye, at, n[6]);
    return std::nullopt;
}

std::optional<int> take_colour(options& to) {
    if (to.background.empty()) {
        return std::nullopt;
    }
    std::uint32_t rgb = 0;
    const char* end = to.background.data() + to.background.size();
    const auto [next, wrong] = std::from_chars(to.background.data(), end, rgb, 16);
    if (to.background.size() != 6 || wrong != std::errc() || next != end) {
        return refuse("--background is RRGGBB in hexadecimal digits, not '" + to.background + "'");
    }
    to.colour = rgb << 8U | 0xFFU;
    return std::nullopt;
}

} // namespace

std::optional<int> read_options(cli::arguments given, options& to) {
    to.threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 256);
    const std::string summary =
        "Shows a character and tunes its springs: in a window where there is a display, else\n"
        "off-screen to pictures in out/view. Prints what each system costs. Keys in the window:\n" +
        keys_help();
    const cli::command_line takes = {
        "jounce view",
        summary,
        {{"FILE", "a .gltf, .glb or .vrm file", &to.file}},
        {{"--springs", "F.json",
          "settings; in a window it may be a new file (default: those in the model)",
          cli::text{&to.springs}},
         {"--clip", "NAME", "the clip to begin with (default: the first)", cli::text{&to.clip}},
         {"--rest", "", "the rest pose instead of a clip", cli::flag{&to.rest}},
         {"--time", "S", "seconds into the clip at which pictures begin, 0 to 3600 (default 0)",
          cli::real_number{&to.time, 0, 3600}},
         {"--frames", "N",
          "of 1/60 s: how long the film is (default: as the clip, 1 to 10 s), or until the window "
          "closes",
          cli::whole_number{&to.frames, 1, 1000000}},
         {"--size", "WxH", "of the picture, 64x64 to 4096x4096 (default 1280x720)",
          cli::text{&to.size}},
         {"--backend", "NAME", "auto (default), vulkan or opengl",
          cli::choice{&to.backend, {"auto", "vulkan", "opengl"}}},
         {"--pictures", "FOLDER", "no window: a turntable and a film of the clip",
          cli::text{&to.pictures}},
         {"--picture", "FILE.png", "no window: one picture", cli::text{&to.picture}},
         {"--camera", "EYEX,EYEY,EYEZ,TARGETX,TARGETY,TARGETZ,FOVY",
          "of --picture: metres and degrees; the model stays where its file has it",
          cli::text{&to.camera}},
         {"--no-springs", "", "as animated", cli::flag{&to.no_springs}},
         {"--linear", "", "skin by matrices, as glTF defines it, not by dual quaternions",
          cli::flag{&to.linear}},
         {"--background", "RRGGBB", "a colour instead of the sky", cli::text{&to.background}},
         {"--no-ground", "", "nothing below the character", cli::flag{&to.no_ground}},
         {"--split", "", "beside it, the character as the file has it", cli::flag{&to.split}},
         {"--keys", "K,K,...", "presses keys, one every tenth frame: for trying things out",
          cli::text{&to.keys}},
         {"--threads", "T", "workers, 1 to 256 (default: as many as the machine has)",
          cli::whole_number{&to.threads, 1, 256}},
         {"--off-screen", "", "no window, even where there is a display",
          cli::flag{&to.off_screen}}}};
    if (const std::optional<int> code = cli::parse(takes, given)) {
        return code;
    }
    if (!to.picture.empty() && !to.picture.ends_with(".png")) {
        return refuse("--picture is a file that ends in .png, not '" + to.picture + "'");
    }
    if (to.rest && !to.clip.empty()) {
        return refuse("--rest contradicts --clip");
    }
    for (const auto read : {&take_size, &take_camera, &take_colour}) {
        if (const std::optional<int> code = read(to)) {
            return code;
        }
    }
    return std::nullopt;
}

} // namespace viewer
