// Which bones get weight, and where they lie.

#include <jounce/modules/binding/bone_segments.hpp>
#include <jounce/modules/binding/choose_bones.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::binding;

namespace {

/// A root below the mesh, a spine of two, a leaf, and a twist at the place of the first of the spine.
skeleton five() {
    skeleton out;
    out.nodes = {0, 1, 2, 3, 4};
    out.names = {"root", "spine", "chest", "head", "twist"};
    out.parents = {-1, 0, 1, 2, 1};
    out.heads = {{0, -1, 0}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}, {0, 1, 0}};
    out.tails.resize(5);
    return out;
}

const std::vector<vec3<double>> mesh = {{-1, 0, -1}, {1, 5, 1}};

std::vector<std::uint8_t> used_of(const skeleton& bones, std::vector<double> owned,
                                  std::vector<std::string> without, bool all) {
    return choose_bones({bones, mesh, owned, without, all}).used;
}

using bits = std::vector<std::uint8_t>;

} // namespace

TEST_CASE("bones are chosen by what they moved before", "[binding]") {
    const skeleton bones = five();
    CHECK(used_of(bones, {0, 3, 1, 0, 2}, {}, false) == bits{0, 1, 1, 0, 1});
    CHECK(used_of(bones, {0, 3, 1, 0, 2}, {"twist"}, false) == bits{0, 1, 1, 0, 0});
    CHECK(used_of(bones, {0, 3, 1, 0, 2}, {"twist"}, true) == bits{1, 1, 1, 1, 0});
    CHECK(used_of(bones, {0, 0, 0, 0, 0}, {}, false) == bits{1, 1, 1, 1, 1}); // else none were left
}

TEST_CASE("roots outside of the mesh get no weight", "[binding]") {
    skeleton bones = five();
    CHECK(used_of(bones, {}, {}, false) == bits{0, 1, 1, 1, 1});
    CHECK(choose_bones({bones, mesh, {}, {}, false}).far_roots == std::vector<std::string>{"root"});
    bones.heads[1] = {0, -0.5, 0}; // a root below a root that is left out
    CHECK(used_of(bones, {}, {}, false) == bits{0, 0, 1, 1, 1});
    bones.heads[0] = {0, 0.5, 0};
    CHECK(used_of(bones, {}, {}, false) == bits{1, 1, 1, 1, 1});
}

TEST_CASE("bones lie from head to head", "[binding]") {
    skeleton bones = five();
    const auto check = [&](const bits& used, std::vector<weights::bone_segment> wanted) {
        const std::vector<weights::bone_segment> found = segments_of(bones, used);
        REQUIRE(found.size() == wanted.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CHECK(found[i].bone == wanted[i].bone);
            CHECK(found[i].head == wanted[i].head);
            CHECK(found[i].tail == wanted[i].tail);
        }
    };
    // Leaves go on as the bone before them did.
    check({1, 1, 1, 1, 1}, {{0, {0, -1, 0}, {0, 1, 0}},
                            {1, {0, 1, 0}, {0, 2, 0}},
                            {2, {0, 2, 0}, {0, 4, 0}},
                            {3, {0, 4, 0}, {0, 6, 0}},
                            {4, {0, 1, 0}, {0, 3, 0}}});
    check({0, 1, 0, 0, 0}, {{1, {0, 1, 0}, {0, 2, 0}}});
    SECTION("a joint at the place of its only child") {
        bones.heads[3] = bones.heads[2];
        check({0, 0, 1, 1, 0}, {{3, {0, 2, 0}, {0, 3, 0}}}); // the child stands for it
        check({0, 0, 1, 0, 0}, {{2, {0, 2, 0}, {0, 3, 0}}}); // unless it is not used
    }
    SECTION("a given tail") {
        bones.tails[1] = vec3<double>{5, 5, 5};
        check({0, 1, 0, 0, 0}, {{1, {0, 1, 0}, {5, 5, 5}}});
    }
    SECTION("one joint alone is a point") {
        bones = {{7}, {"all"}, {-1}, {{1, 2, 3}}, {std::nullopt}};
        check({1}, {{0, {1, 2, 3}, {1, 2, 3}}});
    }
}
