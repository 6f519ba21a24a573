#include <jounce/modules/spring_file/bone_finder.hpp>

#include <jounce/modules/spring_file/glob.hpp>
#include <jounce/modules/spring_file/spring_file_parts.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace jounce {

bone_finder::bone_finder(const spring_file& springs, const rig& bones)
    : springs_(springs), rig_(bones) {
    for (std::int32_t b = 0; b < bones.bone_count(); ++b) {
        index_.emplace(bones.names[static_cast<std::size_t>(b)], b);
    }
}

error bone_finder::wrong(const char* name, const std::string& pointer,
                         const std::string& cause) const {
    return {name, where(pointer) + ": " + json::printable(cause)};
}

std::string bone_finder::where(const std::string& pointer) const {
    return json::place_text(springs_.file, springs_.text, pointer);
}

result<std::int32_t> bone_finder::find(const std::string& bone, const std::string& pointer) const {
    const auto found = index_.find(bone);
    if (found == index_.end()) {
        const std::vector<std::string_view> known(rig_.names.begin(), rig_.names.end());
        return wrong(errors::unknown_bone, pointer,
                     "\"" + bone + "\" is not in the rig; " + did_you_mean(bone, known));
    }
    return found->second;
}

result<std::vector<std::int32_t>> bone_finder::matching(const std::string& name,
                                                        const std::string& pointer) const {
    // A bone whose own name has a star is still found by it.
    if (!is_pattern(name) || index_.count(name) > 0) {
        const result<std::int32_t> one = find(name, pointer);
        if (!one) {
            return one.error();
        }
        return std::vector<std::int32_t>{*one};
    }
    std::vector<std::int32_t> out;
    for (std::int32_t b = 0; b < rig_.bone_count(); ++b) {
        if (matches(name, this->name(b))) {
            out.push_back(b);
        }
    }
    return out;
}

result<std::vector<placed_bone>> bone_finder::list(const spring_entry& entry,
                                                   const std::string& pointer) const {
    std::vector<placed_bone> out;
    const std::size_t last = entry.bones.size() - 1;
    for (std::size_t i = 0; i < entry.bones.size(); ++i) {
        std::string at_bone = pointer + "/bones/" + std::to_string(i);
        const result<std::int32_t> bone = find(entry.bones[i], at_bone);
        if (!bone) {
            return bone.error();
        }
        const double position = last == 0 ? 0 : static_cast<double>(i) / static_cast<double>(last);
        out.push_back({*bone, position, std::move(at_bone)});
    }
    return out;
}

result<bone_finder::choice> bone_finder::chosen_by_patterns(const spring_entry& entry,
                                                            const std::string& pointer) const {
    choice chosen(rig_.parents.size(), -1);
    for (std::size_t i = 0; i < entry.bones.size(); ++i) {
        const std::string at_bone = pointer + "/bones/" + std::to_string(i);
        const result<std::vector<std::int32_t>> found = matching(entry.bones[i], at_bone);
        if (!found) {
            return found.error();
        }
        if (found->empty()) {
            const std::vector<std::string_view> known(rig_.names.begin(), rig_.names.end());
            return wrong(errors::unknown_bone, at_bone,
                         "\"" + entry.bones[i] + "\" matches no bone of the rig; " +
                             did_you_mean(entry.bones[i], known));
        }
        for (const std::int32_t b : *found) {
            std::int32_t& by = chosen[static_cast<std::size_t>(b)];
            by = by < 0 ? static_cast<std::int32_t>(i) : by;
        }
    }
    return chosen;
}

result<bone_finder::choice> bone_finder::chosen_by_chain(const spring_entry& entry,
                                                         const std::string& pointer) const {
    const std::string at_chain = pointer + "/chain";
    const result<std::vector<std::int32_t>> roots = matching(entry.chain, at_chain);
    if (!roots) {
        return roots.error();
    }
    if (roots->empty()) {
        return wrong(errors::unknown_bone, at_chain,
                     "\"" + entry.chain +
                         "\" matches no bone of the rig; see the names with "
                         "jounce inspect");
    }
    choice chosen(rig_.parents.size(), -1);
    for (const std::int32_t root : *roots) {
        chosen[static_cast<std::size_t>(root)] = 0;
    }
    // Parents come before their children.
    for (std::size_t b = 0; b < chosen.size(); ++b) {
        const std::int32_t parent = rig_.parents[b];
        if (parent >= 0 && chosen[static_cast<std::size_t>(parent)] >= 0) {
            chosen[b] = 0;
        }
    }
    return chosen;
}

std::vector<placed_bone> bone_finder::along_chains(const choice& chosen, const spring_entry& entry,
                                                   const std::string& pointer) const {
    const std::size_t count = rig_.parents.size();
    std::vector<int> above(count, 0); // chosen bones on the way up; the bone itself counts
    std::vector<int> below(count, 0); // on the longest way down; the bone itself does not
    for (std::size_t b = 0; b < count; ++b) {
        const std::int32_t parent = rig_.parents[b];
        above[b] =
            (parent < 0 ? 0 : above[static_cast<std::size_t>(parent)]) + (chosen[b] >= 0 ? 1 : 0);
    }
    for (std::size_t b = count; b-- > 0;) {
        if (rig_.parents[b] >= 0) {
            int& longest = below[static_cast<std::size_t>(rig_.parents[b])];
            longest = std::max(longest, below[b] + (chosen[b] >= 0 ? 1 : 0));
        }
    }
    std::vector<placed_bone> out;
    for (std::size_t b = 0; b < count; ++b) {
        if (chosen[b] < 0) {
            continue;
        }
        const int whole = above[b] - 1 + below[b];
        const double position = whole == 0 ? 0.0 : static_cast<double>(above[b] - 1) / whole;
        out.push_back({static_cast<std::int32_t>(b), position,
                       entry.chain.empty() ? pointer + "/bones/" + std::to_string(chosen[b])
                                           : pointer + "/chain"});
    }
    return out;
}

result<std::vector<placed_bone>> bone_finder::bones_of(const spring_entry& entry,
                                                       const std::string& pointer) const {
    const auto stands_for_many = [&](const std::string& name) {
        return is_pattern(name) && index_.count(name) == 0;
    };
    const bool is_list = entry.chain.empty() && entry.except.empty() &&
                         std::none_of(entry.bones.begin(), entry.bones.end(), stands_for_many);
    if (is_list) {
        return list(entry, pointer);
    }
    result<choice> chosen =
        entry.chain.empty() ? chosen_by_patterns(entry, pointer) : chosen_by_chain(entry, pointer);
    if (!chosen) {
        return chosen.error();
    }
    for (std::size_t i = 0; i < entry.except.size(); ++i) {
        const result<std::vector<std::int32_t>> spared =
            matching(entry.except[i], pointer + "/except/" + std::to_string(i));
        if (!spared) {
            return spared.error();
        }
        for (const std::int32_t b : *spared) {
            (*chosen)[static_cast<std::size_t>(b)] = -1;
        }
    }
    std::vector<placed_bone> out = along_chains(*chosen, entry, pointer);
    if (out.empty()) {
        return wrong(errors::bad_bones, pointer + "/except",
                     "leaves no bone of the entry; take something out of it, or the entry away");
    }
    return out;
}

} // namespace jounce
