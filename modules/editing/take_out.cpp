#include <jounce/modules/editing/edit_draft.hpp>
#include <jounce/modules/editing/settings_json.hpp>
#include <jounce/modules/spring_file/bone_finder.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace jounce::editing {
namespace {

using draft_json = nlohmann::ordered_json;

/// The factors that the bones of an entry have, by field and bone.
class kept_factors {
public:
    kept_factors(const edit_draft& draft, const spring_entry& entry)
        : draft_(draft), curves_(curves_of(entry)) {}

    /// Gives an entry the curves that keep the factors of its bones. False: no curve can, because two
    /// bones of other factors are at the same place, or because it would need too many keys.
    bool fit(spring_entry& to) const {
        const bone_finder finder(draft_.settings, draft_.bones);
        const result<std::vector<placed_bone>> placed = finder.bones_of(to, "");
        if (!placed) {
            return false;
        }
        for (const tuning_curve& curve : curves_) {
            std::map<double, double> factors; // by new place
            for (const placed_bone& one : *placed) {
                const double factor = factor_at(
                    curve.keys, draft_.map.of_bone[static_cast<std::size_t>(one.bone)].position);
                const auto [there, is_new] = factors.emplace(one.position, factor);
                if (!is_new && there->second != factor) {
                    return false;
                }
            }
            if (!fit_curve(to, curve, factors)) {
                return false;
            }
        }
        return true;
    }

private:
    static bool fit_curve(spring_entry& to, const tuning_curve& curve,
                          const std::map<double, double>& factors) {
        const auto agrees = [&](const std::vector<curve_key>& keys) {
            return std::ranges::all_of(
                factors, [&](const auto& one) { return factor_at(keys, one.first) == one.second; });
        };
        if (agrees(curve.keys)) {
            return true;
        }
        tuning_curve made{curve.field, {}};
        for (const auto& [position, factor] : factors) {
            made.keys.push_back({position, factor});
        }
        // Keys that a straight line goes through anyway only make the file longer.
        for (std::size_t k = 1; k + 1 < made.keys.size();) {
            std::vector<curve_key> fewer = made.keys;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
            if (agrees(fewer)) {
                made.keys = std::move(fewer);
            } else {
                ++k;
            }
        }
        if (made.keys.size() > max_curve_keys) {
            return false;
        }
        std::erase_if(to.curves,
                      [&](const tuning_curve& other) { return other.field == curve.field; });
        to.curves.push_back(std::move(made));
        return true;
    }

    const edit_draft& draft_;
    std::vector<tuning_curve> curves_;
};

/// Lists of bones short enough that every bone can have its key.
std::vector<spring_entry> in_short_lists(const edit_draft& draft, const spring_entry& entry,
                                         const std::vector<std::int32_t>& bones,
                                         const kept_factors& factors) {
    std::vector<spring_entry> out;
    for (std::size_t first = 0; first < bones.size(); first += max_curve_keys) {
        spring_entry part = entry;
        part.chain.clear();
        part.except.clear();
        part.bones.clear();
        for (std::size_t i = first; i < std::min(bones.size(), first + max_curve_keys); ++i) {
            part.bones.push_back(draft.bones.names[static_cast<std::size_t>(bones[i])]);
        }
        factors.fit(part);
        out.push_back(std::move(part));
    }
    return out;
}

/// An entry without some of its bones; several where one cannot say it.
std::vector<spring_entry> without(const edit_draft& draft, std::size_t index,
                                  const std::vector<bool>& taken) {
    const spring_entry& entry = draft.settings.springs[index];
    const kept_factors factors(draft, entry);
    spring_entry rest = entry;
    std::vector<std::int32_t> remaining;
    for (const std::int32_t bone : draft.map.bones[index]) {
        if (!taken[static_cast<std::size_t>(bone)]) {
            remaining.push_back(bone);
            continue;
        }
        const std::string& name = draft.bones.names[static_cast<std::size_t>(bone)];
        std::erase(rest.bones, name);
        const bone_finder finder(draft.settings, draft.bones);
        const auto still = rest.chain.empty() && rest.bones.empty()
                               ? result<std::vector<placed_bone>>(std::vector<placed_bone>())
                               : finder.bones_of(rest, "");
        if (still &&
            std::ranges::any_of(*still, [&](const placed_bone& one) { return one.bone == bone; })) {
            rest.except.push_back(name);
        }
    }
    if (factors.fit(rest)) {
        return {std::move(rest)};
    }
    return in_short_lists(draft, entry, remaining, factors);
}

} // namespace

void take_out(edit_draft& draft, const std::vector<bool>& taken, const draft_json* wanted) {
    draft_json springs = draft_json::array();
    for (std::size_t i = 0; i < draft.settings.springs.size(); ++i) {
        const std::vector<std::int32_t>& bones = draft.map.bones[i];
        const auto is_taken = [&](std::int32_t bone) {
            return static_cast<bool>(taken[static_cast<std::size_t>(bone)]);
        };
        if (std::ranges::none_of(bones, is_taken)) {
            springs.push_back(draft.entry(i));
            continue;
        }
        if (!std::ranges::all_of(bones, is_taken)) {
            const draft_json before = written(draft.settings.springs[i]);
            for (const spring_entry& part : without(draft, i, taken)) {
                draft_json changed = draft.entry(i);
                const draft_json after = written(part);
                update_members(changed, before, after);
                // Fields that stay keep their spelling and order.
                for (const char* member : {"tuning", "curves"}) {
                    if (draft.entry(i).contains(member) && before.contains(member) &&
                        after.contains(member)) {
                        changed[member] = draft.entry(i)[member];
                        update_members(changed[member], before[member], after[member]);
                    }
                }
                springs.push_back(std::move(changed));
            }
        }
        if (wanted != nullptr) {
            springs.push_back(*wanted);
        }
    }
    draft.json["springs"] = std::move(springs);
}

} // namespace jounce::editing
