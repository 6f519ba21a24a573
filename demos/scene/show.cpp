#include "show.hpp"

#include "controls.hpp"

#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/files/write_trace.hpp>
#include <jounce/modules/profiling/profiler.hpp>
#include <jounce/systems/block_system.hpp>

#include <taskflow/taskflow.hpp>

#include <cstdio>

namespace demo {

using namespace jounce;

show::show(schedule order, tf::Executor& workers, picture* drawing)
    : systems_(registry_, {order, true}), workers_(workers), drawing_(drawing),
      players_(registry_, drawing != nullptr ? &drawing->renderer() : nullptr,
               drawing != nullptr ? &drawing->surfaces() : nullptr) {
    settings_.wants_camera_home = true;
    if (drawing != nullptr) {
        drawing->renderer().follow(systems_, registry_);
        if (const auto measured = drawing->renderer().measure_with(systems_.profile()); !measured) {
            std::fprintf(stderr, "jounce demo: %s\n", measured.error().message.c_str());
        }
    }
}

void show::press(std::string_view key) {
    const std::string did = demo::press(key, settings_);
    if (!did.empty()) {
        std::printf("key %.*s: %s\n", static_cast<int>(key.size()), key.data(), did.c_str());
        std::fflush(stdout);
    }
}

bool show::drag(const pointer& now, const pointer& before, std::uint32_t width,
                std::uint32_t height) {
    flesh_stage* flesh = players_.flesh();
    return flesh != nullptr &&
           flesh->drag(registry_, eye_.position(), eye_.ray(now.x, now.y, width, height), now.left,
                       before.left);
}

void show::go_home() {
    const stage_size size = players_.size();
    eye_.target = size.centre;
    eye_.distance = size.distance;
    eye_.pitch = size.pitch;
    eye_.yaw = 0;
}

void show::advance(float seconds) {
    if (settings_.stage == exhibition::file && !players_.has_file()) {
        std::printf("no file was given: start with jounce_demo FILE\n");
        settings_.stage = exhibition::gallery;
    }
    const bool changed = players_.follow(settings_);
    if (changed) {
        time_ = 0; // motions fade in from rest, where the new ones are
    }
    if (changed || settings_.wants_camera_home) {
        go_home();
    }
    settings_.wants_camera_home = false;
    eye_.orbit(settings_.orbit_yaw, settings_.orbit_pitch);
    eye_.zoom(settings_.zoom);
    settings_.orbit_yaw = 0;
    settings_.orbit_pitch = 0;
    settings_.zoom = 1;
    if (settings_.wants_reset) {
        players_.reset_springs();
    }
    if (settings_.wants_impulse) {
        players_.push_springs();
    }
    settings_.wants_reset = false;
    settings_.wants_impulse = false;
    if (settings_.wants_trace) {
        systems_.profile().trace().start();
        trace_ends_ = frame_ + 60;
    }
    settings_.wants_trace = false;

    const bool runs = !settings_.paused || settings_.step_once;
    settings_.step_once = false;
    time_control& clock = context<time_control>(registry_);
    clock.scale = settings_.time_scale;
    clock.paused = !runs;
    if (runs) {
        time_ += static_cast<double>(seconds) * static_cast<double>(settings_.time_scale);
        players_.animate(time_);
    }
    const vec3<float> eye = eye_.position();
    context<detail_budget>(registry_).viewer = {
        static_cast<double>(eye.x), static_cast<double>(eye.y), static_cast<double>(eye.z)};
    systems_.run(workers_, seconds);
    players_.observe();
    ++frame_;
    record_trace();
}

void show::draw(float seconds, double frames_per_second) {
    if (drawing_ != nullptr) {
        drawing_->draw(settings_, {registry_, systems_, players_, eye_, &workers_,
                                   frames_per_second, seconds});
    }
}

void show::record_trace() {
    if (frame_ != trace_ends_) {
        return;
    }
    systems_.profile().trace().stop();
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored); // writing says what is wrong
    const std::filesystem::path file = folder / "trace.json";
    if (const result<void> written = write_trace(file, systems_.profile()); !written) {
        std::fprintf(stderr, "jounce demo: %s\n", written.error().message.c_str());
    } else {
        std::printf("wrote %s\n", file.string().c_str());
        std::fflush(stdout);
    }
}

std::optional<std::filesystem::path> show::take_screenshot_request() {
    if (!settings_.wants_screenshot) {
        return std::nullopt;
    }
    settings_.wants_screenshot = false;
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored); // writing says what is wrong
    return folder / ("screenshot_" + std::to_string(screenshots_++) + ".png");
}

} // namespace demo
