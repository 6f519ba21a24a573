#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/editing/edit_draft.hpp>
#include <jounce/modules/editing/settings_json.hpp>
#include <jounce/modules/rig/spring_bones.hpp>
#include <jounce/modules/tuning/presets.hpp>

#include <algorithm>
#include <utility>

namespace jounce::editing {
namespace {

using entry_json = nlohmann::ordered_json;

/// Whether a bone can turn: shorter ones are refused by the builder or mean nothing.
bool has_length(const rig& bones, std::int32_t bone) {
    const auto b = static_cast<std::size_t>(bone);
    constexpr double shortest_share = 1e-6;
    return static_cast<double>(length(bones.tail_local[b])) > shortest_share * extent_of(bones);
}

const std::string& name_in(const rig& bones, std::int32_t bone) {
    return bones.names[static_cast<std::size_t>(bone)];
}

/// The entry of one bone that was in an entry with others: it keeps what it has there.
entry_json entry_of_one(const edit_draft& draft, std::size_t index, std::int32_t bone) {
    const spring_entry& from = draft.settings.springs[index];
    entry_json out = entry_json::object();
    out["bones"] = entry_json::array({name_in(draft.bones, bone)});
    for (const char* member : {"preset", "tuning"}) {
        if (draft.json["springs"][index].contains(member)) {
            out[member] = draft.json["springs"][index][member];
        }
    }
    spring_entry bare;
    bare.preset = from.preset;
    const std::vector<tuning_curve> of_preset = curves_of(bare);
    const double position = draft.map.of_bone[static_cast<std::size_t>(bone)].position;
    for (const tuning_curve& curve : curves_of(from)) {
        const double factor = factor_at(curve.keys, position);
        if (factor != factor_of(of_preset, curve.field, 0)) {
            set_inner(out, "curves", curve.field, keys_json({{0, factor}}));
        }
    }
    return out;
}

/// Sets a field of an entry with one bone to what that bone is to have.
void set_alone(entry_json& entry, const std::string& field, entry_json value) {
    spring_entry bare;
    bare.preset = entry.contains("preset") && entry["preset"].is_string() ? entry["preset"] : "";
    set_inner(entry, "tuning", field, std::move(value));
    erase_inner(entry, "curves", field);
    if (factor_of(curves_of(bare), field, 0) != 1) {
        set_inner(entry, "curves", field, keys_json({{0, 1}}));
    }
}

} // namespace

result<std::int32_t> edit_draft::find(const std::string& bone) const {
    const auto found = std::ranges::find(bones.names, bone);
    if (found == bones.names.end()) {
        return error{errors::unknown_bone,
                     "\"" + bone + "\" is not in the rig; choose a bone of it"};
    }
    return static_cast<std::int32_t>(found - bones.names.begin());
}

result<std::size_t> edit_draft::entry_of(const std::string& bone) const {
    const result<std::int32_t> found = find(bone);
    if (!found) {
        return found.error();
    }
    const std::int32_t index = map.of_bone[static_cast<std::size_t>(*found)].entry;
    if (index < 0) {
        return error{errors::no_spring, "\"" + bone + "\" is no spring; make it one first"};
    }
    return static_cast<std::size_t>(index);
}

std::optional<error> change_springs(edit_draft& draft, const make_spring& what) {
    const result<std::int32_t> top = draft.find(what.bone);
    if (!top) {
        return top.error();
    }
    if (draft.map.of_bone[static_cast<std::size_t>(*top)].entry >= 0) {
        return error{errors::duplicate_spring, "\"" + what.bone +
                                                   "\" is a spring already; choose another preset "
                                                   "for it, or remove it first"};
    }
    spring_entry made;
    made.preset = what.preset;
    if (what.chain) {
        made.chain = what.bone;
        for (const std::int32_t bone : bones_below(draft.bones, *top)) {
            const bool is_spring = draft.map.of_bone[static_cast<std::size_t>(bone)].entry >= 0;
            if (is_spring || !has_length(draft.bones, bone)) {
                made.except.push_back(name_in(draft.bones, bone));
            }
        }
    } else {
        made.bones.push_back(what.bone);
    }
    draft.json["springs"].push_back(written(made));
    return std::nullopt;
}

std::optional<error> change_springs(edit_draft& draft, const remove_spring& what) {
    const result<std::int32_t> top = draft.find(what.bone);
    if (!top) {
        return top.error();
    }
    std::vector<bool> taken(draft.bones.parents.size(), false);
    bool is_any = false;
    for (const std::int32_t bone : bones_below(draft.bones, *top)) {
        if (what.chain || bone == *top) {
            taken[static_cast<std::size_t>(bone)] = true;
            is_any = is_any || draft.map.of_bone[static_cast<std::size_t>(bone)].entry >= 0;
        }
    }
    if (!is_any) {
        return error{errors::no_spring, "\"" + what.bone + "\" is no spring" +
                                            (what.chain ? ", and nothing below it is" : "") +
                                            "; there is nothing to remove"};
    }
    take_out(draft, taken);
    return std::nullopt;
}

std::optional<error> change_springs(edit_draft& draft, const set_field& what) {
    const result<std::size_t> index = draft.entry_of(what.bone);
    if (!index) {
        return index.error();
    }
    result<entry_json> value = value_json(what.field, what.value);
    if (!value) {
        return value.error();
    }
    if (what.scope == edit_scope::entry) {
        set_inner(draft.entry(*index), "tuning", what.field, *std::move(value));
        return std::nullopt;
    }
    if (draft.map.bones[*index].size() == 1) {
        set_alone(draft.entry(*index), what.field, *std::move(value));
        return std::nullopt;
    }
    const std::int32_t bone = *draft.find(what.bone);
    entry_json alone = entry_of_one(draft, *index, bone);
    set_alone(alone, what.field, *std::move(value));
    std::vector<bool> taken(draft.bones.parents.size(), false);
    taken[static_cast<std::size_t>(bone)] = true;
    take_out(draft, taken, &alone);
    return std::nullopt;
}

std::optional<error> change_springs(edit_draft& draft, const clear_field& what) {
    const result<std::size_t> index = draft.entry_of(what.bone);
    if (!index) {
        return index.error();
    }
    erase_inner(draft.entry(*index), "tuning", what.field);
    return std::nullopt;
}

std::optional<error> change_springs(edit_draft& draft, const set_curve& what) {
    const result<std::size_t> index = draft.entry_of(what.bone);
    if (!index) {
        return index.error();
    }
    if (std::optional<error> wrong = check_curve("curves", {what.field, what.keys})) {
        return wrong; // numbers that are not finite have no JSON
    }
    set_inner(draft.entry(*index), "curves", what.field, keys_json(what.keys));
    return std::nullopt;
}

std::optional<error> change_springs(edit_draft& draft, const clear_curve& what) {
    const result<std::size_t> index = draft.entry_of(what.bone);
    if (!index) {
        return index.error();
    }
    erase_inner(draft.entry(*index), "curves", what.field);
    return std::nullopt;
}

std::optional<error> change_springs(edit_draft& draft, const choose_preset& what) {
    const result<std::size_t> index = draft.entry_of(what.bone);
    if (!index) {
        return index.error();
    }
    if (what.preset.empty()) {
        draft.entry(*index).erase("preset");
    } else {
        set_member(draft.entry(*index), "preset", what.preset);
    }
    return std::nullopt;
}

} // namespace jounce::editing
