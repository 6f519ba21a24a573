// Edits: in the session first, then in the world.

#include "stage_state.hpp"

#include <jounce/modules/editing/update_crowd.hpp>

#include <utility>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

void stage::state::say(std::string what, bool wrong) {
    message = std::move(what);
    is_error = wrong;
}

bool stage::state::fail(const error& why) {
    say(why.message, true);
    return false;
}

bool stage::state::carry_out(const result<applied_edit>& done, const char* did) {
    if (!done) {
        return fail(done.error());
    }
    say(done->name.empty() ? did : did + (": " + done->name));
    bool is_current = done->effect == edit_effect::nothing;
    if (done->effect == edit_effect::retune) {
        const result<std::size_t> retuned = update_crowd(registry, *done);
        is_current = retuned && *retuned > 0;
    }
    if (is_current || done->effect == edit_effect::retune) {
        // Whoever could not go on from where they are begins anew below.
        edited.kind = session.character().kind;
    }
    if (!is_current) {
        if (const result<void> made = spawn_again(); !made) {
            return fail(made.error());
        }
    }
    return true;
}

bool stage::make(const edit& what, std::uint64_t gesture) {
    const result<applied_edit> done = all_->session.apply(what, gesture);
    const bool is_new_step = done && done->effect != edit_effect::nothing;
    if (all_->carry_out(done, "changed")) {
        return true;
    }
    if (is_new_step) {
        // The settings are right and yet cannot be drawn: what is shown and what is saved stay the same.
        const std::string why = std::exchange(all_->message, {});
        all_->carry_out(all_->session.undo(), "undone");
        all_->say(why, true);
    }
    return false;
}

bool stage::undo() { return all_->carry_out(all_->session.undo(), "undone"); }
bool stage::redo() { return all_->carry_out(all_->session.redo(), "done again"); }

bool stage::save() {
    if (const result<void> done = all_->session.save(); !done) {
        return all_->fail(done.error());
    }
    const bool in_model = all_->session.place() == settings_place::model;
    all_->say("saved: " + (in_model ? all_->session.character().model.file.string()
                                    : all_->session.settings_file().string()));
    return true;
}

bool stage::save_as(const std::filesystem::path& file) {
    if (const result<void> done = all_->session.save_as(file); !done) {
        return all_->fail(done.error());
    }
    all_->say("saved: " + file.string());
    return true;
}

bool stage::save_into_model() {
    if (const result<void> done = all_->session.save_into_model(); !done) {
        return all_->fail(done.error());
    }
    all_->say("saved into " + all_->session.character().model.file.string());
    return true;
}

bool stage::take_theirs() {
    return all_->carry_out(all_->session.take_theirs(), "taken from the file");
}

void stage::keep_mine() {
    all_->session.keep_mine();
    all_->say("kept: saving replaces what another program has written");
}

bool stage::poll() {
    poll_report found = all_->session.poll_changes();
    switch (found.outcome) {
    case poll_outcome::nothing: return false;
    case poll_outcome::broken: all_->fail(*found.wrong); break;
    case poll_outcome::reloaded: all_->carry_out(std::move(found.applied), "read again"); break;
    case poll_outcome::conflict:
        if (all_->carry_out(std::move(found.applied), "read again")) {
            all_->say("another program has changed the settings, and there are unsaved edits here: "
                      "keep yours or take the others",
                      true);
        }
        break;
    }
    return true;
}

} // namespace viewer
