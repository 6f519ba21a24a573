#include <jounce/modules/authoring/bone_vocabulary.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

namespace jounce::authoring {
namespace {

struct word_list {
    word_class is;
    bool is_weak;
    std::string_view words; ///< with a space between them
};

// English, the romanised Japanese of VRM and of Japanese games, and the Japanese and Chinese that models
// for MikuMikuDance are written in.
constexpr word_list vocabulary[] = {
    {word_class::hair, false,
     "hair bang bangs fringe ponytail pony braid pigtail twintail ahoge mane beard mustache "
     "moustache "
     "forelock sidelock hairlock hairtail dreadlock dreads kami maegami momiage "
     "髪 髮 前髪 後髪 後ろ髪 横髪 毛 アホ毛 もみあげ ツインテール ツインテ ポニーテール ポニテ "
     "おさげ "
     "三つ編み 头发 頭发 刘海 辫子 马尾 马尾辫 双马尾"},
    {word_class::ear, false, "ear mimi 耳 猫耳 ケモミミ うさ耳 耳朵"},
    {word_class::skirt, false,
     "skirt dress coat hem kilt robe apron tunic gown coattail スカート 裾 コート エプロン "
     "ワンピース 裙 裙子 "
     "裙摆"},
    {word_class::cloth, false,
     "cape cloak scarf ribbon sleeve cloth veil sash flag strap necktie tie bowtie tassel towel "
     "pendant "
     "necklace earring dangle banner shawl lace frill muffler manto sode "
     "リボン マント 袖 スカーフ マフラー ネクタイ 紐 ひも 帯 ベール フリル 耳飾り イヤリング "
     "ストラップ 飘带 披风 "
     "袖子 丝带 围巾"},
    {word_class::cloth, true, "rope chain hood cord"},
    {word_class::antenna, false,
     "antenna antennae feeler feather whisker plume aerial 触角 アンテナ 羽根 ひげ 髭"},
    {word_class::antenna, true, "wire cable"},
    {word_class::belly, false,
     "breast bust boob belly butt buttock fat jiggle mune oppai chichi 乳 おっぱい 胸揺れ 乳房"},
    {word_class::tail, false, "tail tentacle shippo sippo whip しっぽ 尻尾 シッポ 触手 尾巴 尾"},
    {word_class::tail, true, "trunk"},
    {word_class::leaf, false,
     "leaf leaves grass twig vine petal foliage frond 葉 花びら 草 叶 叶子"},
    {word_class::leaf, true, "branch stem flower 枝 茎 花"},
    {word_class::limb, false,
     "arm forearm upperarm lowerarm elbow wrist hand palm finger thumb index middle ring pinky "
     "little "
     "leg upleg upperleg lowerleg thigh shin calf knee ankle foot feet toe toebase heel paw hoof "
     "metacarpal carpal proximal distal intermediate wing limb knuckle hock fetlock "
     "腕 ひじ 肘 手 手首 手捩 腕捩 指 親指 人指 人差指 中指 薬指 小指 足 脚 ひざ 膝 足首 つま先 "
     "かかと 翼 "
     "手指 手臂 大腿 小腿"},
    {word_class::body, false,
     "spine chest neck head hip pelvis torso waist shoulder clavicle collar root eye eyelid "
     "eyelash "
     "eyeball lid brow eyebrow jaw mouth lip teeth tooth tongue nose nostril cheek chin face "
     "forehead "
     "tummy rib stomach abdomen sternum breastbone tailbone groin skull body "
     "頭 首 上半身 下半身 肩 腰 目 両目 瞳 まぶた 眉 まゆ まつ毛 睫毛 舌 顎 あご 口 歯 鼻 頬 胸 体 "
     "センター グルーブ 全ての親 头 脖子 眼"},
    {word_class::control, false,
     "ik fk pole target ctrl control controller weapon equipment prop camera socket attach mch "
     "locator dummy gizmo helper"},
    {word_class::rigid, false,
     "button buckle plate breastplate armor armour shield pin hairpin clip hairclip band hairband "
     "headband "
     "badge medal metal steel iron wood wooden helmet helm hat cap crown tiara glasses goggles "
     "mask visor "
     "horn claw nail fang tusk beak shell ornament accessory gun rifle pistol sword knife blade "
     "axe spear "
     "staff wand bow arrow quiver holster scabbard sheath case backpack bag box table chair desk "
     "window "
     "drawer handle knob lever switch key lock phone lamp light gate saw chainsaw earphone "
     "earphones "
     "headphone headphones headset earbud dryer brush comb jewel gem stone bolt screw nut "
     "frame panel "
     "stand mount rail track tower tank cuff watch bracelet glove shoe boot sole sock belt "
     "flagpole hairdryer "
     "brooch zipper emblem mirror 髪飾り 飾り ボタン 帽子 眼鏡 メガネ 角 カチューシャ ヘアピン 靴"},
    {word_class::machine, false,
     "wheel tire tyre axle propeller rotor engine turret barrel piston gear door rudder elevator "
     "aileron flap "
     "cockpit chassis bumper steering suspension spoiler windshield fin taillight tailgate "
     "leafspring hatch "
     "exhaust motor hydraulic"},
    {word_class::end, false, "end nub tip leafbone 先"},
    {word_class::filler, false,
     "front back left right side mid center centre upper lower top bottom inner outer under over "
     "long short "
     "small big large main sub base bone joint jnt part group line row loop twist roll extra hang "
     "sway phys "
     "physics dyn dynamic spring swing sec rig def deform start first second third one two three "
     "four five "
     "link seg segment 左 右 前 後 中 上 下 親 横"},
};

bool is_ascii(std::string_view text) {
    return std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

struct dictionary {
    std::unordered_map<std::string_view, const word_list*> words;
    std::size_t longest = 0;

    dictionary() {
        for (const word_list& list : vocabulary) {
            std::string_view rest = list.words;
            while (!rest.empty()) {
                const std::size_t length = std::min(rest.find(' '), rest.size());
                words.emplace(rest.substr(0, length), &list);
                longest = std::max(longest, length);
                rest.remove_prefix(std::min(length + 1, rest.size()));
            }
        }
    }

    /// The word itself, or one of which it is the plural.
    const word_list* find(std::string_view word) const {
        if (const auto found = words.find(word); found != words.end()) {
            return found->second;
        }
        for (const std::string_view ending : {"s", "es"}) {
            if (word.size() > ending.size() + 2 && word.ends_with(ending)) {
                const auto found = words.find(word.substr(0, word.size() - ending.size()));
                if (found != words.end()) {
                    return found->second;
                }
            }
        }
        return nullptr;
    }
};

const dictionary& known() {
    static const dictionary all;
    return all;
}

known_word made(std::string_view text, const word_list* list) {
    return {std::string(text), list == nullptr ? word_class::unknown : list->is,
            list != nullptr && list->is_weak};
}

/// Known words that cover all of a compound, the fewest; nothing if there are none.
std::vector<known_word> take_apart(std::string_view word) {
    constexpr std::size_t least_part = 3;
    constexpr std::size_t longest_compound = 48; // names are not trusted to be short
    if (word.size() < 2 * least_part || word.size() > longest_compound) {
        return {};
    }
    // [n]: where the last of the fewest words that cover the first n letters begins, and how many they are.
    struct cover {
        std::size_t begins = 0;
        std::size_t words = 0; ///< 0: not covered
    };
    std::vector<cover> covers(word.size() + 1);
    for (std::size_t end = least_part; end <= word.size(); ++end) {
        for (std::size_t begin = 0; begin + least_part <= end; ++begin) {
            if ((begin > 0 && covers[begin].words == 0) ||
                known().find(word.substr(begin, end - begin)) == nullptr) {
                continue;
            }
            const std::size_t count = covers[begin].words + 1;
            if (covers[end].words == 0 || count < covers[end].words) {
                covers[end] = {begin, count};
            }
        }
    }
    std::vector<known_word> out;
    for (std::size_t end = word.size(); end > 0 && covers[end].words > 0;
         end = covers[end].begins) {
        const std::string_view part = word.substr(covers[end].begins, end - covers[end].begins);
        out.push_back(made(part, known().find(part)));
    }
    std::reverse(out.begin(), out.end());
    return out;
}

/// Known words within text that has no gaps between them.
std::vector<known_word> scan(std::string_view text) {
    std::vector<known_word> out;
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t length = std::min(known().longest, text.size() - at);
        while (length > 0 && !known().words.contains(text.substr(at, length))) {
            --length;
        }
        if (length > 0) {
            const std::string_view word = text.substr(at, length);
            out.push_back(made(word, known().words.at(word)));
        }
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

/// In Japanese the chest of one side is a breast.
void tell_breast_from_chest(std::vector<known_word>& words) {
    const auto has = [&](std::string_view text) {
        return std::any_of(words.begin(), words.end(),
                           [&](const known_word& one) { return one.text == text; });
    };
    for (known_word& one : words) {
        if (one.text == "胸" && (has("左") || has("右"))) {
            one.is = word_class::belly;
        }
    }
}

} // namespace

std::string_view preset_of(word_class of) {
    switch (of) {
    case word_class::hair: return "hair";
    case word_class::ear: return "ear";
    case word_class::skirt: return "skirt";
    case word_class::cloth: return "cloth";
    case word_class::antenna: return "antenna";
    case word_class::belly: return "belly";
    case word_class::tail: return "tail";
    case word_class::leaf: return "leaf";
    default: return {};
    }
}

std::vector<known_word> look_up(const std::vector<std::string>& words) {
    std::vector<known_word> out;
    const auto append = [&](std::vector<known_word> more) {
        out.insert(out.end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!is_ascii(word)) {
            append(scan(word));
            continue;
        }
        if (i + 1 < words.size() && is_ascii(words[i + 1])) {
            const std::string joined = word + words[i + 1];
            const word_list* both = known().find(joined);
            if (both != nullptr &&
                both->is != word_class::body) { // "tail bone" is a bone of a tail
                out.push_back(made(joined, both));
                ++i;
                continue;
            }
        }
        if (const word_list* list = known().find(word)) {
            out.push_back(made(word, list));
            continue;
        }
        std::vector<known_word> parts = take_apart(word);
        parts.empty() ? out.push_back(made(word, nullptr)) : append(std::move(parts));
    }
    tell_breast_from_chest(out);
    return out;
}

} // namespace jounce::authoring
