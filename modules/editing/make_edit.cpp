#include <jounce/modules/editing/edit_draft.hpp>
#include <jounce/modules/editing/settings_json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

namespace jounce::editing {
namespace {

using whole_json = nlohmann::ordered_json;

template <class Vector> bool all_finite(const Vector& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// JSON has no numbers that are not finite, so the reader could not say what is wrong.
std::optional<error> check_body(const collider& body) {
    const bool finite = all_finite(body.a) && all_finite(body.b) && all_finite(body.half) &&
                        all_finite(body.rotation) && std::isfinite(body.rotation.w) &&
                        std::isfinite(body.radius) && std::isfinite(body.radius_b);
    const bool known = static_cast<std::size_t>(body.shape) < 4;
    if (finite && known) {
        return std::nullopt;
    }
    return error{errors::bad_collider,
                 known ? "the collider has a number that is not finite; set one that is"
                       : "the collider has an unknown shape; choose one of collider_shape"};
}

std::optional<error> check_bone(const helper_entry& bone) {
    if (all_finite(bone.head) && all_finite(bone.tail) && std::isfinite(bone.reach) &&
        std::isfinite(bone.share)) {
        return std::nullopt;
    }
    return error{errors::bad_helper,
                 "helper \"" + bone.name + "\" has a number that is not finite; set one that is"};
}

void add_to_list(edit_draft& draft, const char* list, whole_json part) {
    whole_json all = draft.json.contains(list) ? draft.json[list] : whole_json::array();
    all.push_back(std::move(part));
    set_member(draft.json, list, std::move(all));
}

void remove_from_list(edit_draft& draft, const char* list, std::size_t index) {
    draft.json[list].erase(index);
    if (draft.json[list].empty()) {
        draft.json.erase(list);
    }
}

std::optional<error> check_collider(const edit_draft& draft, std::size_t index) {
    const std::size_t count = draft.settings.colliders.size();
    if (index < count) {
        return std::nullopt;
    }
    return error{errors::unknown_collider, "there is no collider " + std::to_string(index) +
                                               ", there are " + std::to_string(count)};
}

result<std::size_t> helper_index(const edit_draft& draft, const std::string& name) {
    const auto& helpers = draft.settings.helpers;
    const auto found = std::ranges::find(helpers, name, &helper_entry::name);
    if (found == helpers.end()) {
        return error{errors::unknown_bone,
                     "there is no helper \"" + name + "\"; add it, or choose one of the settings"};
    }
    return static_cast<std::size_t>(found - helpers.begin());
}

template <class Number>
std::optional<error> set_number(edit_draft& draft, const char* key, const Number& number) {
    if (!number) {
        draft.json.erase(key);
        return std::nullopt;
    }
    if (!std::isfinite(*number)) {
        return error{errors::bad_setting,
                     std::string(key) + " is not a finite number; set one that is"};
    }
    set_member(draft.json, key, *number);
    return std::nullopt;
}

std::optional<error> set_tissue(edit_draft& draft, const char* key, whole_json value) {
    if (!draft.settings.tissue) {
        return error{errors::no_tissue, "the settings name no flesh; bake some with `jounce tissue "
                                        "bake` and name its file under \"tissue\""};
    }
    set_member(draft.json["tissue"], key, std::move(value));
    return std::nullopt;
}

/// Everything but springs.
struct part_changer {
    edit_draft& draft;

    std::optional<error> operator()(const add_collider& what) const {
        if (std::optional<error> wrong = check_body(what.body.shape)) {
            return wrong;
        }
        add_to_list(draft, "colliders", written(what.body));
        return std::nullopt;
    }
    std::optional<error> operator()(const change_collider& what) const {
        if (std::optional<error> wrong = check_collider(draft, what.index)) {
            return wrong;
        }
        if (std::optional<error> wrong = check_body(what.body.shape)) {
            return wrong;
        }
        const collider_entry& held = draft.settings.colliders[what.index];
        whole_json& part = draft.json["colliders"][what.index];
        if (held.shape.shape != what.body.shape.shape) {
            part = written(what.body); // what one shape has means nothing to another
        } else {
            update_members(part, written(held), written(what.body));
        }
        return std::nullopt;
    }
    std::optional<error> operator()(const remove_collider& what) const {
        if (std::optional<error> wrong = check_collider(draft, what.index)) {
            return wrong;
        }
        remove_from_list(draft, "colliders", what.index);
        return std::nullopt;
    }
    std::optional<error> operator()(const add_helper& what) const {
        if (std::optional<error> wrong = check_bone(what.bone)) {
            return wrong;
        }
        add_to_list(draft, "helpers", written(what.bone));
        return std::nullopt;
    }
    std::optional<error> operator()(const change_helper& what) const {
        const result<std::size_t> index = helper_index(draft, what.bone.name);
        if (!index) {
            return index.error();
        }
        if (std::optional<error> wrong = check_bone(what.bone)) {
            return wrong;
        }
        whole_json before = written(draft.settings.helpers[*index]);
        const whole_json after = written(what.bone);
        whole_json& part = draft.json["helpers"][*index];
        if (!part.contains("tail") && before["tail"] == before["head"] &&
            after["tail"] == after["head"]) {
            before["tail"] = after["tail"]; // of a point handle, which needs none
        }
        update_members(part, before, after);
        return std::nullopt;
    }
    std::optional<error> operator()(const remove_helper& what) const {
        const result<std::size_t> index = helper_index(draft, what.name);
        if (!index) {
            return index.error();
        }
        const result<std::int32_t> bone = draft.find(what.name);
        if (bone) {
            std::vector<bool> taken(draft.bones.parents.size(), false);
            taken[static_cast<std::size_t>(*bone)] = true;
            take_out(draft, taken);
            drop_exceptions(what.name);
        }
        remove_from_list(draft, "helpers", *index);
        return std::nullopt;
    }
    std::optional<error> operator()(const set_name& what) const {
        set_member(draft.json, "name", what.name);
        return std::nullopt;
    }
    std::optional<error> operator()(const set_unit& what) const {
        return set_number(draft, "metres_per_unit", what.metres_per_unit);
    }
    std::optional<error> operator()(const set_tick_rate& what) const {
        return set_number(draft, "tick_rate", what.hertz);
    }
    std::optional<error> operator()(const set_chains_collide& what) const {
        if (what.collide != draft.settings.chains_collide) {
            set_member(draft.json, "chains_collide", what.collide);
        }
        return std::nullopt;
    }
    std::optional<error> operator()(const set_tissue_tier& what) const {
        constexpr std::array names = {"linear", "nonlinear", "newton"};
        const auto index = static_cast<std::size_t>(what.tier);
        return set_tissue(draft, "tier", index < names.size() ? names[index] : "");
    }
    std::optional<error> operator()(const set_tissue_weight& what) const {
        if (!std::isfinite(what.weight)) {
            return error{errors::bad_setting, "tissue weight is not a finite number"};
        }
        return set_tissue(draft, "weight", what.weight);
    }

    /// A bone that is gone can be no exception either.
    void drop_exceptions(const std::string& name) const {
        for (whole_json& entry : draft.json["springs"]) {
            if (!entry.contains("except")) {
                continue;
            }
            whole_json kept = whole_json::array();
            for (const whole_json& one : entry["except"]) {
                if (one != name) {
                    kept.push_back(one);
                }
            }
            if (kept.empty()) {
                entry.erase("except");
            } else {
                entry["except"] = std::move(kept);
            }
        }
    }
};

template <class What>
constexpr bool is_of_springs =
    std::is_same_v<What, make_spring> || std::is_same_v<What, remove_spring> ||
    std::is_same_v<What, set_field> || std::is_same_v<What, clear_field> ||
    std::is_same_v<What, set_curve> || std::is_same_v<What, clear_curve> ||
    std::is_same_v<What, choose_preset>;

/// Words for a list of steps.
struct edit_words {
    std::string operator()(const make_spring& e) const {
        return (e.chain ? "spring chain from " : "spring ") + e.bone;
    }
    std::string operator()(const remove_spring& e) const { return "no spring " + e.bone; }
    std::string operator()(const set_field& e) const { return e.field + " of " + e.bone; }
    std::string operator()(const clear_field& e) const {
        return "usual " + e.field + " of " + e.bone;
    }
    std::string operator()(const set_curve& e) const { return e.field + " curve of " + e.bone; }
    std::string operator()(const clear_curve& e) const {
        return "usual " + e.field + " curve of " + e.bone;
    }
    std::string operator()(const choose_preset& e) const { return "preset of " + e.bone; }
    std::string operator()(const add_collider& e) const { return "collider on " + e.body.bone; }
    std::string operator()(const change_collider& e) const {
        return "collider " + std::to_string(e.index) + " on " + e.body.bone;
    }
    std::string operator()(const remove_collider& e) const {
        return "no collider " + std::to_string(e.index);
    }
    std::string operator()(const add_helper& e) const { return "new helper " + e.bone.name; }
    std::string operator()(const change_helper& e) const { return "helper " + e.bone.name; }
    std::string operator()(const remove_helper& e) const { return "no helper " + e.name; }
    std::string operator()(const set_name&) const { return "name"; }
    std::string operator()(const set_unit&) const { return "metres per unit"; }
    std::string operator()(const set_tick_rate&) const { return "tick rate"; }
    std::string operator()(const set_chains_collide&) const { return "chains collide"; }
    std::string operator()(const set_tissue_tier&) const { return "tier of flesh"; }
    std::string operator()(const set_tissue_weight&) const { return "weight of flesh"; }
};

} // namespace

std::optional<error> make_edit(edit_draft& draft, const edit& what) {
    return std::visit(
        [&](const auto& one) -> std::optional<error> {
            if constexpr (is_of_springs<std::decay_t<decltype(one)>>) {
                return change_springs(draft, one);
            } else {
                return part_changer{draft}(one);
            }
        },
        what);
}

std::string name_of(const edit& of) { return std::visit(edit_words{}, of); }

} // namespace jounce::editing
