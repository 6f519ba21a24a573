#include "support/lone_character.hpp"

#include <snippets/bad_input.hpp>

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <string>

using namespace jounce;
using namespace jounce::test;

namespace {

std::string told;

} // namespace

TEST_CASE("a host is told of a pose that cannot be used", "[docs]") {
    stage on;
    const entt::entity who = on.add();
    send_warnings_to([](const char* message) { told += message; });
    on.systems.run(1.0F / 60);
    CHECK(told.empty());
    CHECK(bad_poses(on.registry, on.kind()) == 0);
    const float bad = std::numeric_limits<float>::quiet_NaN();
    pose_of(on.registry, who).set_rotation(0, {bad, 0, 0, 1});
    on.systems.run(1.0F / 60);
    send_warnings_to(nullptr);
    CHECK(told.find("bone 0 \"root\"") != std::string::npos);
    CHECK(bad_poses(on.registry, on.kind()) == 1);
}
