#include <jounce/modules/authoring/bone_words.hpp>

#include <algorithm>
#include <cctype>
#include <span>

namespace jounce::authoring {
namespace {

using word_list = std::span<const std::string_view>;

// Words of English rigs and of the romanised Japanese ones that VRM has brought along. A word of four
// letters and more also counts as the beginning or the end of a longer one ("hairfront").
constexpr std::string_view hair[] = {
    "hair",  "bang", "bangs", "fringe",   "ponytail", "pony",     "braid",  "pigtail", "twintail",
    "ahoge", "mane", "beard", "mustache", "forelock", "sidelock", "strand", "kami",    "maegami"};
constexpr std::string_view tail[] = {"tail", "tentacle", "shippo", "trunk", "whip"};
constexpr std::string_view skirt[] = {"skirt", "dress", "coat", "hem", "kilt", "robe", "apron"};
constexpr std::string_view cloth[] = {"cape",   "cloak",  "scarf",   "ribbon",   "sleeve",  "cloth",
                                      "veil",   "sash",   "flag",    "strap",    "necktie", "tie",
                                      "tassel", "towel",  "pendant", "necklace", "earring", "rope",
                                      "chain",  "dangle", "hood",    "banner"};
constexpr std::string_view ear[] = {"ear", "ears", "mimi"};
constexpr std::string_view antenna[] = {"antenna", "antennae", "feeler", "feather",
                                        "whisker", "plume",    "wire",   "aerial"};
constexpr std::string_view belly[] = {"breast",  "breasts", "bust",   "boob", "belly", "butt",
                                      "buttock", "fat",     "jiggle", "mune", "oppai"};
constexpr std::string_view leaf[] = {"leaf", "leaves", "grass",  "branch", "twig",
                                     "vine", "petal",  "flower", "stem",   "foliage"};

struct preset_words {
    std::string_view preset;
    word_list words;
};
// The first that knows a word decides: a ponytail is hair, not a tail.
constexpr preset_words swinging[] = {{"hair", hair},   {"ear", ear},         {"skirt", skirt},
                                     {"cloth", cloth}, {"antenna", antenna}, {"belly", belly},
                                     {"tail", tail},   {"leaf", leaf}};

constexpr std::string_view limb[] = {
    "arm",        "forearm",  "upperarm", "lowerarm",     "elbow",   "wrist", "hand",   "palm",
    "finger",     "thumb",    "index",    "middle",       "ring",    "pinky", "little", "leg",
    "upleg",      "upperleg", "lowerleg", "thigh",        "shin",    "calf",  "knee",   "ankle",
    "foot",       "feet",     "toe",      "toes",         "toebase", "heel",  "paw",    "hoof",
    "metacarpal", "proximal", "distal",   "intermediate", "wing"};
constexpr std::string_view body[] = {
    "spine",    "chest",    "neck",      "head",   "hip",    "hips",  "pelvis", "torso",  "waist",
    "shoulder", "clavicle", "collar",    "root",   "eye",    "eyes",  "eyelid", "lid",    "brow",
    "eyebrow",  "jaw",      "mouth",     "lip",    "lips",   "teeth", "tooth",  "tongue", "nose",
    "cheek",    "chin",     "face",      "ik",     "fk",     "pole",  "target", "ctrl",   "control",
    "weapon",   "sword",    "equipment", "prop",   "camera", "light", "attach", "socket", "tummy",
    "rib",      "ribs",     "stomach",   "abdomen"};
constexpr std::string_view ends[] = {"end", "nub", "tip", "leafbone"};

bool is_word(std::string_view given, std::string_view known) {
    constexpr std::size_t long_enough = 4;
    return given == known || (known.size() >= long_enough && given.size() > known.size() &&
                              (given.substr(0, known.size()) == known ||
                               given.substr(given.size() - known.size()) == known));
}

bool knows(word_list list, std::string_view word) {
    return std::any_of(list.begin(), list.end(),
                       [&](std::string_view known) { return is_word(word, known); });
}

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
/// Bytes of letters beyond ASCII belong to their word.
bool is_letter(char c) {
    return is_upper(c) || is_lower(c) || static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

std::vector<std::string> words_of(std::string_view name) {
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
                            is_digit(c) != is_digit(before);
        if (begins) {
            finish();
        }
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    finish();
    return out;
}

name_meaning meaning_of(std::string_view name) {
    name_meaning out;
    const std::vector<std::string> words = words_of(name);
    for (const std::string& word : words) {
        for (const preset_words& one : swinging) {
            if (out.preset.empty() && knows(one.words, word)) {
                out.preset = one.preset;
                out.word = word;
            }
        }
        out.is_limb = out.is_limb || knows(limb, word);
        out.is_body = out.is_body || knows(body, word);
        out.is_end =
            out.is_end || std::find(std::begin(ends), std::end(ends), word) != std::end(ends);
    }
    out.is_body = (out.is_body || out.is_limb) && out.preset.empty();
    out.is_limb = out.is_limb && out.preset.empty();
    return out;
}

} // namespace jounce::authoring
