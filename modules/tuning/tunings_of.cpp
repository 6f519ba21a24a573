#include <jounce/modules/tuning/spring_file.hpp>

#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/spring_file_parts.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <unordered_map>
#include <utility>

namespace jounce {
namespace {

/// A spring bone, how far along its chain it is, and where the file says so.
struct placed_bone {
    std::int32_t bone = 0;
    double position = 0;
    std::string pointer;
};

/// Looks the bones of one file up in one rig.
class bone_finder {
public:
    bone_finder(const spring_file& springs, const rig& bones) : springs_(springs), rig_(bones) {
        for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
            index_.emplace(bones.names[static_cast<std::size_t>(b)], b);
        }
    }

    error wrong(const char* name, const std::string& pointer, const std::string& cause) const {
        return {name, where(pointer) + ": " + json::printable(cause)};
    }
    std::string where(const std::string& pointer) const {
        return springs_.file.string() + ": " + pointer;
    }
    const std::string& name(std::int32_t bone) const {
        return rig_.names[static_cast<std::size_t>(bone)];
    }

    result<std::int32_t> find(const std::string& bone, const std::string& pointer) const {
        const auto found = index_.find(bone);
        if (found == index_.end()) {
            const std::vector<std::string_view> known(rig_.names.begin(), rig_.names.end());
            return wrong("unknown_bone", pointer,
                         "\"" + bone + "\" is not in the rig; " + did_you_mean(bone, known));
        }
        return found->second;
    }

    result<std::vector<placed_bone>> list(const spring_entry& entry,
                                          const std::string& pointer) const {
        std::vector<placed_bone> out;
        const std::size_t last = entry.bones.size() - 1;
        for (std::size_t i = 0; i < entry.bones.size(); ++i) {
            std::string at_bone = pointer + "/bones/" + std::to_string(i);
            const result<std::int32_t> bone = find(entry.bones[i], at_bone);
            if (!bone) {
                return bone.why();
            }
            const double position =
                last == 0 ? 0 : static_cast<double>(i) / static_cast<double>(last);
            out.push_back({*bone, position, std::move(at_bone)});
        }
        return out;
    }

    result<std::vector<placed_bone>> chain(const std::string& root,
                                           const std::string& pointer) const {
        const result<std::int32_t> first = find(root, pointer);
        if (!first) {
            return first.why();
        }
        const std::size_t count = rig_.parents.size();
        std::vector<int> above(count, -1); // bones between it and the root; -1: not below it
        std::vector<int> below(count, 0);  // on the longest way down
        above[static_cast<std::size_t>(*first)] = 0;
        // Parents come before their children.
        for (std::size_t b = static_cast<std::size_t>(*first) + 1; b < count; ++b) {
            const std::int32_t parent = rig_.parents[b];
            const int depth = parent < 0 ? -1 : above[static_cast<std::size_t>(parent)];
            above[b] = depth < 0 ? -1 : depth + 1;
        }
        for (std::size_t b = count; b-- > static_cast<std::size_t>(*first) + 1;) {
            if (above[b] > 0) {
                int& longest = below[static_cast<std::size_t>(rig_.parents[b])];
                longest = std::max(longest, below[b] + 1);
            }
        }
        std::vector<placed_bone> out;
        for (std::size_t b = static_cast<std::size_t>(*first); b < count; ++b) {
            if (above[b] >= 0) {
                const int whole = above[b] + below[b];
                out.push_back({static_cast<std::int32_t>(b),
                               whole == 0 ? 0.0 : static_cast<double>(above[b]) / whole, pointer});
            }
        }
        return out;
    }

private:
    const spring_file& springs_;
    const rig& rig_;
    std::unordered_map<std::string_view, std::int32_t> index_;
};

/// What an entry says of its bones, before positions along the chain come in. Entries may be made by
/// programs too, so all of it is checked.
struct entry_tuning {
    spring_tuning base;
    std::vector<tuning_curve> curves;
};

result<entry_tuning> resolve(const bone_finder& finder, const spring_entry& entry,
                             const std::string& pointer) {
    entry_tuning out;
    if (!entry.preset.empty()) {
        const preset* from = find_preset(entry.preset);
        if (from == nullptr) {
            return finder.wrong("unknown_preset", pointer + "/preset",
                                "is \"" + entry.preset + "\"; " +
                                    did_you_mean(entry.preset, preset_names()));
        }
        out = {from->tuning, from->curves};
    }
    for (const std::string& name : entry.overridden) {
        const tuning_field* field = find_field(name);
        if (field == nullptr) {
            return finder.wrong("unknown_field", pointer + "/tuning",
                                "\"" + name + "\" is no setting; check the spelling");
        }
        copy_field(*field, entry.tuning, out.base);
    }
    if (std::optional<error> wrong = check_tuning(finder.where(pointer + "/tuning"), out.base)) {
        return *std::move(wrong);
    }
    for (const tuning_curve& curve : entry.curves) {
        if (std::optional<error> wrong = check_curve(finder.where(pointer + "/curves"), curve)) {
            return *std::move(wrong);
        }
        std::erase_if(out.curves, [&](const tuning_curve& c) { return c.field == curve.field; });
        out.curves.push_back(curve);
    }
    return out;
}

} // namespace

result<std::vector<bone_tuning>> tunings_of(const spring_file& springs, const rig& bones) {
    const bone_finder finder(springs, bones);
    std::unordered_map<std::int32_t, std::string> tuned; // by which place of the file
    std::vector<bone_tuning> out;
    for (std::size_t i = 0; i < springs.springs.size(); ++i) {
        const spring_entry& entry = springs.springs[i];
        const std::string pointer = "/springs/" + std::to_string(i);
        if (entry.bones.empty() == entry.chain.empty()) {
            return finder.wrong("bad_bones", pointer,
                                "needs either \"bones\" or \"chain\", and not both");
        }
        const result<entry_tuning> tuning = resolve(finder, entry, pointer);
        if (!tuning) {
            return tuning.why();
        }
        const result<std::vector<placed_bone>> placed =
            entry.chain.empty() ? finder.list(entry, pointer)
                                : finder.chain(entry.chain, pointer + "/chain");
        if (!placed) {
            return placed.why();
        }
        for (const placed_bone& place : *placed) {
            const auto [first, is_new] = tuned.emplace(place.bone, place.pointer);
            if (!is_new) {
                return finder.wrong("duplicate_spring", place.pointer,
                                    "tunes \"" + finder.name(place.bone) + "\", which " +
                                        first->second + " tunes already; remove it from one");
            }
            out.push_back(
                {finder.name(place.bone), at(tuning->base, tuning->curves, place.position)});
        }
    }
    return out;
}

result<std::vector<placed_collider>> colliders_of(const spring_file& springs, const rig& bones) {
    const bone_finder finder(springs, bones);
    std::vector<placed_collider> out;
    for (std::size_t i = 0; i < springs.colliders.size(); ++i) {
        const collider_entry& entry = springs.colliders[i];
        const result<std::int32_t> bone =
            finder.find(entry.bone, "/colliders/" + std::to_string(i) + "/bone");
        if (!bone) {
            return bone.why();
        }
        out.push_back({*bone, entry.shape});
    }
    return out;
}

} // namespace jounce
