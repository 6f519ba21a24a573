#include <jounce/modules/authoring/bone_words.hpp>

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::authoring;

TEST_CASE("names are taken apart into words", "[authoring]") {
    using list = std::vector<std::string>;
    CHECK(words_of("b_LeftEar02") == list{"b", "left", "ear", "02"});
    CHECK(words_of("J_Sec_Hair1_01") == list{"j", "sec", "hair", "1", "01"});
    CHECK(words_of("IKHand.L") == list{"ik", "hand", "l"});
    CHECK(words_of("__") == list{});
    CHECK(words_of("").empty());
}

TEST_CASE("names say what swings", "[authoring]") {
    const std::map<std::string, std::string> expected = {{"b_Tail01_012", "tail"},
                                                         {"hairfront_01", "hair"},
                                                         {"Ponytail.003", "hair"},
                                                         {"LeftEar", "ear"},
                                                         {"J_Sec_L_Bust1", "belly"},
                                                         {"CapeMid", "cloth"},
                                                         {"skirt_back_2", "skirt"},
                                                         {"antenna.L", "antenna"},
                                                         {"Leaf07", "leaf"},
                                                         {"forearm_l", ""},
                                                         {"spear", ""},
                                                         {"Head", ""},
                                                         {"rear_wheel", ""},
                                                         {"mixamorig:LeftToeBase", ""}};
    for (const auto& [name, preset] : expected) {
        INFO(name);
        CHECK(meaning_of(name).preset == preset);
    }
    CHECK(meaning_of("forearm_l").is_limb);
    CHECK(meaning_of("Spine2").is_body);
    CHECK_FALSE(meaning_of("Spine2").is_limb);
    CHECK_FALSE(meaning_of("HeadHair").is_body); // hair that is named after its place
    CHECK(meaning_of("Hair_end").is_end);
}
