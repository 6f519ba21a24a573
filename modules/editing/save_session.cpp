#include <jounce/modules/editing/model_settings.hpp>
#include <jounce/modules/editing/session_state.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/files/suffix.hpp>

#include <utility>

namespace jounce::editing {
namespace {

error outside_change(const std::filesystem::path& file) {
    return {errors::changed_outside,
            file.string() + ": another program has changed it since it was read; look at the "
                            "change first, or overwrite it"};
}

} // namespace

result<void> edit_session::save(bool overwrite) {
    if (place() == settings_place::model) {
        return save_into_model(overwrite);
    }
    if (all_->settings_file.empty()) {
        return error{errors::no_settings_file, all_->model_file.string() +
                                                   ": its settings have no file yet; save them to "
                                                   "one, or into the model"};
    }
    const std::filesystem::path file = all_->settings_file;
    if (!overwrite) {
        // Time and size may be those of another text, so the text itself counts.
        const bool was_there = place() == settings_place::file;
        const bool is_there = stamp_of(file).exists;
        const result<std::string> now = is_there ? read_bytes(file) : result<std::string>("");
        if (conflict() || was_there != is_there || !now || (is_there && *now != all_->disk_text)) {
            return outside_change(file);
        }
    }
    const settings_place place_before = place();
    if (place_before == settings_place::nowhere) {
        if (std::optional<error> wrong = all_->move_to(settings_place::file, file)) {
            return *std::move(wrong);
        }
    }
    if (std::optional<error> wrong = replace_file(file, text())) {
        all_->place = place_before;
        return *std::move(wrong);
    }
    all_->disk_text = all_->saved = text();
    all_->files.settings_stamp = stamp_of(file);
    all_->history.end_gesture();
    all_->conflict.reset();
    return {};
}

result<void> edit_session::save_as(const std::filesystem::path& file) {
    if (std::optional<error> wrong = check_suffix(file, ".json", "settings of springs")) {
        return *std::move(wrong);
    }
    if (std::optional<error> wrong = check_replaceable(file)) {
        return *std::move(wrong);
    }
    const settings_place place_before = place();
    const std::filesystem::path file_before = all_->settings_file;
    if (std::optional<error> wrong = all_->move_to(settings_place::file, file)) {
        return *std::move(wrong);
    }
    result<void> saved = save(true);
    if (!saved) {
        static_cast<void>(all_->move_to(place_before, file_before)); // where they came from
    }
    return saved;
}

result<void> edit_session::save_into_model(bool overwrite) {
    const std::filesystem::path& file = all_->model_file;
    const bool is_other = stamp_of(file) != all_->files.model_stamp;
    if (!overwrite && (is_other || conflict())) {
        return outside_change(file);
    }
    const result<std::string> bytes = read_bytes(file);
    if (!bytes) {
        return bytes.error();
    }
    if (std::optional<error> refused = check_replaceable(file)) {
        return *std::move(refused);
    }
    const settings_place place_before = place();
    const std::filesystem::path file_before = all_->settings_file;
    // A place that the model cannot name is found before anything is written.
    if (place() != settings_place::model) {
        if (std::optional<error> refused = all_->move_to(settings_place::model, {})) {
            return *std::move(refused);
        }
    }
    const result<std::string> made = put_settings(*bytes, text(), file);
    std::optional<error> wrong =
        made ? replace_file(file, *made) : std::optional<error>(made.error());
    if (wrong) {
        if (place_before != settings_place::model) {
            static_cast<void>(all_->move_to(place_before, file_before)); // where they came from
        }
        return *std::move(wrong);
    }
    result<session_files> again = read_files(file, {}, all_->options);
    if (!again) {
        return again.error();
    }
    all_->files = *std::move(again);
    all_->disk_text = all_->files.text;
    all_->saved = text();
    all_->history.end_gesture();
    all_->conflict.reset();
    return {};
}

} // namespace jounce::editing
