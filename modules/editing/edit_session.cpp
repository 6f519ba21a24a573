#include <jounce/modules/editing/edit_session.hpp>

#include <jounce/modules/editing/edit_draft.hpp>
#include <jounce/modules/editing/patch_json.hpp>
#include <jounce/modules/editing/session_state.hpp>

#include <algorithm>
#include <utility>

namespace jounce::editing {
namespace {

error no_step_to(const char* what) {
    return {errors::no_step, std::string("there is no step to ") + what};
}

} // namespace

edit_session::edit_session(std::unique_ptr<state> all) : all_(std::move(all)) {}
edit_session::~edit_session() = default;
edit_session::edit_session(edit_session&& other) noexcept = default;
edit_session& edit_session::operator=(edit_session&& other) noexcept = default;

result<edit_session> edit_session::open(const std::filesystem::path& model,
                                        const session_options& options) {
    result<session_files> read = read_files(model, options.settings, options);
    if (!read) {
        return read.error();
    }
    auto all = std::make_unique<state>(model, options, *std::move(read));
    if (all->place == settings_place::model) {
        all->settings_file.clear();
    }
    result<built_state> built = all->build(all->history.text(), true);
    if (!built) {
        return built.error();
    }
    all->adopt(*std::move(built), "");
    return edit_session(std::move(all));
}

const spring_file& edit_session::settings() const { return all_->settings; }
const std::string& edit_session::text() const { return all_->history.text(); }
const authoring::ready_character& edit_session::character() const { return all_->character; }
settings_place edit_session::place() const { return all_->place; }
const std::filesystem::path& edit_session::settings_file() const { return all_->settings_file; }
const std::vector<std::string>& edit_session::warnings() const { return all_->files.warnings; }

std::optional<std::size_t> edit_session::entry_of(std::string_view bone) const {
    const std::vector<std::string>& names = all_->character.model.bones.names;
    const auto found = std::ranges::find(names, bone);
    if (found == names.end()) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    const std::int32_t entry = all_->map.of_bone[index].entry;
    return entry < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(entry));
}

result<applied_edit> edit_session::apply(const edit& what, std::uint64_t gesture) {
    edit_draft draft{all_->settings, all_->character.model.bones, all_->map,
                     nlohmann::ordered_json::parse(text(), nullptr, false)};
    if (std::optional<error> wrong = make_edit(draft, what)) {
        wrong->message = all_->text_name().string() + ": " + wrong->message;
        return *std::move(wrong);
    }
    const std::optional<std::string> changed = patch_json(text(), draft.json);
    using handler = nlohmann::ordered_json::error_handler_t;
    return all_->commit(changed ? *changed
                                : draft.json.dump(2, ' ', false, handler::replace) + "\n",
                        name_of(what), gesture);
}

result<applied_edit> edit_session::undo() {
    if (undo_count() == 0) {
        return no_step_to("undo");
    }
    result<built_state> built = all_->build(all_->history.before(), false);
    if (!built) {
        return built.error();
    }
    std::string name(undo_name());
    all_->history.undo();
    return all_->adopt(*std::move(built), std::move(name));
}

result<applied_edit> edit_session::redo() {
    if (redo_count() == 0) {
        return no_step_to("do again");
    }
    result<built_state> built = all_->build(all_->history.after(), false);
    if (!built) {
        return built.error();
    }
    std::string name(redo_name());
    all_->history.redo();
    return all_->adopt(*std::move(built), std::move(name));
}

std::size_t edit_session::undo_count() const { return all_->history.undo_count(); }
std::size_t edit_session::redo_count() const { return all_->history.redo_count(); }
std::string_view edit_session::undo_name() const { return all_->history.undo_name(); }
std::string_view edit_session::redo_name() const { return all_->history.redo_name(); }
bool edit_session::is_changed() const { return text() != all_->saved; }

} // namespace jounce::editing
