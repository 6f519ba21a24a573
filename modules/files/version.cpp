#include <jounce/modules/files/version.hpp>

namespace jounce {

std::string_view library_version() noexcept { return JOUNCE_VERSION; }

} // namespace jounce
