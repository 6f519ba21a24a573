#include "support/temporary_folder.hpp"

#include <jounce/modules/dev/replay/folders.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>
#include <jounce/modules/dev/replay/tissue_replay.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

using namespace jounce;
using namespace jounce::replay;

std::filesystem::path golden(const char* name) {
    return std::filesystem::path(JOUNCE_GOLDEN_TISSUE) / name;
}

void check_case(const char* name, precision with) {
    INFO(name);
    const result<std::vector<case_folder>> found = find_cases(golden(name));
    REQUIRE(found);
    REQUIRE(found->front().kind == folder_kind::tissue);
    const result<std::vector<report>> replayed = replay_folder(found->front(), with);
    REQUIRE(replayed);
    const report& r = replayed->front();
    for (const array_error& array : r.arrays) {
        UNSCOPED_INFO(array.name << ": " << array.max_error << " in step " << array.frame);
    }
    CHECK(r.lanes_agree);
    CHECK(r.pass);
    CHECK(r.max_error_flesh > 0); // it was compared
}

/// limb_free with another word in its case.json.
result<golden_tissue> altered_free_limb(const std::string& from, const std::string& to) {
    const jounce_test::temporary_folder folder;
    const std::filesystem::path copy = folder.path() / "limb_free";
    std::filesystem::copy(golden("limb_free"), copy);
    std::stringstream text;
    text << std::ifstream(golden("limb_free") / "case.json").rdbuf();
    std::string altered = text.str();
    const std::size_t at = altered.find(from);
    REQUIRE(at != std::string::npos);
    altered.replace(at, from.size(), to);
    std::filesystem::permissions(copy / "case.json", std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
    std::ofstream(copy / "case.json", std::ios::trunc) << altered;
    return read_tissue_case(copy);
}

} // namespace

TEST_CASE("Recorded flesh is repeated in double", "[tissue][golden]") {
    check_case("limb_shaken", precision::f64);
    check_case("limb_pressed", precision::f64);
    check_case("limb_free", precision::f64);
}

TEST_CASE("Recorded flesh is repeated in float", "[tissue][golden]") {
    check_case("limb_shaken", precision::f32);
    check_case("limb_pressed", precision::f32);
    check_case("limb_free", precision::f32);
}

TEST_CASE("A record of flesh that was altered is noticed", "[tissue][golden]") {
    result<golden_tissue> recorded = read_tissue_case(golden("limb_shaken"));
    REQUIRE(recorded);
    recorded->displacements.values[3 * 24 * 60] += 1e-6;
    const result<report> replayed = replay_tissue(*recorded, precision::f64);
    REQUIRE(replayed);
    CHECK_FALSE(replayed->pass);
}

TEST_CASE("A case of flesh without its arrays is refused with its place", "[tissue][golden]") {
    const jounce_test::temporary_folder copy;
    std::filesystem::copy_file(golden("limb_shaken") / "case.json", copy.path() / "case.json");
    const result<golden_tissue> read = read_tissue_case(copy.path());
    REQUIRE_FALSE(read);
    CHECK(read.error().message.find("nodes") != std::string::npos);
}

TEST_CASE("Weight in a record is felt by bones and flesh", "[tissue][golden]") {
    const result<golden_tissue> heavy =
        altered_free_limb("\"kp\"", "\"gravity\": [0, 0, -9.81], \"kp\"");
    REQUIRE(heavy);
    const result<report> replayed = replay_tissue(*heavy, precision::f64);
    REQUIRE(replayed);
    // It falls for 90 steps of 1/120 s: half of g t^2, and the half step more of implicit Euler.
    const double fall = 0.5 * 9.81 * 90 * 91 / (120.0 * 120.0);
    double off = -1;
    for (const array_error& array : replayed->arrays) {
        off = array.name == "bone_position" ? array.max_error : off;
    }
    CHECK(std::abs(off / fall - 1) < 0.1);
}

TEST_CASE("A record whose velocities are differences is refused", "[tissue][golden]") {
    const result<golden_tissue> read =
        altered_free_limb("\"linear_velocity\": true", "\"linear_velocity\": false");
    REQUIRE_FALSE(read);
    CHECK(read.error().message.find("linear_velocity") != std::string::npos);
}
