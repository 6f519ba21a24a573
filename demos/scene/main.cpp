// Characters with springs, each for a claim: in a window, or off-screen to pictures. Prints what is
// simulated, what each system costs, and how far the springs moved.

#include "common/command_line.hpp"
#include "common/key_player.hpp"
#include "common/window.hpp"
#include "common/write_png.hpp"
#include "controls.hpp"
#include "options.hpp"
#include "overlay.hpp"
#include "recorder.hpp"
#include "show.hpp"
#include "tour.hpp"

#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/dev/bench/names.hpp>
#include <jounce/modules/profiling/cost_table.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <imgui.h>
#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace jounce;
using namespace demo;

render::skin_route route_from_name(const std::string& name) {
    for (const render::skin_route route :
         {render::skin_route::texture, render::skin_route::uniforms, render::skin_route::compute,
          render::skin_route::cpu}) {
        if (name == render::route_name(route)) {
            return route;
        }
    }
    return render::skin_route::automatic;
}

void print_machine(const options& given) {
    std::printf("on %s, kernels %s, %lld worker%s, %s, %s\n", bench::cpu_model().c_str(),
                std::string(isa_name(active_isa())).c_str(), static_cast<long long>(given.threads),
                given.threads == 1 ? "" : "s", given.schedule.c_str(), bench::ecs_name().c_str());
}

void print_results(show& scene, const picture* drawing) {
    std::printf("\n%s", format_cost_table(scene.systems().stats()).c_str());
    if (drawing != nullptr) {
        const render::frame_report& last = drawing->renderer().report();
        std::printf(
            "last picture: %zu characters drawn, %zu of them without bones of their own; %s\n",
            last.drawn, last.clip_instances, drawn_text(last).c_str());
    }
    std::printf("\nhow far springs carry tails from the animated pose, of the length of their "
                "chain:\n%s",
                scene.players().movement().c_str());
    std::printf("\nstate hash %s (the same for any number of workers and either schedule)\n",
                bench::hash_text(state_hash(scene.registry())).c_str());
}

constexpr int frames_per_picture = 4; ///< of a recording

/// Off-screen, or without any picture: through the stops of the tour at 60 frames per second of the
/// world, as fast as the machine can.
int run_tour(show& scene, device* on, const picture* drawing, const options& given) {
    std::vector<tour_stop> stops(tour_of(given.stage).begin(), tour_of(given.stage).end());
    if (given.stage == "tour" && scene.players().has_file()) {
        stops.push_back(tour_of("file").front());
    }
    const std::int64_t frames = given.frames > 0 ? given.frames : 360;
    const auto per_stop =
        std::max<std::int64_t>(frames / static_cast<std::int64_t>(stops.size()), 1);
    const std::string folder = given.record.empty() ? "out/demo" : given.record;
    recorder pictures(folder);
    key_player keys(given.keys);
    cli::progress_bar bar("frames");
    for (std::int64_t f = 0; f < frames; ++f) {
        const auto stop_index = static_cast<std::size_t>(
            std::min<std::int64_t>(f / per_stop, static_cast<std::int64_t>(stops.size()) - 1));
        const tour_stop& stop = stops[stop_index];
        const std::int64_t within = f - static_cast<std::int64_t>(stop_index) * per_stop;
        // The last stop has what is left over.
        const bool is_last =
            f + 1 == frames || (stop_index + 1 < stops.size() && within + 1 == per_stop);
        if (within == 0) {
            stop.prepare(scene.controls());
        }
        keys.frame(scene.frame(), [&scene](const std::string& key) { scene.press(key); });
        scene.advance(recorded_frame_time);
        if (within == 0) {
            scene.controls().orbit_yaw = stop.yaw;
        }
        const auto shot = scene.take_screenshot_request();
        // Software drivers draw slowly: a film of fifteen pictures per second will do.
        if (on != nullptr && (is_last || f % frames_per_picture == 0 || shot)) {
            scene.draw(recorded_frame_time * frames_per_picture, 0);
            const image seen = on->read_back();
            pictures.film(seen);
            result<bool> kept = true;
            if (is_last) {
                kept = pictures.keep(std::string(stop.name), seen);
            }
            if (kept && shot) {
                kept = write_png(*shot, seen);
                std::printf("wrote %s\n", shot->string().c_str());
            }
            if (!kept) {
                bar.wipe();
                std::fprintf(stderr, "jounce demo: %s\n", kept.error().message.c_str());
                return cli::exit_failed;
            }
        }
        bar.show("frames", f + 1, frames);
    }
    bar.wipe();
    std::printf("%s", scene.players().summary().c_str());
    print_results(scene, drawing);
    if (on != nullptr) {
        if (const result<bool> done = pictures.finish(1000 * frames_per_picture / 60); !done) {
            std::fprintf(stderr, "jounce demo: %s\n", done.error().message.c_str());
            return cli::exit_failed;
        }
        std::printf("\nwrote\n");
        for (const std::filesystem::path& each : pictures.written()) {
            std::printf("  %s\n", each.string().c_str());
        }
    }
    return cli::exit_ok;
}

