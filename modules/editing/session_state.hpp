#pragma once

#include <jounce/modules/editing/edit_session.hpp>
#include <jounce/modules/editing/session_files.hpp>
#include <jounce/modules/editing/spring_map.hpp>
#include <jounce/modules/editing/text_history.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace jounce::editing {

/// A character that was made of a text, before it becomes the present one.
struct built_state {
    spring_file settings;
    spring_map map;
    edit_effect effect = edit_effect::nothing;
    /// All of it, where helpers, units or flesh are others; else `kind` replaces that of the present one.
    std::optional<authoring::ready_character> whole;
    std::shared_ptr<const character_kind> kind;
    std::size_t spring_count = 0;
};

/// What a session holds.
struct edit_session::state {
    state(std::filesystem::path of_model, session_options with, session_files read)
        : model_file(std::move(of_model)), options(std::move(with)), files(std::move(read)),
          settings_file(options.settings), place(files.place),
          history(files.text, options.most_steps), saved(files.text), disk_text(files.text) {}

    /// Makes a character of a text.
    /// @param anew  of the model of `files`, even where the text would not need it
    result<built_state> build(const std::string& text, bool anew) const;
    /// Makes it the present one. Gives what it did.
    applied_edit adopt(built_state built, std::string name);
    /// Both, and the step between them.
    result<applied_edit> commit(const std::string& text, std::string name, std::uint64_t gesture);
    /// The file that messages name, and that paths in the settings are relative to.
    std::filesystem::path text_name() const;
    /// Goes elsewhere with the settings: paths in them change with the folder.
    std::optional<error> move_to(settings_place to, const std::filesystem::path& file);

    std::filesystem::path model_file;
    session_options options;
    session_files files;
    std::filesystem::path settings_file;
    settings_place place;
    text_history history;
    std::string saved;     ///< the state that files have
    std::string disk_text; ///< the text in the file, as it was last seen
    spring_file settings;
    spring_map map;
    authoring::ready_character character;
    std::optional<settings_conflict> conflict;
};

} // namespace jounce::editing
