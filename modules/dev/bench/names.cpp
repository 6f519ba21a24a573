#include <jounce/modules/dev/bench/names.hpp>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>

namespace jounce::bench {
namespace {

struct schedule_entry {
    std::string_view name;
    schedule order;
};
constexpr std::array<schedule_entry, 2> schedules = {
    {{"by_system", schedule::by_system}, {"by_block", schedule::by_block}}};

} // namespace

std::string_view schedule_name(schedule order) {
    const auto found = std::find_if(schedules.begin(), schedules.end(),
                                    [&](const schedule_entry& s) { return s.order == order; });
    return found != schedules.end() ? found->name : "unknown";
}

std::optional<schedule> schedule_from_name(std::string_view name) {
    const auto found = std::find_if(schedules.begin(), schedules.end(),
                                    [&](const schedule_entry& s) { return s.name == name; });
    return found != schedules.end() ? std::optional(found->order) : std::nullopt;
}

std::string hash_text(std::uint64_t hash) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    return digits;
}

} // namespace jounce::bench
