#include <jounce/modules/authoring/bone_words.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>
#include <string>
#include <string_view>

using namespace jounce::authoring;

namespace {

struct labelled_name {
    std::string_view name;
    std::string_view preset; ///< as somebody who rigs would say; empty: it does not swing
};

// Bone names as modelling programs, avatar makers and games write them, each with what it is.
constexpr labelled_name labelled[] = {
    // Mixamo
    {"mixamorig:Hips", ""},
    {"mixamorig:Spine2", ""},
    {"mixamorig:HeadTop_End", ""},
    {"mixamorig:LeftForeArm", ""},
    {"mixamorig:LeftHandThumb3", ""},
    {"mixamorig:RightToeBase", ""},
    {"mixamorig:RightToe_End", ""},
    {"mixamorig:LeftEye", ""},
    // VRoid and other VRM
    {"J_Bip_C_UpperChest", ""},
    {"J_Bip_L_LittleFinger2", ""},
    {"J_Adj_L_FaceEye", ""},
    {"J_Sec_Hair1_01", "hair"},
    {"J_Sec_Hair12_03_end", "hair"},
    {"J_Sec_L_Bust1", "belly"},
    {"J_Sec_R_Bust2_end", "belly"},
    {"J_Sec_L_SkirtSide1_01", "skirt"},
    {"J_Sec_R_CoatSkirtBack2_01", "skirt"},
    {"J_Sec_L_TipSleeve_01", "cloth"},
    {"J_Sec_C_HoodString1_01", "cloth"},
    {"J_Opt_C_CatTail3_01", "tail"},
    {"J_Opt_L_RabbitEar2_01", "ear"},
    {"FrontHair_Center_L", "hair"},
    {"HairBall_R", "hair"},
    {"Ribbon", "cloth"},
    {"backpack.001_Armature", ""},
    {"brow1.l_Armature", ""},
    {"tummy_Armature", ""},
    // Rigify and Blender
    {"DEF-spine.003", ""},
    {"DEF-upper_arm.L.001", ""},
    {"DEF-f_index.01.R", ""},
    {"DEF-tail.002", "tail"},
    {"DEF-ear.L.001", "ear"},
    {"DEF-breast.L", "belly"},
    {"MCH-tail.001", ""},
    {"MCH-hair_parent", ""},
    {"tail_master_ctrl", ""},
    {"thigh_ik_target.L", ""},
    {"lid.T.L.002", ""},
    {"teeth.B", ""},
    {"Bone.014", ""},
    {"hair.strand.007", "hair"},
    {"Cape.001.L", "cloth"},
    {"skirt_front.R.002", "skirt"},
    {"Belly", "belly"},
    {"Jiggle_Butt_L", "belly"},
    // 3ds Max Biped and Character Studio
    {"Bip01 L Clavicle", ""},
    {"Bip01 Ponytail1", "hair"},
    {"Bip01 Ponytail21Nub", "hair"},
    {"Bip01 Tail2", "tail"},
    {"Bip001 R Finger01", ""},
    {"Bip01 Footsteps", ""},
    {"Bip01 Prop1", ""},
    // Unreal
    {"clavicle_l", ""},
    {"upperarm_twist_01_r", ""},
    {"ik_hand_gun", ""},
    {"thumb_03_l", ""},
    {"hair_root", "hair"},
    {"Skirt_F_01", "skirt"},
    {"cape_03_l", "cloth"},
    {"ponytail_02", "hair"},
    // Daz, MakeHuman, Character Creator
    {"lThumb3", ""},
    {"rPectoral", ""},
    {"lEar", "ear"},
    {"lowerJaw", ""},
    {"tongue04", ""},
    {"CC_Base_L_Breast", "belly"},
    {"CC_Base_R_RibsTwist", ""},
    {"CC_Base_Tongue02", ""},
    {"breast.R", "belly"},
    {"toe4-2.L", ""},
    // Source
    {"ValveBiped.Bip01_R_Hand", ""},
    {"ValveBiped.Bip01_Head1", ""},
    {"ValveBiped.hair1", "hair"},
    {"ValveBiped.weapon_bone", ""},
    {"jiggle_tail_02", "tail"},
    // Second Life
    {"mTail3", "tail"},
    {"mFaceEar1Left", "ear"},
    {"mWing4FanRight", ""},
    {"mHindLimb2Left", ""},
    {"mGroin", ""},
    {"mHandPinky1Left", ""},
    {"mFaceJawShaper", ""},
    // Japanese games
    {"j_kami_a", "hair"},
    {"j_kami_f_l", "hair"},
    {"j_mune_l", "belly"},
    {"j_mimi_r", "ear"},
    {"n_sippo_c", "tail"},
    {"cf_J_hairB_01", "hair"},
    {"cf_j_sk_00_01", ""},
    {"+HairF A01", "hair"},
    {"+SkirtB L A02", "skirt"},
    {"+Breast L A01", "belly"},
    {"+PelvisTwist CF A01", ""},
    {"Sode_L_02", "cloth"},
    {"Maegami_03", "hair"},
    {"shippo_end", "tail"},
    // MikuMikuDance
    {"センター", ""},
    {"上半身2", ""},
    {"左腕", ""},
    {"右ひじ", ""},
    {"左足ＩＫ", ""},
    {"右つま先ＩＫ", ""},
    {"左親指１", ""},
    {"両目", ""},
    {"頭", ""},
    {"胸", ""},
    {"左胸", "belly"},
    {"右乳", "belly"},
    {"前髪１", "hair"},
    {"左横髪2", "hair"},
    {"後ろ髪_3", "hair"},
    {"アホ毛", "hair"},
    {"左まつ毛", ""},
    {"右もみあげ", "hair"},
    {"ツインテール左３", "hair"},
    {"ポニーテール", "hair"},
    {"スカート_0_1", "skirt"},
    {"コート右", "skirt"},
    {"ネクタイ２", "cloth"},
    {"左袖", "cloth"},
    {"マフラー5", "cloth"},
    {"リボン右", "cloth"},
    {"尻尾４", "tail"},
    {"しっぽ", "tail"},
    {"猫耳左", "ear"},
    {"髪飾り", ""},
    {"帽子", ""},
    {"触角左", "antenna"},
    {"右翼", ""},
    {"马尾辫_02", "hair"},
    {"裙子_L", "skirt"},
    {"尾巴3", "tail"},
    // camelCase, PascalCase, snake_case and nothing at all, of everywhere
    {"hairfront_01", "hair"},
    {"backhair3", "hair"},
    {"HeadHair", "hair"},
    {"HairTail_L", "hair"},
    {"TwinTail_R_04", "hair"},
    {"pony_tail_1", "hair"},
    {"PigtailLeft", "hair"},
    {"beard_02", "hair"},
    {"Mane_03", "hair"},
    {"braids_l_1", "hair"},
    {"bangs_mid", "hair"},
    {"sideLockR", "hair"},
    {"b_Tail01_012", "tail"},
    {"tailtip", "tail"},
    {"TailBone3", "tail"},
    {"tentacle_7_end", "tail"},
    {"LeftEar", "ear"},
    {"ears_r", "ear"},
    {"skirtback2", "skirt"},
    {"coat_tail_L2", "skirt"},
    {"dress.hem.4", "skirt"},
    {"CapeMid", "cloth"},
    {"HairRibbon_L", "cloth"},
    {"scarf_end_2", "cloth"},
    {"ear_ring_l", "cloth"},
    {"beltStrap03", "cloth"},
    {"helmet_plume_2", "antenna"},
    {"SwordTassel", "cloth"},
    {"antenna.L", "antenna"},
    {"whiskers_r", "antenna"},
    {"Leaf07", "leaf"},
    {"leaves_top_3", "leaf"},
    {"petal_12", "leaf"},
    {"Buttocks_L", "belly"},
    {"fat_belly", "belly"},
    {"armorSkirt_B_01", "skirt"},
    // Words inside words, and hard things
    {"Chair", ""},
    {"armchair_leg", ""},
    {"Detail", ""},
    {"detail_mesh_02", ""},
    {"Retail", ""},
    {"Tailor", ""},
    {"tailor_head", ""},
    {"Button", ""},
    {"Button Metal", ""},
    {"button_03", ""},
    {"Breastplate", ""},
    {"breast_plate_L", ""},
    {"HairPin", ""},
    {"hairclip_l", ""},
    {"hairband", ""},
    {"TailLight_R", ""},
    {"tail_rotor", ""},
    {"EarPhone_L", ""},
    {"CapeButton", ""},
    {"flag_pole", ""},
    {"spear", ""},
    {"gear_03", ""},
    {"rear_wheel", ""},
    {"earth", ""},
    {"heart", ""},
    {"bear_head", ""},
    {"linear_track", ""},
    {"father", ""},
    {"address", ""},
    {"wardrobe_door", ""},
    {"landscape", ""},
    {"escape_hatch", ""},
    {"ring_01_l", ""},
    {"forearm_l", ""},
    {"eyelash_upper", ""},
    {"hat_brim", ""},
    {"horn.L.002", ""},
    {"glasses", ""},
    {"robust", ""},
    {"system_root", ""},
    {"stapler", ""},
    {"cocktail", ""},
    {"necktied", ""},
    {"manual", ""},
};

} // namespace

