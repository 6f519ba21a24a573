#include <jounce/modules/weights/clean_up.hpp>

#include <array>
#include <string_view>
#include <unordered_map>

namespace jounce::weights {
namespace {

// Bytes above 127 belong to other scripts. They end a word, as in "腕L".
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_lower(c) || is_upper(c); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// How a word must stand to be a side.
enum class standing : std::uint8_t {
    letter, ///< between separators: digits do not end it, L5 is a vertebra
    word, ///< between anything but letters: "left_arm", "LEFT2"; a capital may follow "left": "leftArm"
    capital, ///< begins a word of its own by its capital: "armLeft", "mixamorig:LeftArm", not "Leftover"
    script, ///< anywhere: the script does not part words
};

struct side_pair {
    std::string_view left, right;
    standing how;
};

constexpr std::array<side_pair, 6> sides = {{
    {"Left", "Right", standing::capital},
    {"left", "right", standing::word},
    {"LEFT", "RIGHT", standing::word},
    {"L", "R", standing::letter},
    {"l", "r", standing::letter},
    {"\xE5\xB7\xA6", "\xE5\x8F\xB3", standing::script}, // 左 右
}};

/// Left and right together: no side.
constexpr std::string_view both_sides = "\xE5\xB7\xA6\xE5\x8F\xB3";

/// Whether what lies between two characters (0: the end of the name) is a word of its own.
bool stands_alone(standing how, char before, char after, bool is_small) {
    switch (how) {
    case standing::letter:
        return !is_letter(before) && !is_digit(before) && !is_letter(after) && !is_digit(after);
    case standing::word:
        return !is_letter(before) && !(is_small ? is_lower(after) : is_letter(after));
    case standing::capital: return !is_lower(after);
    case standing::script: return true;
    }
    return false;
}

/// A side that a name names.
struct named_side {
    std::size_t begin, length;
    std::string_view other;
};

std::vector<named_side> sides_in(std::string_view name) {
    std::vector<named_side> out;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (name.substr(at, both_sides.size()) == both_sides) {
            at += both_sides.size() - 1;
            continue;
        }
        for (const side_pair& pair : sides) {
            for (const bool is_left : {true, false}) {
                const std::string_view word = is_left ? pair.left : pair.right;
                if (name.substr(at, word.size()) != word) {
                    continue;
                }
                const std::size_t end = at + word.size();
                const char before = at > 0 ? name[at - 1] : '\0';
                const char after = end < name.size() ? name[end] : '\0';
                if (stands_alone(pair.how, before, after, is_lower(word[0]))) {
                    out.push_back({at, word.size(), is_left ? pair.right : pair.left});
                }
            }
        }
    }
    return out;
}

/// The name with some of its sides changed: all, or the one at `only`.
std::string changed_sides(const std::string& name, const std::vector<named_side>& found,
                          std::size_t only) {
    std::string out = name;
    for (std::size_t i = found.size(); i-- > 0;) { // from the end: lengths change
        if (only == found.size() || only == i) {
            out.replace(found[i].begin, found[i].length, found[i].other);
        }
    }
    return out;
}

} // namespace

std::vector<std::int32_t> mirrored_bones(std::span<const std::string> names) {
    std::unordered_map<std::string_view, std::int32_t> by_name;
    for (std::size_t i = 0; i < names.size(); ++i) {
        by_name.emplace(names[i], static_cast<std::int32_t>(i));
    }
    std::vector<std::int32_t> out(names.size(), -1);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::vector<named_side> found = sides_in(names[i]);
        if (found.empty()) {
            out[i] = static_cast<std::int32_t>(i);
        }
        // All together first; then one alone, from the end: "L_Foot_Roll.L" knows two words for a side, but
        // in "R_Pupil.L" the last one counts.
        for (std::size_t tried = found.size() + 1; tried-- > 0 && out[i] < 0 && !found.empty();) {
            const auto other = by_name.find(changed_sides(names[i], found, tried));
            out[i] = other != by_name.end() ? other->second : -1;
        }
    }
    return out;
}

} // namespace jounce::weights
