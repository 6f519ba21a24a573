#include <jounce/components/base/version.hpp>

#define JOUNCE_TEXT_OF(number) #number
#define JOUNCE_TEXT(number) JOUNCE_TEXT_OF(number)

namespace jounce {

std::string_view library_version() noexcept {
    return JOUNCE_TEXT(JOUNCE_VERSION_MAJOR) "." JOUNCE_TEXT(JOUNCE_VERSION_MINOR) "." JOUNCE_TEXT(
        JOUNCE_VERSION_PATCH);
}

} // namespace jounce
