#pragma once

#include "choices.hpp"
#include "hand.hpp"
#include "panels.hpp"
#include "spring_view.hpp"
#include "stage.hpp"

#include <jounce/modules/binding/propose_settings.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The panels by subject. Each is called between ImGui's Begin and End.

namespace viewer {

/// What panels remember between frames.
struct panel_memory {
    std::uint64_t gesture = 0; ///< of the slider that is held
    std::array<char, 64> search{};
    std::array<char, 512> file{}; ///< to save to
    std::string new_preset = "tail";
    bool with_chain = true;
    bool bone_alone = false; ///< sliders are for this bone, not for all of its entry
    /// @{ What was found for a bone, as long as the settings are the same.
    std::string spring_text, spring_bone;
    std::optional<spring_view> spring;
    /// @}
    std::string open_curve; ///< field whose curve is shown
    std::optional<std::size_t> curve_key;
    std::int32_t shown_bone = -1,
                 shown_collider = -1; ///< as they were when a tab came to the front
    std::string wanted_tab;
    float wind_from = 90; ///< degrees, of a wind that does not blow
    std::optional<jounce::binding::proposed_settings> proposed;
    std::vector<seen_place> places; ///< of the widgets of this frame
    std::int32_t tree_bone = -1;    ///< that the tree was last scrolled to
};

/// What a panel works with.
struct desk {
    choices& to;
    stage& on;
    const panel_facts& facts;
    panel_memory& memory;

    const jounce::rig& bones() const { return on.session().character().model.bones; }
    /// The selected bone; empty: none.
    std::string bone() const;
    /// Remembers where the widget is that was put last, if it can be seen.
    void mark(std::string_view name) const;
    /// A button that is remembered by its label.
    bool button(const char* label, bool is_enabled = true) const;
    /// For a widget that is held while it changes something: makes the edit if it has changed. All edits from pressing
    /// to letting go are one gesture.
    void hold(bool has_changed, const jounce::editing::edit& what) const;
};

/// @{
void show_bar(const desk& at);       ///< files and history
void show_bones(const desk& at);     ///< the tree
void show_spring(const desk& at);    ///< settings of the selected bone
void show_colliders(const desk& at); ///< list, shape, size
void show_helpers(const desk& at);
void show_flesh(const desk& at);
void show_world(const desk& at);
void show_clips(const desk& at);
void show_shown(const desk& at); ///< what is drawn
void show_cost(const desk& at);
/// @}

/// Widgets of all fields of a spring, by the list that readers of files use.
void show_fields(const desk& at, const spring_view& spring);
/// The curve of the field that is open.
void show_curve(const desk& at, const spring_view& spring);

/// A box to choose a preset in; shows what is in each. @return it was changed
bool preset_box(const desk& at, const char* label, std::string& preset);

} // namespace viewer
