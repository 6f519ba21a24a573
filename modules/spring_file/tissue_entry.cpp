#include <jounce/modules/spring_file/tissue_entry.hpp>

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/modules/spring_file/spring_file_parts.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace jounce {
namespace {

constexpr std::size_t longest_path = 1024;

/// Calls `visit` with the name, value and range of every number: one list for reader, writer and lists of keys.
template <class Entry, class Visit> void visit_numbers(Entry& of, const Visit& visit) {
    visit("tick_rate", of.run.tick_rate, least_tick_rate, most_tick_rate);
    visit("newton_steps", of.run.newton_steps, 0, most_newton_steps);
    visit("modes", of.run.modes, 0, most_tissue_modes);
    visit("mode_damping", of.run.mode_damping, 0, most_mode_damping);
    visit("contact_stiffness", of.run.contact_stiffness, 0, most_contact_stiffness);
    visit("friction", of.run.friction, 0, most_tissue_friction);
    visit("collides_with", of.run.collides_with, 0, std::numeric_limits<std::uint32_t>::max());
    visit("weight", of.weight, 0, 1);
}

std::string name_of(tissue_tier tier) {
    const auto index = static_cast<std::size_t>(tier);
    return std::string(index < tissue_tier_names.size() ? tissue_tier_names[index] : "");
}

std::string read_path(const json::value& from) {
    std::string path = from.text();
    if (path.empty() || path.size() > longest_path) {
        from.fail(errors::out_of_range,
                  path.empty() ? "is empty; write the path of what `jounce tissue "
                                 "bake` wrote, relative to this file"
                               : "has " + std::to_string(path.size()) +
                                     " bytes, paths have at most " + std::to_string(longest_path));
    }
    return path;
}

} // namespace

tissue_entry read_tissue_entry(const json::value& from) {
    tissue_entry out;
    std::vector<std::string_view> known = {"file", "tier"};
    visit_numbers(out, [&](const char* name, auto&, double, double) { known.push_back(name); });
    allow_only(from, known);
    out.file = read_path(from["file"]);
    if (from.has("tier")) {
        out.run.tier = read_named<tissue_tier>(from["tier"]);
    }
    visit_numbers(out, [&](const char* name, auto& value, double least, double most) {
        using number = std::remove_reference_t<decltype(value)>;
        if (!from.has(name)) {
            return;
        }
        const json::value given = from[name];
        if constexpr (std::is_integral_v<number>) {
            value = static_cast<number>(
                given.integer(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)));
        } else {
            value = given.number();
            if (!(value >= least && value <= most)) {
                given.fail(errors::out_of_range, "is " + number_text(value) + ", it must be from " +
                                                     number_text(least) + " to " +
                                                     number_text(most));
            }
        }
    });
    if (out.run.tier == tissue_tier::newton && out.run.newton_steps == 0) {
        from.fail(errors::bad_setting, "has tier \"newton\" without steps; write \"newton_steps\": "
                                       "1, or up to " +
                                           std::to_string(most_newton_steps));
    }
    return out;
}

nlohmann::ordered_json tissue_entry_json(const tissue_entry& entry) {
    const tissue_entry plain;
    nlohmann::ordered_json out = {{"file", entry.file}};
    if (entry.run.tier != plain.run.tier) {
        out["tier"] = name_of(entry.run.tier);
    }
    nlohmann::ordered_json usual;
    visit_numbers(
        plain, [&](const char* name, const auto& value, double, double) { usual[name] = value; });
    visit_numbers(entry, [&](const char* name, const auto& value, double, double) {
        if (usual[name] != value) {
            out[name] = value;
        }
    });
    return out;
}

} // namespace jounce