TEST_CASE("names of real bones mean what their makers meant", "[authoring]") {
    STATIC_REQUIRE(std::size(labelled) >= 150);
    std::set<std::string_view> seen;
    for (const labelled_name& one : labelled) {
        INFO(one.name);
        CHECK(seen.insert(one.name).second); // counted once
        CHECK(meaning_of(one.name).preset == one.preset);
    }
}

TEST_CASE("what most names begin with says nothing of a bone", "[authoring]") {
    const std::vector<std::string> pony = {"Pony_Hips", "Pony_Spine", "Pony_Neck",  "Pony_Head",
                                           "Pony_Leg",  "Pony_Foot",  "Pony_Tail_1"};
    const auto words = words_of_all(pony);
    CHECK(meaning_of(words[1]).preset.empty());
    CHECK(meaning_of(words[1]).is_body);
    CHECK(meaning_of(words[6]).preset == "tail");
    // A wig has nothing but hair.
    const std::vector<std::string> wig = {"Hair_01", "Hair_02", "Hair_03",
                                          "Hair_04", "Hair_05", "Hair_06"};
    for (const auto& one : words_of_all(wig)) {
        CHECK(meaning_of(one).preset == "hair");
    }
}

TEST_CASE("words keep to their scripts and widths", "[authoring]") {
    using list = std::vector<std::string>;
    CHECK(words_of("左足ＩＫ") == list{"左足", "ik"});
    CHECK(words_of("前髪１") == list{"前髪", "1"});
    CHECK(words_of("\xEF\xBC") == list{"\xEF\xBC"}); // cut in the middle of a letter
    CHECK(words_of(std::string(5000, 'a')).size() == 1);
    CHECK(meaning_of(std::string(5000, 'a')).preset.empty());
}
