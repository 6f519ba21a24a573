#include <jounce/modules/authoring/bone_words.hpp>

#include <jounce/modules/authoring/bone_vocabulary.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <utility>

namespace jounce::authoring {
namespace {

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }
bool is_upper(char c) { return byte_of(c) < 0x80 && std::isupper(byte_of(c)) != 0; }
bool is_lower(char c) { return byte_of(c) < 0x80 && std::islower(byte_of(c)) != 0; }
bool is_digit(char c) { return byte_of(c) < 0x80 && std::isdigit(byte_of(c)) != 0; }
bool is_beyond_ascii(char c) { return byte_of(c) >= 0x80; }
bool is_letter(char c) { return is_upper(c) || is_lower(c) || is_beyond_ascii(c); }

/// Full-width forms, which Japanese keyboards give, as their ASCII counterparts.
std::string narrow(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        // U+FF01 to U+FF5E are "!" to "~", three bytes each.
        if (byte_of(name[i]) == 0xEF && i + 2 < name.size()) {
            const unsigned point =
                0xF000U | ((byte_of(name[i + 1]) & 0x3FU) << 6U) | (byte_of(name[i + 2]) & 0x3FU);
            if (point >= 0xFF01U && point <= 0xFF5EU) {
                out += static_cast<char>(point - 0xFF01U + '!');
                i += 2;
                continue;
            }
        }
        out += name[i];
    }
    return out;
}

bool is_finger(std::string_view word) {
    constexpr std::array<std::string_view, 9> words = {
        "finger", "fingers", "thumb", "pinky", "親指", "人指", "中指", "薬指", "小指"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

std::vector<std::string> words_of(std::string_view given) {
    const std::string name = narrow(given);
    std::vector<std::string> out;
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) {
            out.push_back(std::move(word));
        }
        word.clear();
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!is_letter(c) && !is_digit(c)) {
            finish();
            continue;
        }
        const char before = i > 0 ? name[i - 1] : ' ';
        const char after = i + 1 < name.size() ? name[i + 1] : ' ';
        const bool begins = (is_upper(c) && is_lower(before)) ||                    // leftEar
                            (is_upper(c) && is_upper(before) && is_lower(after)) || // IKHand
                            is_digit(c) != is_digit(before) ||
                            is_beyond_ascii(c) != is_beyond_ascii(before);
        if (begins) {
            finish();
        }
        word += is_beyond_ascii(c) ? c : static_cast<char>(std::tolower(byte_of(c)));
    }
    finish();
    return out;
}

std::vector<std::vector<std::string>> words_of_all(const std::vector<std::string>& names) {
    constexpr std::size_t least_names = 6; ///< fewer do not show a habit
    constexpr std::size_t least_body = 3;
    constexpr int longest_prefix = 4;
    std::vector<std::vector<std::string>> out;
    out.reserve(names.size());
    for (const std::string& name : names) {
        out.push_back(words_of(name));
    }
    if (names.size() < least_names) {
        return out;
    }
    std::vector<std::vector<std::string>> shorter = out;
    for (int round = 0; round < longest_prefix; ++round) {
        std::map<std::string, std::size_t> first;
        for (const std::vector<std::string>& words : shorter) {
            if (!words.empty()) {
                ++first[words.front()];
            }
        }
        const auto most =
            std::max_element(first.begin(), first.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most == first.end() || most->second * 3 <= names.size() * 2) {
            break;
        }
        for (std::vector<std::string>& words : shorter) {
            if (words.size() > 1 && words.front() == most->first) {
                words.erase(words.begin());
            }
        }
    }
    // A wig has only hair bones: a word that all names share is ignored only if there is a body
    // too.
    const auto body =
        std::count_if(shorter.begin(), shorter.end(), [](const std::vector<std::string>& words) {
            return meaning_of(words).is_body;
        });
    return static_cast<std::size_t>(body) >= least_body ? shorter : out;
}

name_meaning meaning_of(const std::vector<std::string>& words) {
    name_meaning out;
    bool is_control = false;
    bool is_rigid = false; // after the last word for something that swings
    for (const known_word& word : look_up(words)) {
        const std::string_view preset = preset_of(word.is);
        if (!preset.empty() && (out.preset.empty() || out.is_weak || !word.is_weak)) {
            out.preset = preset;
            out.word = word.text;
            out.is_weak = word.is_weak;
            is_rigid = false;
        }
        is_rigid = is_rigid || word.is == word_class::rigid || word.is == word_class::machine;
        is_control = is_control || word.is == word_class::control;
        out.is_machine = out.is_machine || word.is == word_class::machine;
        out.is_limb = out.is_limb || word.is == word_class::limb;
        out.is_hand = out.is_hand || is_finger(word.text);
        out.is_body = out.is_body || word.is == word_class::body;
        out.is_end = out.is_end || word.is == word_class::end;
    }
    out.is_fixed = is_control || is_rigid;
    if (out.is_fixed) {
        out.preset = {};
        out.word.clear();
        out.is_weak = false;
    }
    out.is_limb = out.is_limb && out.preset.empty();
    out.is_body = (out.is_body || out.is_limb) && out.preset.empty();
    return out;
}

name_meaning meaning_of(std::string_view name) { return meaning_of(words_of(name)); }

} // namespace jounce::authoring
