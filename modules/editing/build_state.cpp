#include <jounce/modules/authoring/check_spring_bones.hpp>
#include <jounce/modules/authoring/make_character.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/editing/patch_json.hpp>
#include <jounce/modules/editing/session_state.hpp>
#include <jounce/modules/editing/settings_json.hpp>

#include <entt/entt.hpp>

#include <algorithm>
#include <utility>

namespace jounce::editing {
namespace {

namespace fs = std::filesystem;

/// What needs the whole character made anew when it changes.
std::string bones_and_flesh(const spring_file& of) {
    spring_file out;
    out.metres_per_unit = of.metres_per_unit;
    out.helpers = of.helpers;
    out.tissue = of.tissue;
    return write_spring_file(out);
}

/// What needs other meshes, or other sizes of all things.
std::string bones_alone(const spring_file& of) {
    spring_file out;
    out.metres_per_unit = of.metres_per_unit;
    out.helpers = of.helpers;
    return write_spring_file(out);
}

/// All that matters to the character.
std::string without_name(spring_file of) {
    of.name.clear();
    return write_spring_file(of);
}

/// The rules of `retune` are asked, not repeated: with nobody there it changes nothing.
edit_effect effect_between(const std::shared_ptr<const character_kind>& before,
                           const std::shared_ptr<const character_kind>& after) {
    entt::registry nobody;
    return retune(nobody, before, after) ? edit_effect::retune : edit_effect::spawn_again;
}

/// Stable springs need no frame rate to be made.
constexpr double unused_rate = 60;

} // namespace

fs::path edit_session::state::text_name() const {
    return place == settings_place::file    ? settings_file
           : place == settings_place::model ? files.source.settings.file
                                            : model_file;
}

result<built_state> edit_session::state::build(const std::string& text, bool anew) const {
    result<spring_file> read = parse_spring_file(text, text_name());
    if (!read) {
        return read.error();
    }
    built_state out;
    out.settings = *std::move(read);
    authoring::spring_source source = files.source;
    source.origin = place == settings_place::model ? authoring::spring_origin::extras
                                                   : authoring::spring_origin::settings;
    source.settings = out.settings;
    source.place = text_name().string();
    const bool is_first = character.kind.kind == nullptr;
    const bool is_whole = anew || is_first || out.settings.tissue.has_value() ||
                          bones_and_flesh(out.settings) != bones_and_flesh(settings);
    const bool is_same = !anew && !is_first && without_name(out.settings) == without_name(settings);
    if (is_same) {
        out.map = map;
        out.kind = character.kind.kind;
        out.spring_count = character.spring_count;
        return out;
    }
    const rig* bones = &character.model.bones;
    if (is_whole) {
        result<authoring::ready_character> made =
            authoring::make_character(*files.model, source, {.suggest = false});
        if (!made) {
            return made.error();
        }
        out.whole = *std::move(made);
        out.kind = out.whole->kind.kind;
        bones = &out.whole->model.bones;
    } else {
        std::vector<std::string> warnings;
        result<spring_set> springs =
            authoring::build_springs(source, *bones, std::nullopt, unused_rate, warnings);
        if (!springs) {
            return springs.error();
        }
        out.spring_count = springs->stable.springs.size();
        character_kind kind = *character.kind.kind;
        kind.springs = *std::move(springs);
        if (std::optional<error> wrong = authoring::check_spring_bones(character.model, kind)) {
            return *std::move(wrong);
        }
        out.kind = std::make_shared<const character_kind>(std::move(kind));
    }
    result<spring_map> found = map_springs(out.settings, *bones);
    if (!found) {
        return found.error();
    }
    out.map = *std::move(found);
    const bool other_bones = anew || bones_alone(out.settings) != bones_alone(settings);
    out.effect = is_first || other_bones ? edit_effect::spawn_again
                                         : effect_between(character.kind.kind, out.kind);
    return out;
}

applied_edit edit_session::state::adopt(built_state built, std::string name) {
    applied_edit out;
    out.effect = built.effect;
    out.name = std::move(name);
    out.before = character.kind.kind;
    settings = std::move(built.settings);
    map = std::move(built.map);
    if (built.whole) {
        character = *std::move(built.whole);
    } else {
        character.kind.kind = std::move(built.kind);
        character.spring_count = built.spring_count;
    }
    out.after = character.kind.kind;
    out.flesh = character.kind.flesh;
    if (conflict) {
        conflict->mine = history.text();
    }
    return out;
}

result<applied_edit> edit_session::state::commit(const std::string& text, std::string name,
                                                 std::uint64_t gesture) {
    result<built_state> built = build(text, false);
    if (!built) {
        return built.error();
    }
    if (text != history.text()) {
        history.change(text, name, gesture);
    }
    return adopt(*std::move(built), std::move(name));
}

std::optional<error> edit_session::state::move_to(settings_place to, const fs::path& file) {
    const auto folder_of = [&](settings_place where, const fs::path& own) {
        std::error_code code;
        const fs::path of = where == settings_place::file ? own : model_file;
        return fs::absolute(of, code).parent_path().lexically_normal();
    };
    const fs::path from = folder_of(place, settings_file);
    const fs::path into = folder_of(to, file);
    std::string text = history.text();
    if (place == settings_place::model && to == settings_place::file) {
        text = write_spring_file(settings); // lines and indentation are those of the model there
    }
    if (settings.tissue && from != into) {
        nlohmann::ordered_json changed = nlohmann::ordered_json::parse(text, nullptr, false);
        const fs::path flesh = (from / settings.tissue->file).lexically_normal();
        changed["tissue"]["file"] = flesh.lexically_proximate(into).generic_string();
        text = patch_json(text, changed).value_or(text);
    }
    const auto before = std::pair(place, settings_file);
    place = to;
    settings_file = file;
    if (to == settings_place::model) {
        files.source.settings.file = model_file;
        files.source.settings.file += "#/extras/jounce_springs";
    }
    // Which places flesh may be at depends on who names it, so it is looked for again.
    result<built_state> built = build(text, settings.tissue.has_value());
    if (!built) {
        place = before.first;
        settings_file = before.second;
        return built.error();
    }
    if (text != history.text()) {
        history.change(text, "place of the settings", 0);
    }
    adopt(*std::move(built), "");
    return std::nullopt;
}

} // namespace jounce::editing
