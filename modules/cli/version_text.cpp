#include <jounce/modules/cli/version_text.hpp>

#include <jounce/components/base/version.hpp>
#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/systems/simd/isa.hpp>

namespace jounce::cli {

std::string version_text() {
    std::string out = "jounce " + std::string(library_version()) + "\n";
    out += "ECS: " + bench::ecs_name() + "\n";
    out += "instruction sets:";
    for (const isa_level level : supported_isa_levels()) {
        out += " " + std::string(isa_name(level));
    }
    out += "; in use: " + std::string(isa_name(active_isa())) + "\n";
    return out + "built with: " JOUNCE_FEATURES "\n";
}

} // namespace jounce::cli
