#include <jounce/modules/crowd/host_input_report.hpp>

#include <jounce/components/base/warning.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/check_lanes.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <type_traits>

namespace jounce {
namespace {

constexpr const char* cannot_be_used =
    " cannot be used: it is not a number, not finite or beyond reason";

std::string number_of(entt::entity who) {
    return std::to_string(static_cast<std::underlying_type_t<entt::entity>>(who));
}

/// Kinds have no names; their bones do.
std::string words_for(const character_kind& kind) {
    const std::string first =
        kind.rig.names.empty() ? "" : ", the first \"" + kind.rig.names[0] + '"';
    return "a kind of " + std::to_string(kind.rig.names.size()) + " bones" + first;
}

std::string place_in_pose(const local_pose& pose, const character_kind& kind, int lane) {
    const std::int32_t bone = first_bad_bone(pose, lane);
    if (bone < 0) {
        return " (in model space)"; // each bone is good, all of them together are not
    }
    return " (bone " + std::to_string(bone) + " \"" +
           kind.rig.names[static_cast<std::size_t>(bone)] + "\")";
}

host_input_report::kind_faults& entry_of(host_input_report& report,
                                         const std::shared_ptr<const character_kind>& kind) {
    const auto is_it = [&](const host_input_report::kind_faults& one) {
        return one.kind.lock() == kind;
    };
    const auto found = std::ranges::find_if(report.kinds, is_it);
    if (found != report.kinds.end()) {
        return *found;
    }
    report.kinds.push_back({kind});
    return report.kinds.back();
}

void tell(entt::registry& registry, entt::entity of, const block& home, host_field field,
          std::uint32_t lanes) {
    const int lane = std::countr_zero(lanes);
    std::string text = "host input: ";
    text += name_of(field);
    text += " of character " + number_of(home.characters[static_cast<std::size_t>(lane)]);
    if (field == host_field::local_pose) {
        text += place_in_pose(registry.get<local_pose>(of), *home.kind, lane);
    }
    text += cannot_be_used;
    text += " (" + words_for(*home.kind) + "; told once per kind, counted in host_input_report)";
    report_warning(text.c_str());
}

} // namespace

std::uint64_t host_input_report::of(const character_kind& kind, host_field field) const noexcept {
    for (const kind_faults& one : kinds) {
        if (one.kind.lock().get() == &kind) {
            return one.counts[static_cast<std::size_t>(field)];
        }
    }
    return 0;
}

bool host_input_report::empty() const noexcept {
    return kinds.empty() &&
           std::ranges::all_of(world, [](std::uint64_t count) { return count == 0; });
}

void tell_host(entt::registry& registry, host_field field, entt::entity who) {
    std::uint64_t& count =
        context<host_input_report>(registry).world[static_cast<std::size_t>(field)];
    if (count++ > 0) {
        return;
    }
    std::string text = "host input: ";
    text += name_of(field);
    if (who != entt::null) {
        text += " of entity " + number_of(who);
    }
    text += cannot_be_used;
    text += " (told once, counted in host_input_report)";
    report_warning(text.c_str());
}

void tell_host(entt::registry& registry, const crowd_index& crowd, std::span<host_faults> faults) {
    host_input_report& report = context<host_input_report>(registry);
    std::erase_if(report.kinds, [](const auto& one) { return one.kind.expired(); });
    const std::size_t count = std::min(crowd.blocks.size(), faults.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (!faults[i].any) {
            continue;
        }
        const block& home = registry.get<block>(crowd.blocks[i]);
        host_input_report::kind_faults& entry = entry_of(report, home.kind);
        for (std::size_t f = 0; f < host_field_count; ++f) {
            const std::uint32_t lanes = faults[i].lanes[f];
            if (lanes != 0 && entry.counts[f] == 0) {
                tell(registry, crowd.blocks[i], home, static_cast<host_field>(f), lanes);
            }
            entry.counts[f] += static_cast<std::uint64_t>(std::popcount(lanes));
        }
        faults[i] = {};
    }
}

} // namespace jounce
