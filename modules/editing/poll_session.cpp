#include <jounce/modules/editing/session_state.hpp>

#include <utility>

namespace jounce::editing {
namespace {

constexpr const char* outside = "change of another program";

} // namespace

poll_report edit_session::poll_changes() {
    state& all = *all_;
    const file_stamp model = stamp_of(all.model_file);
    const file_stamp settings = stamp_of(all.settings_file);
    if (model == all.files.model_stamp && settings == all.files.settings_stamp) {
        return {};
    }
    // Whatever comes of it, it is reported once.
    all.files.model_stamp = model;
    all.files.settings_stamp = settings;
    session_options options = all.options;
    options.may_create = options.may_create && all.place == settings_place::nowhere;
    result<session_files> read = read_files(all.model_file, all.settings_file, options);
    if (!read) {
        return {poll_outcome::broken, {}, read.error()};
    }
    const bool same_model = read->model_hash == all.files.model_hash;
    const bool same_text = read->text == all.disk_text && read->place == all.place;
    if (same_model && same_text) {
        return {};
    }
    const bool takes_text = !same_text && (!is_changed() || read->text == text());
    const bool conflicts = !same_text && !takes_text;
    const std::string wanted = takes_text ? read->text : text();

    std::string theirs = read->text;
    session_files before = std::exchange(all.files, *std::move(read));
    const settings_place place_before =
        std::exchange(all.place, conflicts || same_text ? all.place : all.files.place);
    result<built_state> built = all.build(wanted, !same_model);
    if (!built) {
        before.model_stamp = all.files.model_stamp;
        before.settings_stamp = all.files.settings_stamp;
        all.files = std::move(before);
        all.place = place_before;
        return {poll_outcome::broken, {}, built.error()};
    }
    all.disk_text = theirs;
    if (takes_text) {
        all.history.change(wanted, outside, 0);
        all.saved = wanted;
        all.conflict.reset();
    } else if (conflicts) {
        all.conflict = settings_conflict{text(), std::move(theirs)};
    }
    applied_edit applied = all.adopt(*std::move(built), outside);
    return {conflicts ? poll_outcome::conflict : poll_outcome::reloaded, std::move(applied), {}};
}

const std::optional<settings_conflict>& edit_session::conflict() const { return all_->conflict; }

void edit_session::keep_mine() { all_->conflict.reset(); }

result<applied_edit> edit_session::take_theirs() {
    if (!conflict()) {
        return error{errors::no_step, "no other program has changed the settings"};
    }
    const std::string theirs = conflict()->theirs;
    result<applied_edit> done = all_->commit(theirs, outside, 0);
    if (done) {
        all_->saved = theirs;
        all_->conflict.reset();
    }
    return done;
}

} // namespace jounce::editing
