#include <jounce/systems/isa.hpp>

#include <cstdio>

int main() {
    const auto name = jounce::isa_name(jounce::active_isa());
    std::printf("kernels run at level %.*s\n", static_cast<int>(name.size()), name.data());
    return 0;
}
