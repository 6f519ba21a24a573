// A character whose springs somebody tunes: in a window, or off-screen to pictures. Prints what each system costs.

#include "deeds.hpp"
#include "hand.hpp"
#include "keys.hpp"
#include "options.hpp"
#include "panels.hpp"
#include "pictures.hpp"
#include "sight.hpp"
#include "stage.hpp"
#include "typing.hpp"

#include "common/command_line.hpp"
#include "common/key_player.hpp"
#include "common/window.hpp"

#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/dev/bench/names.hpp>
#include <jounce/modules/profiling/cost_table.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

namespace {

using namespace jounce;
using namespace viewer;

constexpr double seconds_between_looks = 0.5; ///< at the files on disk

int refuse(const error& why) {
    std::fprintf(stderr, "jounce view: %s\n", why.message.c_str());
    return cli::exit_wrong;
}

demo::camera home(const stage& scene, const demo::device& on) {
    const extent all = scene.whole_size();
    return demo::camera::around(all.low, all.high,
                                static_cast<float>(on.width()) / static_cast<float>(on.height()));
}

void print_results(stage& scene) {
    std::printf("\n%s", format_cost_table(scene.systems().stats()).c_str());
    std::printf("\nstate hash %s\n", bench::hash_text(state_hash(scene.registry())).c_str());
}

int run_pictures(photographer& by, const options& given) {
    play_up_to(given.time, by.scene, by.how);
    by.how.eye = given.exact ? *given.exact : home(by.scene, by.on);
    std::vector<std::filesystem::path> written;
    if (!given.picture.empty()) {
        if (const result<bool> done = take_picture(by, given.picture); !done) {
            return refuse(done.error());
        }
        written.emplace_back(given.picture);
    }
    if (!given.pictures.empty() || given.picture.empty()) {
        const auto done =
            take_pictures(by, given.pictures.empty() ? "out/view" : given.pictures, given);
        if (!done) {
            return refuse(done.error());
        }
        written.insert(written.end(), done->begin(), done->end());
    }
    print_results(by.scene);
    std::printf("\nwrote\n");
    for (const std::filesystem::path& each : written) {
        std::printf("  %s\n", each.string().c_str());
    }
    return cli::exit_ok;
}

/// A window, what is in it, and who listens to it.
struct open_window {
    demo::window& shown;
    photographer& by;
    panels sides = {};
    typing keyboard = {};
    key_wishes wishes = {};
    bool was_split = false;

    void take_key(const std::string& key, bool control, bool shift) {
        if (keyboard.is_busy()) {
            return;
        }
        if (key == "f10") {
            print_places();
            return;
        }
        if (sides.press(key, control, shift, by.how, by.scene) || control) {
            return;
        }
        const std::string did = press(key, by.how, by.scene, wishes);
        if (!did.empty()) {
            std::printf("key %s: %s\n", key.c_str(), did.c_str());
            std::fflush(stdout);
        }
    }

    /// For scripts that click: where bones, handles and widgets are now, pixels from the top left.
    void print_places() const {
        for (const auto& list :
             {by.lines.places(by.how, by.scene, by.on.width(), by.on.height()), sides.places()}) {
            for (const seen_place& each : list) {
                std::printf("place %.0f %.0f %s\n", static_cast<double>(each.x),
                            static_cast<double>(each.y), each.name.c_str());
            }
        }
        deeds::say("places end");
    }

    void listen() {
        shown.on_key_change = [this](const demo::key_change& key) {
            keyboard.change(key);
            if (key.is_down) {
                take_key(key.name, key.control, key.shift);
            }
        };
        shown.on_text = [this](std::uint32_t character) { keyboard.type(character); };
    }

    /// Home, if somebody asks for it; another distance where one more stands there, or one less.
    void look_where_they_are() {
        const bool goes_home = std::exchange(wishes.camera_home, false);
        const bool is_split = by.scene.opened() != entt::null;
        if (!goes_home && is_split == was_split) {
            return;
        }
        was_split = is_split;
        const demo::camera before = by.how.eye;
        by.how.eye = home(by.scene, by.on);
        if (!goes_home) {
            by.how.eye.yaw = before.yaw;
            by.how.eye.pitch = before.pitch;
        }
    }

