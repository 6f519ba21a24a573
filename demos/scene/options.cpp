#include "options.hpp"

#include "common/command_line.hpp"
#include "controls.hpp"

#include <jounce/modules/dev/bench/names.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace demo {

using namespace jounce;

std::optional<int> read_options(cli::arguments given, options& to) {
    to.threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 256);
    to.schedule = bench::schedule_name(pipeline_options{}.order);
    const std::string summary =
        "Simulates and draws characters with springs: in a window where there is a display, else\n"
        "off-screen to pictures in out/. Prints what each system costs. Keys in the window:\n" +
        controls_help();
    const cli::command_line takes = {
        "jounce_demo",
        summary,
        {{"FILE",
          "a glTF or VRM file to show as well; with --stage stampede or bodies: the animal, as "
          "jounce decompose "
          "writes it",
          &to.file, false}},
        {{"--stage", "NAME",
          "gallery, side_by_side, twist, weights, crowd, stampede, bodies, flesh, touched, "
          "flesh_crowd, file, or tour (default)",
          cli::choice{&to.stage,
                      {"tour", "gallery", "side_by_side", "twist", "weights", "crowd", "stampede",
                       "bodies", "flesh", "touched", "flesh_crowd", "file"}}},
         {"--herd", "FILE", "another animal of the stampede; may be repeated",
          cli::texts{&to.herd}},
         {"--characters", "N",
          "of a crowd or the stampede, 1 to 10000 (default 400; flesh_crowd 1000)",
          cli::whole_number{&to.characters, 1, 10000}},
         {"--frames", "N", "1 to 1000000 (default: 360 off-screen, no end in a window)",
          cli::whole_number{&to.frames, 1, 1000000}},
         {"--threads", "T", "workers, 1 to 256 (default: as many as the machine has)",
          cli::whole_number{&to.threads, 1, 256}},
         {"--schedule", "NAME", "by_system or by_block (default)",
          cli::choice{&to.schedule, {"by_system", "by_block"}}},
         {"--springs", "FILE", "spring settings for the file", cli::text{&to.springs}},
         {"--backend", "NAME", "auto (default), vulkan or opengl",
          cli::choice{&to.backend, {"auto", "vulkan", "opengl"}}},
         {"--route", "NAME", "of skinning: automatic (default), texture, uniforms, compute or cpu",
          cli::choice{&to.route, {"automatic", "texture", "uniforms", "compute", "cpu"}}},
         {"--size", "WxH", "of the picture, 64x64 to 4096x4096 (default 1280x720)",
          cli::text{&to.size}},
         {"--record", "FOLDER", "where pictures go (default out/demo off-screen, none in a window)",
          cli::text{&to.record}},
         {"--keys", "K,K,...", "presses keys, one every tenth frame: for trying things out",
          cli::text{&to.keys}},
         {"--window", "", "insist on a window", cli::flag{&to.window}},
         {"--off-screen", "", "no window, even where there is a display",
          cli::flag{&to.off_screen}},
         {"--no-pictures", "", "simulate only, draw nothing", cli::flag{&to.no_pictures}}}};
    if (const std::optional<int> code = cli::parse(takes, given)) {
        return code;
    }
    if (to.characters == 0) {
        to.characters = to.stage == "flesh_crowd" ? 1000 : 400;
    }
    const std::optional<picture_size> size = read_size(to.size);
    if (!size) {
        std::fprintf(stderr,
                     "jounce_demo: --size is WxH from 64x64 to 4096x4096, not '%s'; see --help\n",
                     to.size.c_str());
        return cli::exit_wrong;
    }
    to.width = size->width;
    to.height = size->height;
    if (to.window && (to.off_screen || to.no_pictures)) {
        std::fprintf(stderr, "jounce_demo: --window contradicts --off-screen and --no-pictures\n");
        return cli::exit_wrong;
    }
    return std::nullopt;
}

} // namespace demo
