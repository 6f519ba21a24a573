// Calls every kernel a fixed number of times and says which, in order. tests/guard/guard.sh runs it
// under callgrind, which counts what happens inside of `jounce_guarded` and writes the count down at
// every `jounce_counted`.

#include "support/kernel_scene.hpp"

#include <jounce/systems/simd/isa.hpp>

#include <cstdio>
#include <string>

extern "C" {
[[gnu::noinline]] void jounce_guarded(const jounce::test::kernel_work& work) { work.call(); }
[[gnu::noinline]] void jounce_counted() { asm volatile(""); }
}

int main() {
    constexpr int settle = 4; // springs meet what they hang beside
    constexpr int calls = 8;
    std::printf("isa %s\n", std::string(jounce::isa_name(jounce::active_isa())).c_str());
    for (const jounce::test::kernel_work& work : jounce::test::make_kernel_scene()) {
        for (int i = 0; i < settle + calls; ++i) {
            if (work.before) {
                work.before();
            }
            if (i < settle) {
                work.call();
            } else {
                jounce_guarded(work);
            }
        }
        jounce_counted();
        std::printf("kernel %s %zu\n", work.name.c_str(), calls * work.elements);
    }
    return 0;
}
