#pragma once

#include "stage.hpp"

#include <jounce/modules/editing/edit.hpp>

#include <cstdint>
#include <string>

namespace viewer {

/// What an edit does, as a line for people and scripts: "set frequency of tail1 to 2.5".
std::string line_of(const jounce::editing::edit& what);

/// Makes edits on a stage and says each on standard output. The edits of one gesture, a slider that is held or a
/// handle that is dragged, are one step to undo and one line, which comes when the gesture ends.
class deeds {
public:
    /// Numbers gestures; no two have the same number.
    static std::uint64_t new_gesture();

    /// @param gesture  0: an edit of its own
    /// @return false if it was refused; the line says why
    static bool make(stage& on, const jounce::editing::edit& what, std::uint64_t gesture = 0);
    /// Says what a gesture came to. Nothing if none runs.
    static void end_gesture();

    /// @{ Everything else that people do with a session.
    static void undo(stage& on);
    static void redo(stage& on);
    static void save(stage& on);
    static void save_as(stage& on, const std::string& file);
    static void save_into_model(stage& on);
    static void take_theirs(stage& on);
    static void keep_mine(stage& on);
    /// @}

    /// A line on standard output, at once.
    static void say(const std::string& line);
};

} // namespace viewer
