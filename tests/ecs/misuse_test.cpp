// Misuse stops at an assert in debug builds. Runs against EnTT and the subset, each case in a child
// process; where there is no fork, or asserts are off, there is nothing to run.

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#if defined(NDEBUG) || !__has_include(<sys/wait.h>)

TEST_CASE("misuse is caught", "[ecs][misuse]") { SKIP("needs asserts and fork"); }

#else

#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct number {
    int value;
};
struct tag {};

// EnTT 3.13 lets anybody have a component.
#if defined(ENTT_VERSION_MAJOR) && ENTT_VERSION_MAJOR == 3 && ENTT_VERSION_MINOR < 14
constexpr bool checks_new_owners = false;
#else
constexpr bool checks_new_owners = true;
#endif

/// Whether `misuse` ends its process with abort(), as assert does.
template <typename Misuse> bool aborts(Misuse misuse) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        misuse();
        std::_Exit(0);
    }
    int status = 0;
    const bool ended = child > 0 && waitpid(child, &status, 0) == child;
    return ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

} // namespace

TEST_CASE("misuse is caught", "[ecs][misuse]") {
    entt::registry registry;
    const auto& reader = registry;
    const auto value = registry.create();
    const auto stale = registry.create();
    registry.destroy(stale);
    registry.emplace<number>(value, 1);
    registry.emplace<tag>(value);
    const auto other = registry.create();

    CHECK_FALSE(aborts([&] { registry.emplace<number>(other, 1); }));

    CHECK(aborts([&] { registry.destroy(stale); }));
    CHECK(aborts([&] { registry.destroy(entt::null); }));
    CHECK(aborts([&] { registry.emplace<number>(value, 2); }));
    CHECK(aborts([&] { registry.emplace<tag>(value); }));
    if constexpr (checks_new_owners) {
        CHECK(aborts([&] { registry.emplace<number>(stale, 2); }));
        CHECK(aborts([&] { registry.emplace<number>(entt::null, 2); }));
        CHECK(aborts([&] { registry.emplace_or_replace<number>(stale, 2); }));
    }
    CHECK(aborts([&] { registry.erase<number>(other); }));
    CHECK(aborts([&] { static_cast<void>(registry.get<number>(other)); }));
    CHECK(aborts([&] { static_cast<void>(reader.get<number>(other)); }));
    CHECK(aborts([&] { static_cast<void>(registry.get<number>(stale)); }));
    CHECK(aborts([&] { static_cast<void>(registry.storage<number>().get(other)); }));
    CHECK(aborts([&] { static_cast<void>(registry.view<number>().get<number>(other)); }));
    CHECK(aborts([&] { static_cast<void>(reader.ctx().get<number>()); }));
}

#endif
