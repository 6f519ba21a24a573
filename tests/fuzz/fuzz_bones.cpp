// Any text as a list of bones: refused with a reason, or a forest with names of its own.

#include <jounce/modules/binding/read_bones.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto bones = jounce::binding::parse_bones(text, "fuzz");
    if (!bones) {
        if (bones.error().name.empty() || bones.error().message.empty()) {
            std::abort(); // refused without a reason
        }
        return 0;
    }
    std::set<std::string> names;
    for (const jounce::binding::listed_bone& bone : *bones) {
        if (!names.insert(bone.name).second ||
            bone.parent >= static_cast<std::int32_t>(bones->size())) {
            std::abort(); // twice the same, or a parent that is not there
        }
    }
    return 0;
}
