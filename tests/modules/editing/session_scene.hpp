#pragma once

// A model with settings that somebody has written by hand, and what differs between texts.

#include "modules/bake/swing_file.hpp"

#include <jounce/modules/editing/edit_session.hpp>

#include <string>
#include <vector>

namespace jounce_test {

/// Settings as people write them: four spaces, keys in an order of their own, numbers spelt in several ways.
std::string settings_by_hand();

/// A folder with the model of `swing_file` and settings beside it.
struct session_scene {
    explicit session_scene(const std::string& settings_text = settings_by_hand());

    /// Opens both; fails the test if that is refused.
    jounce::editing::edit_session open() const;

    temporary_folder folder;
    fs::path model;
    fs::path settings;
};

/// Lines that only one of two texts has, in the words of diff: "-..." and "+...".
std::vector<std::string> changed_lines(const std::string& before, const std::string& after);

/// Makes an edit; fails the test if it is refused.
jounce::editing::applied_edit must(jounce::editing::edit_session& session,
                                   const jounce::editing::edit& what, std::uint64_t gesture = 0);

/// The name of the error of an edit that must be refused and change nothing.
std::string refusal(jounce::editing::edit_session& session, const jounce::editing::edit& what);

/// The settings of a bone after presets, fields and curves.
jounce::spring_tuning tuning_of(const jounce::editing::edit_session& session,
                                const std::string& bone);

} // namespace jounce_test
