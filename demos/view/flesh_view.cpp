#include "flesh_view.hpp"

#include "common/flesh_lines.hpp"

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>

#include <utility>

namespace viewer {

using namespace jounce;

void flesh_view::draw(demo::line_drawer& to, stage& on) {
    const editing::edit_session& session = on.session();
    const auto& said = session.settings().tissue;
    if (!said) {
        return;
    }
    const bool is_in_model = session.settings_file().empty();
    const std::filesystem::path beside =
        is_in_model ? session.character().model.file : session.settings_file();
    std::filesystem::path file = beside.parent_path() / said->file;
    if (file != file_) {
        file_ = std::move(file);
        result<tissue::baked_tissue> read = tissue::read_tissue(file_);
        baked_ = read ? std::make_shared<const tissue::baked_tissue>(*std::move(read)) : nullptr;
    }
    const character& where = on.registry().get<const character>(on.edited());
    const auto& flesh = on.registry().get<const block>(where.block).kind->tissue;
    // A bake that was made anew meanwhile may have other handles than the flesh that runs.
    if (baked_ != nullptr && flesh != nullptr &&
        baked_->handles.size() == static_cast<std::size_t>(flesh->handle_count)) {
        demo::add_flesh_lines(to, on.registry(), on.edited(), *baked_);
    }
}

} // namespace viewer
