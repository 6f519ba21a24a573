#pragma once

#include "choices.hpp"
#include "hand.hpp"
#include "stage.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace viewer {

/// What panels show beside the stage.
struct panel_facts {
    const char* device_name = "";
    double frames_per_second = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// Panels that remember what was typed and which gesture runs; everything else is in `choices` and the session.
class panels {
public:
    panels();
    ~panels();

    /// All panels, between `panel_drawer::begin` and `submit`: tree of bones, settings of the selected spring with
    /// curves, colliders, world, clips, cost, history, files.
    void show(choices& to, stage& on, const panel_facts& facts);
    /// A key with its modifiers, as `window::on_key` names it. True: it was for the panels.
    bool press(const std::string& key, bool control, bool shift, choices& to, stage& on);
    /// True while the pointer or the keyboard belongs to a panel.
    bool has_pointer() const;
    /// Where the widgets of the last frame are that can be seen.
    const std::vector<seen_place>& places() const;

private:
    struct state;
    std::unique_ptr<state> all_;
};

} // namespace viewer
