// Any text as a file of spring settings: what is read must be what is written, to the last bit.

#include <jounce/modules/spring_file/spring_file.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto springs = jounce::parse_spring_file(text, "fuzz");
    if (!springs) {
        if (springs.error().name.empty() || springs.error().message.empty()) {
            std::abort(); // refused without a reason
        }
        return 0;
    }
    const std::string written = jounce::write_spring_file(*springs);
    const auto again = jounce::parse_spring_file(written, "fuzz");
    if (!again || jounce::write_spring_file(*again) != written) {
        std::abort(); // what was written is not what was read
    }
    return 0;
}