/// The pointer, for panels and for the camera.
void follow_pointer(show& scene, const window& in, const pointer& now, pointer& before) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {now.x, now.y};
    io.MouseDown[0] = now.left;
    io.MouseDown[1] = now.right;
    if (!overlay_has_pointer()) {
        const bool holds = scene.drag(now, before, in.width(), in.height());
        if (now.left && before.left && !holds) {
            scene.controls().orbit_yaw -= 0.008F * (now.x - before.x);
            scene.controls().orbit_pitch += 0.006F * (now.y - before.y);
        }
        if (now.wheel != 0) {
            scene.controls().zoom *= now.wheel > 0 ? 0.9F : 1.1F;
        }
    }
    before = now;
}

int run_window(show& scene, device& on, window& shown, const picture* drawing,
               const options& given) {
    if (given.stage != "tour") {
        tour_of(given.stage).front().prepare(scene.controls());
    }
    shown.on_key = [&scene](const char* key) { scene.press(key); };
    std::printf("keys:\n%s", controls_help().c_str());
    std::fflush(stdout);
    key_player keys(given.keys);
    pointer before;
    auto last = std::chrono::steady_clock::now();
    double smooth = 1.0 / 60;
    while (shown.poll() && !scene.controls().quit &&
           (given.frames == 0 || scene.frame() < given.frames)) {
        on.resize(shown.width(), shown.height());
        const auto now = std::chrono::steady_clock::now();
        const double seconds =
            std::clamp(std::chrono::duration<double>(now - last).count(), 1e-4, 0.1);
        last = now;
        smooth += 0.05 * (seconds - smooth);
        follow_pointer(scene, shown, shown.mouse(), before);
        keys.frame(scene.frame(), [&scene](const std::string& key) { scene.press(key); });
        scene.advance(static_cast<float>(seconds));
        scene.draw(static_cast<float>(seconds), 1 / smooth);
        if (const auto file = scene.take_screenshot_request()) {
            on.screenshot(file->string());
        }
        on.frame();
    }
    std::printf("%s", scene.players().summary().c_str());
    print_results(scene, drawing);
    return cli::exit_ok;
}

int run(cli::arguments given_words) {
    options given;
    if (const std::optional<int> code = read_options(given_words, given)) {
        return *code;
    }
    print_machine(given);
    const bool wants_window =
        given.window || (!given.off_screen && !given.no_pictures && window::has_display());
    std::unique_ptr<window> shown;
    if (wants_window) {
        result<std::unique_ptr<window>> made = window::make("jounce", given.width, given.height);
        if (made) {
            shown = *std::move(made);
        } else if (given.window) {
            std::fprintf(stderr, "jounce demo: %s\n", made.error().message.c_str());
            return cli::exit_wrong;
        } else {
            std::printf("%s; drawing off-screen\n", made.error().message.c_str());
        }
    }
    std::unique_ptr<device> on;
    if (!given.no_pictures) {
        device_options wanted;
        wanted.backend = given.backend;
        wanted.width = given.width;
        wanted.height = given.height;
        if (shown != nullptr) {
            wanted.window = shown->handles();
        }
        result<std::unique_ptr<device>> made = device::make(wanted);
        if (made) {
            on = *std::move(made);
        } else if (shown != nullptr || given.backend != "auto") {
            std::fprintf(stderr, "jounce demo: %s\n", made.error().message.c_str());
            return cli::exit_wrong;
        } else {
            std::printf("%s\nsimulating without pictures\n", made.error().message.c_str());
        }
    }
    std::unique_ptr<picture> drawing;
    if (on != nullptr) {
        result<std::unique_ptr<picture>> made = picture::make(*on, route_from_name(given.route));
        if (!made) {
            std::fprintf(stderr, "jounce demo: %s\n", made.error().message.c_str());
            return cli::exit_wrong;
        }
        drawing = *std::move(made);
    }
    tf::Executor workers(static_cast<std::size_t>(given.threads));
    show scene(*bench::schedule_from_name(given.schedule), workers, drawing.get());
    scene.controls().crowd = given.characters;
    if (!given.record.empty()) {
        scene.folder = given.record;
    }
    std::vector<std::filesystem::path> herd(given.herd.begin(), given.herd.end());
    if (!given.file.empty() && (given.stage == "stampede" || given.stage == "bodies")) {
        herd.insert(herd.begin(), given.file);
        given.file.clear();
    }
    if (!herd.empty()) {
        if (const result<bool> loaded = scene.players().load_herd(herd); !loaded) {
            std::fprintf(stderr, "jounce demo: %s\n", loaded.error().message.c_str());
            return cli::exit_wrong;
        }
    }
    if (!given.file.empty()) {
        const result<bool> loaded = scene.players().load(given.file, given.springs);
        if (!loaded) {
            std::fprintf(stderr, "jounce demo: %s\n", loaded.error().message.c_str());
            return cli::exit_wrong;
        }
    } else if (given.stage == "file") {
        std::fprintf(stderr, "jounce demo: --stage file needs a file; see --help\n");
        return cli::exit_wrong;
    }
    return shown != nullptr ? run_window(scene, *on, *shown, drawing.get(), given)
                            : run_tour(scene, on.get(), drawing.get(), given);
}

} // namespace

int main(int count, char** words) { return demo::run_program("jounce demo", count, words, run); }
