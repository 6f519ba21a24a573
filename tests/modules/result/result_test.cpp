#include <jounce/modules/result/result.hpp>

#include "support/caught_assert.hpp"

#include <catch2/catch_test_macros.hpp>

#include <memory>

using namespace jounce;

TEST_CASE("a result holds a value or an error", "[result]") {
    const result<int> good = 7;
    REQUIRE(good);
    CHECK(*good == 7);
    const result<int> bad = error{"too_small", "3 is too small"};
    REQUIRE_FALSE(bad);
    CHECK(bad.error().name == "too_small");
    CHECK(bad.error().message == "3 is too small");
}

TEST_CASE("a result hands over what can only be moved", "[result]") {
    result<std::unique_ptr<int>> made = std::make_unique<int>(3);
    const std::unique_ptr<int> taken = *std::move(made);
    CHECK(*taken == 3);
}

TEST_CASE("asking a good result why asserts", "[result]") {
    test::caught_assert caught;
    const result<int> good = 7;
    (void)good.error();
    CHECK(caught.count() == 1);
}
