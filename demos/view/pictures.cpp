#include "pictures.hpp"

#include "keys.hpp"

#include "common/film.hpp"
#include "common/key_player.hpp"
#include "common/write_png.hpp"

#include <jounce/modules/cli/progress.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace viewer {

using namespace jounce;
using namespace demo;

namespace {

constexpr double frame_time = 1.0 / 60;
constexpr int views_around = 24;  ///< of the turntable
constexpr int views_on_sheet = 8; ///< of these
constexpr int view_milliseconds = 125;
constexpr int frames_per_picture =
    3; ///< software drivers draw slowly: twenty pictures per second will do
constexpr int film_milliseconds = 50;
constexpr int film_on_sheet = 8;
constexpr std::uint32_t sheet_columns = 4;
constexpr float film_quality = 80;
constexpr double shortest_film = 1, longest_film = 10; ///< seconds, unless somebody asks for more

image shoot(photographer& by, float seconds) {
    by.drawing.draw(by.scene, by.how,
                    {&by.workers,
                     seconds,
                     [&by](line_drawer& to) { by.lines.draw(to, by.how, by.scene); },
                     {}});
    return by.on.read_back();
}

/// Pictures as a film, and some of them on a sheet.
result<bool> write_both(const std::filesystem::path& folder, const std::string& name,
                        const std::vector<image>& all, int milliseconds, int on_sheet,
                        std::vector<std::filesystem::path>& written) {
    std::vector<image> some;
    const std::size_t count = std::min(all.size(), static_cast<std::size_t>(on_sheet));
    for (std::size_t i = 0; i < count; ++i) {
        some.push_back(all[i * all.size() / count]);
    }
    const std::filesystem::path sheet = folder / (name + ".png");
    if (const result<bool> done = write_png(sheet, contact_sheet(some, sheet_columns)); !done) {
        return done;
    }
    written.push_back(sheet);
    const std::filesystem::path film = folder / (name + ".webp");
    const result<bool> done = write_webp(film, all, milliseconds, film_quality);
    if (done) {
        written.push_back(film);
    } else if (done.error().name == errors::no_webp) {
        std::printf("%s\n", done.error().message.c_str());
    } else {
        return done;
    }
    return true;
}

std::vector<image> go_round(photographer& by, cli::progress_bar& bar) {
    const camera before = by.how.eye;
    choices still = by.how;
    still.paused = true;
    std::vector<image> out;
    for (int v = 0; v < views_around; ++v) {
        by.how.eye.yaw =
            before.yaw + 6.28318531F * static_cast<float>(v) / static_cast<float>(views_around);
        by.scene.advance(static_cast<float>(frame_time), still);
        out.push_back(shrunk(shoot(by, 0), 2));
        bar.show("turntable", v + 1, views_around);
    }
    by.how.eye = before;
    return out;
}

/// Frames of the film: as many as asked for, else those of the clip.
std::int64_t frames_of(const options& given, stage& scene, const choices& how) {
    if (given.frames > 0) {
        return given.frames;
    }
    const auto& clips = scene.session().character().kind.clips;
    double seconds = 2;
    if (clips != nullptr && how.clip >= 0) {
        seconds = static_cast<double>(clips->clips[static_cast<std::size_t>(how.clip)].duration);
    }
    return std::llround(std::clamp(seconds, shortest_film, longest_film) / frame_time);
}

std::vector<image> play(photographer& by, const options& given, cli::progress_bar& bar) {
    const std::int64_t frames = frames_of(given, by.scene, by.how);
    key_player keys(given.keys);
    key_wishes unused;
    std::vector<image> out;
    for (std::int64_t f = 0; f < frames; ++f) {
        keys.frame(f, [&](const std::string& key) { press(key, by.how, by.scene, unused); });
        by.scene.advance(static_cast<float>(frame_time), by.how);
        if (f % frames_per_picture == 0) {
            out.push_back(
                shrunk(shoot(by, static_cast<float>(frame_time * frames_per_picture)), 2));
        }
        bar.show("film", f + 1, frames);
    }
    return out;
}

} // namespace

void play_up_to(double seconds, stage& scene, const choices& how) {
    scene.hold(0, how);
    const auto frames = static_cast<std::int64_t>(std::ceil(seconds / frame_time - 1e-6));
    for (std::int64_t f = 0; f < frames; ++f) {
        scene.advance(static_cast<float>(seconds / static_cast<double>(frames)), how);
    }
}

result<bool> take_picture(photographer& by, const std::filesystem::path& file) {
    return write_png(file, shoot(by, 0));
}

result<std::vector<std::filesystem::path>>
take_pictures(photographer& by, const std::filesystem::path& folder, const options& given) {
    std::error_code wrong;
    std::filesystem::create_directories(folder, wrong);
    if (wrong) {
        return error{errors::cannot_write, folder.string() + ": " + wrong.message()};
    }
    std::vector<std::filesystem::path> written;
    cli::progress_bar bar("turntable");
    const std::vector<image> around = go_round(by, bar);
    const std::vector<image> film = play(by, given, bar);
    bar.wipe();
    result<bool> done =
        write_both(folder, "turntable", around, view_milliseconds, views_on_sheet, written);
    if (done) {
        done = write_both(folder, "film", film, film_milliseconds, film_on_sheet, written);
    }
    if (!done) {
        return done.error();
    }
    return written;
}

} // namespace viewer