    void frame(float seconds, double frames_per_second) {
        const demo::pointer now = shown.mouse();
        keyboard.follow(now);
        if (!sides.has_pointer()) {
            by.lines.follow(now, by.on.width(), by.on.height(), by.how, by.scene);
        }
        by.how.eye.yaw += 6.28318531F * by.how.turntable * seconds;
        by.scene.advance(seconds, by.how);
        look_where_they_are();
        const panel_facts facts{bgfx::getRendererName(bgfx::getRendererType()), frames_per_second,
                                by.on.width(), by.on.height()};
        by.drawing.draw(by.scene, by.how,
                        {&by.workers, seconds,
                         [this](demo::line_drawer& to) { by.lines.draw(to, by.how, by.scene); },
                         [&] { sides.show(by.how, by.scene, facts); }});
        if (std::exchange(wishes.screenshot, false)) {
            std::error_code ignored;
            std::filesystem::create_directories("out", ignored); // writing says what is wrong
            by.on.screenshot("out/view.png");
        }
        by.on.frame();
    }
};

int run_window(photographer& by, demo::window& shown, const options& given) {
    open_window all{shown, by};
    all.was_split = by.how.split;
    all.listen();
    std::printf("keys:\n%s", keys_help().c_str());
    std::fflush(stdout);
    demo::key_player keys(given.keys);
    auto last = std::chrono::steady_clock::now();
    double smooth = 1.0 / 60;
    double since_look = 0;
    by.scene.hold(static_cast<float>(given.time), by.how);
    by.how.eye = home(by.scene, by.on);
    for (std::int64_t f = 0;
         shown.poll() && !all.wishes.quit && (given.frames == 0 || f < given.frames); ++f) {
        by.on.resize(shown.width(), shown.height());
        const auto now = std::chrono::steady_clock::now();
        const double seconds =
            std::clamp(std::chrono::duration<double>(now - last).count(), 1e-4, 0.1);
        last = now;
        smooth += 0.05 * (seconds - smooth);
        since_look += seconds;
        if (since_look > seconds_between_looks) {
            since_look = 0;
            if (by.scene.poll()) {
                deeds::say("on disk: " + by.scene.message());
            }
        }
        keys.frame(f, [&all](const std::string& key) { all.take_key(key, false, false); });
        all.frame(static_cast<float>(seconds), 1 / smooth);
    }
    print_results(by.scene);
    return cli::exit_ok;
}

/// A window, if one is wanted and can be had.
std::unique_ptr<demo::window> open_window_for(const options& given) {
    if (given.off_screen || given.wants_pictures() || !demo::window::has_display()) {
        return nullptr;
    }
    const std::string title = given.file + " - jounce view";
    auto made = demo::window::make(title.c_str(), given.width, given.height);
    if (!made) {
        std::printf("%s; drawing off-screen\n", made.error().message.c_str());
        return nullptr;
    }
    return *std::move(made);
}

int run(cli::arguments words) {
    options given;
    if (const std::optional<int> code = read_options(words, given)) {
        return *code;
    }
    const std::unique_ptr<demo::window> shown = open_window_for(given);
    demo::device_options wanted{given.backend, given.width, given.height, {}};
    if (shown != nullptr) {
        wanted.window = shown->handles();
    }
    result<std::unique_ptr<demo::device>> on = demo::device::make(wanted);
    if (!on) {
        return refuse(on.error());
    }
    result<std::unique_ptr<sight>> drawing = sight::make(**on);
    if (!drawing) {
        return refuse(drawing.error());
    }
    if (given.colour) {
        (*drawing)->behind.background = *given.colour;
    }
    (*drawing)->behind.has_ground = !given.no_ground;
    tf::Executor workers(static_cast<std::size_t>(given.threads));
    editing::session_options read;
    read.settings = given.springs;
    read.may_create = shown != nullptr;
    result<std::unique_ptr<stage>> scene =
        stage::open(given.file, read, (*drawing)->renderers(), workers);
    if (!scene) {
        return refuse(scene.error());
    }
    for (const std::string& each : (*scene)->session().warnings()) {
        std::fprintf(stderr, "jounce view: note: %s\n", each.c_str());
    }
    choices how;
    how.clip = given.rest ? -1 : 0;
    if (!given.clip.empty()) {
        const result<std::int32_t> found = (*scene)->find_clip(given.clip);
        if (!found) {
            return refuse({found.error().name, given.file + ": " + found.error().message});
        }
        how.clip = *found;
    }
    how.springs_on = !given.no_springs;
    how.linear = given.linear;
    how.split = given.split;
    if (given.exact) {
        (*scene)->keep_in_place();
    }
    hand lines;
    photographer by{**on, **drawing, **scene, how, lines, workers};
    if (shown != nullptr) {
        return run_window(by, *shown, given);
    }
    how.show_springs = how.show_colliders = false; // pictures show the character
    return run_pictures(by, given);
}

} // namespace

int main(int count, char** words) { return demo::run_program("jounce view", count, words, run); }
