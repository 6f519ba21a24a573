#pragma once

#include "common/camera.hpp"
#include "common/window.hpp"
#include "picture.hpp"
#include "settings.hpp"
#include "troupe.hpp"

#include <jounce/modules/pipeline/pipeline.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tf {
class Executor;
}

namespace demo {

/// The running scene: registry, pipeline, characters, and what is drawn of them.
class show {
public:
    /// @param drawing  null: simulates only
    show(jounce::schedule order, tf::Executor& workers, picture* drawing);

    troupe& players() { return players_; }
    settings& controls() { return settings_; }
    camera& eye() { return eye_; }
    jounce::pipeline& systems() { return systems_; }
    entt::registry& registry() { return registry_; }

    /// Takes a key, and says on standard output what it did.
    void press(std::string_view key);
    /// The pointer in a picture of so many pixels takes what can be dragged. True while it holds something.
    bool drag(const pointer& now, const pointer& before, std::uint32_t width, std::uint32_t height);
    /// One frame of the world, `seconds` long.
    void advance(float seconds);
    /// Its picture; `device::frame` or `read_back` ends it.
    void draw(float seconds, double frames_per_second);

    /// Where screenshots and traces go.
    std::filesystem::path folder = "out";
    std::int64_t frame() const { return frame_; }
    /// A screenshot was asked for in the frame that `advance` drew: where it should go.
    std::optional<std::filesystem::path> take_screenshot_request();

private:
    void go_home();
    void record_trace();

    entt::registry registry_;
    jounce::pipeline systems_;
    tf::Executor& workers_;
    picture* drawing_;
    troupe players_;
    settings settings_;
    camera eye_;
    double time_ = 0;
    std::int64_t frame_ = 0;
    std::int64_t trace_ends_ = -1;
    int screenshots_ = 0;
};

} // namespace demo
