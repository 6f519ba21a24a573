#pragma once

// Looking up the bones of a spring file in a rig.

#include <jounce/modules/spring_file/spring_file.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jounce {

/// A spring bone, how far along its chain it is, and where the file says so.
struct placed_bone {
    std::int32_t bone = 0;
    double position = 0;
    std::string pointer;
};

/// Looks the bones of one file up in one rig. Lives no longer than both.
class bone_finder {
public:
    bone_finder(const spring_file& springs, const rig& bones);

    error wrong(const char* name, const std::string& pointer, const std::string& cause) const;
    /// File, line and pointer, as messages begin.
    std::string where(const std::string& pointer) const;
    const std::string& name(std::int32_t bone) const {
        return rig_.names[static_cast<std::size_t>(bone)];
    }

    result<std::int32_t> find(const std::string& bone, const std::string& pointer) const;

    /// The bones of an entry: a list in its order, else in the order of the rig.
    result<std::vector<placed_bone>> bones_of(const spring_entry& entry,
                                              const std::string& pointer) const;

private:
    /// [bone]: the name or pattern that chose it, or -1.
    using choice = std::vector<std::int32_t>;

    result<std::vector<std::int32_t>> matching(const std::string& name,
                                               const std::string& pointer) const;
    result<std::vector<placed_bone>> list(const spring_entry& entry,
                                          const std::string& pointer) const;
    result<choice> chosen_by_patterns(const spring_entry& entry, const std::string& pointer) const;
    result<choice> chosen_by_chain(const spring_entry& entry, const std::string& pointer) const;
    std::vector<placed_bone> along_chains(const choice& chosen, const spring_entry& entry,
                                          const std::string& pointer) const;

    const spring_file& springs_;
    const rig& rig_;
    std::unordered_map<std::string_view, std::int32_t> index_;
};

} // namespace jounce
