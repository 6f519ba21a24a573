#include <jounce/modules/dev/replay/folders.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>
#include <jounce/modules/dev/replay/tissue_replay.hpp>

#include <catch2/catch_test_macros.hpp>

#include <filesystem>

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
    const std::filesystem::path copy =
        std::filesystem::temp_directory_path() / "jounce_tissue_without_arrays";
    std::filesystem::create_directories(copy);
    std::filesystem::copy_file(golden("limb_shaken") / "case.json", copy / "case.json",
                               std::filesystem::copy_options::overwrite_existing);
    const result<golden_tissue> read = read_tissue_case(copy);
    std::filesystem::remove_all(copy);
    REQUIRE_FALSE(read);
    CHECK(read.error().message.find("nodes") != std::string::npos);
}
