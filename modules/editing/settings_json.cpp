#include <jounce/modules/editing/settings_json.hpp>

#include <jounce/modules/tuning/tuning_field.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <utility>

namespace jounce::editing {
namespace {

using part_json = nlohmann::ordered_json;

/// Keys of all objects of a file but those of settings, in the order of `write_spring_file`. Objects have
/// some of them; no two of one object stand here the other way round.
constexpr std::array known_keys = std::to_array<std::string_view>({"jounce_springs",
                                                                   "name",
                                                                   "metres_per_unit",
                                                                   "tick_rate",
                                                                   "chains_collide",
                                                                   "helpers",
                                                                   "springs",
                                                                   "colliders",
                                                                   "tissue",
                                                                   "bones",
                                                                   "chain",
                                                                   "except",
                                                                   "preset",
                                                                   "tuning",
                                                                   "curves",
                                                                   "bone",
                                                                   "shape",
                                                                   "inside",
                                                                   "groups",
                                                                   "a",
                                                                   "b",
                                                                   "parent",
                                                                   "head",
                                                                   "tail",
                                                                   "radius",
                                                                   "radius_b",
                                                                   "rotation",
                                                                   "half",
                                                                   "reach",
                                                                   "share",
                                                                   "along_surface",
                                                                   "from_all",
                                                                   "file",
                                                                   "tier",
                                                                   "weight"});

/// Where a key stands among those of its object.
std::size_t rank_of(std::string_view key) {
    return static_cast<std::size_t>(std::ranges::find(known_keys, key) - known_keys.begin());
}

/// The same within "tuning" and "curves".
std::size_t field_rank_of(std::string_view key) {
    return static_cast<std::size_t>(std::ranges::find(tuning_fields(), key, &tuning_field::name) -
                                    tuning_fields().begin());
}

template <class Rank>
void set_ranked(part_json& object, const std::string& key, part_json value, const Rank& rank) {
    if (!object.is_object()) {
        object = part_json::object();
    }
    if (object.contains(key)) {
        object[key] = std::move(value);
        return;
    }
    part_json out = part_json::object();
    bool is_in = false;
    for (auto& member : object.items()) {
        if (!is_in && rank(member.key()) > rank(key)) {
            out[key] = value;
            is_in = true;
        }
        out[member.key()] = std::move(member.value());
    }
    if (!is_in) {
        out[key] = std::move(value);
    }
    object = std::move(out);
}

part_json list_of(const spring_file& settings, const char* list) {
    const part_json whole = part_json::parse(write_spring_file(settings), nullptr, false);
    return whole.is_object() && whole.contains(list) && !whole[list].empty() ? whole[list][0]
                                                                             : part_json::object();
}

} // namespace

part_json written(const spring_entry& entry) {
    spring_file one;
    one.springs.push_back(entry);
    return list_of(one, "springs");
}

part_json written(const collider_entry& body) {
    spring_file one;
    one.colliders.push_back(body);
    return list_of(one, "colliders");
}

part_json written(const helper_entry& bone) {
    spring_file one;
    one.helpers.push_back(bone);
    return list_of(one, "helpers");
}

result<part_json> value_json(const std::string& field, const field_value& value) {
    const auto not_finite = [&] {
        return error{errors::bad_setting, field + " is not a finite number; set one that is"};
    };
    if (const auto* number = std::get_if<double>(&value)) {
        return std::isfinite(*number) ? result<part_json>(part_json(*number)) : not_finite();
    }
    if (const auto* q = std::get_if<quat<double>>(&value)) {
        const part_json list = {q->x, q->y, q->z, q->w};
        return std::isfinite(q->x + q->y + q->z + q->w) ? result<part_json>(list) : not_finite();
    }
    return std::visit(
        [](const auto& other) -> result<part_json> {
            if constexpr (std::is_same_v<std::decay_t<decltype(other)>, quat<double>>) {
                return part_json();
            } else {
                return part_json(other);
            }
        },
        value);
}

part_json keys_json(const std::vector<curve_key>& keys) {
    part_json out = part_json::array();
    for (const curve_key& key : keys) {
        out.push_back(part_json::array({key.position, key.factor}));
    }
    return out;
}

void set_member(part_json& object, const std::string& key, part_json value) {
    set_ranked(object, key, std::move(value), rank_of);
}

void erase_inner(part_json& object, const std::string& outer, const std::string& inner) {
    if (object.contains(outer)) {
        object[outer].erase(inner);
        if (object[outer].empty()) {
            object.erase(outer);
        }
    }
}

void set_inner(part_json& object, const std::string& outer, const std::string& inner,
               part_json value) {
    part_json held = object.contains(outer) ? object[outer] : part_json::object();
    set_ranked(held, inner, std::move(value), field_rank_of);
    set_member(object, outer, std::move(held));
}

void update_members(part_json& object, const part_json& before, const part_json& after) {
    for (const auto& member : after.items()) {
        if (!before.contains(member.key()) || before[member.key()] != member.value()) {
            set_member(object, member.key(), member.value());
        }
    }
    for (const auto& member : before.items()) {
        if (!after.contains(member.key())) {
            object.erase(member.key());
        }
    }
}

} // namespace jounce::editing
