#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/editing/edit.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::editing {

/// What the host has to do so that characters on the screen follow an edit.
enum class edit_effect : std::uint8_t {
    nothing,
    retune,      ///< `update_crowd` gives the new kind to characters; they keep their state
    spawn_again, ///< bones, springs or meshes are others: despawn, take the meshes anew, spawn
};

/// What an edit did.
struct applied_edit {
    edit_effect effect = edit_effect::nothing;
    std::string name; ///< of the step, for people
    /// The kind of characters before and after; the same if nothing is to be done.
    std::shared_ptr<const character_kind> before, after;
    std::optional<tissue_control> flesh; ///< of characters that are spawned now
};

/// Where the settings are that are being edited.
enum class settings_place : std::uint8_t {
    nowhere, ///< suggested, or converted from VRM: not written to any file yet
    file,    ///< of their own
    model,   ///< extras of the model's file
};

/// Options of `edit_session::open`.
struct session_options {
    std::filesystem::path settings = {}; ///< a file of settings; may be empty
    bool may_create = false;       ///< a settings file that does not exist yet is made when saving
    bool suggest = true;           ///< false: a model without springs begins with none
    std::size_t most_steps = 1000; ///< that can be undone
    gltf::surface_options surfaces = {};
};

/// Two versions of the settings, neither of which contains the other.
struct settings_conflict {
    std::string mine;   ///< with the edits of this session
    std::string theirs; ///< as another program has written it
};

/// What `poll_changes` has found.
enum class poll_outcome : std::uint8_t {
    nothing,
    reloaded, ///< files have changed and are the present state now; `applied` says what to do
    conflict, ///< settings have changed here and there: see `edit_session::conflict`
    broken,   ///< what is on disk cannot be used: see `wrong`; nothing has changed here
};

/// The same, with what it means.
struct poll_report {
    poll_outcome outcome = poll_outcome::nothing;
    applied_edit applied = {};
    std::optional<error> wrong = {};
};

/// A character whose springs somebody tunes: the present settings as text and as values, the character made
/// of them, every step back and forth, and the files.
///
/// The text is the state. An edit changes as little of it as it can, so a saved file differs in the lines
/// of what was edited. Every state has passed the checks of the file reader and of the builders; an edit
/// that does not pass is refused with their error and changes nothing. One thread at a time.
class edit_session {
public:
    /// Reads a model and its settings: the file given, else those in the model's extras, else converted
    /// springs of VRM, else suggested ones. Error names: those of `authoring::read_character`.
    static result<edit_session> open(const std::filesystem::path& model,
                                     const session_options& options = {});
    ~edit_session();
    /// @{ Sessions move; what was moved from can only be assigned to or destroyed.
    edit_session(edit_session&& other) noexcept;
    edit_session& operator=(edit_session&& other) noexcept;
    /// @}

    /// @{ The present settings, as values and as text.
    const spring_file& settings() const;
    const std::string& text() const;
    /// @}
    /// The character made of them: kind, model with helpers, clips.
    const authoring::ready_character& character() const;
    /// Where settings are saved to.
    settings_place place() const;
    /// Their file; empty if they have none of their own.
    const std::filesystem::path& settings_file() const;
    /// What people should know: repairs, what was guessed or converted.
    const std::vector<std::string>& warnings() const;

    /// Which entry of the settings tunes a bone; nothing if it is no spring.
    std::optional<std::size_t> entry_of(std::string_view bone) const;

    /// Makes an edit. Cost  a rebuild of the springs; of the whole character where it has flesh, or where
    /// helpers or units change.
    /// @param gesture  not 0: consecutive edits of the same thing with the same number are one step, as
    ///                 long as a slider is held
    ///
    /// Error names: those of `parse_spring_file`, `tunings_of`, `colliders_of`, `add_helpers`,
    /// `stable_builder` and `find_tissue`; `no_spring`, `duplicate_spring`, `unknown_collider`, `no_tissue`.
    result<applied_edit> apply(const edit& what, std::uint64_t gesture = 0);

    /// @{ Steps back and forth. Error names: `no_step`, and those of `apply` if files that the settings name
    /// are gone since.
    result<applied_edit> undo();
    result<applied_edit> redo();
    std::size_t undo_count() const;
    std::size_t redo_count() const;
    std::string_view undo_name() const;
    std::string_view redo_name() const;
    /// @}

    /// Whether there are edits that no file has.
    bool is_changed() const;

    /// Writes to where the settings are from, whole or not at all.
    /// @param overwrite  even if another program has changed the file since it was read
    ///
    /// Error names: `no_settings_file`, `changed_outside`, `cannot_write`, those of `save_into_model`.
    result<void> save(bool overwrite = false);

    /// Writes to a file of their own, which is where they are from then on. Settings that come out of a
    /// model are laid out as `write_spring_file` does. Error names: `cannot_write`, `wrong_suffix`.
    result<void> save_as(const std::filesystem::path& file);

    /// Writes into the extras of the model's file, which is where they are from then on. All else in the
    /// file stays byte for byte. Error names: `changed_outside`, `cannot_write`, `bad_json`, `bad_container`,
    /// `too_large`; `bad_uri` if their flesh is not beside the model or below.
    result<void> save_into_model(bool overwrite = false);

    /// Looks whether another program has changed the files: call it now and then, it reads them only if
    /// their time or size is another. Each change is reported once.
    poll_report poll_changes();

    /// The versions that are in conflict, until one of them is chosen. Saving is refused until then.
    const std::optional<settings_conflict>& conflict() const;
    /// Keeps the edits of this session: saving then replaces the other version.
    void keep_mine();
    /// Takes the other version, as a step that can be undone. Error names: as `apply`.
    result<applied_edit> take_theirs();

private:
    struct state;
    explicit edit_session(std::unique_ptr<state> all);

    std::unique_ptr<state> all_;
};

} // namespace jounce::editing
