#include <jounce/modules/spring_file/spring_file.hpp>

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/modules/spring_file/spring_file_parts.hpp>
#include <jounce/modules/spring_file/tissue_entry.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <limits>
#include <utility>

namespace jounce {
namespace {

constexpr json::file_kind spring_kind = {"spring file", "check the path", max_spring_file_bytes, 0,
                                         true};
constexpr std::size_t max_keys = 64; ///< of one object; no object has so many known keys

/// Sets a field from JSON by its type.
struct value_reader {
    const json::value& from;

    void operator()(double& to) const { to = from.number(); }
    void operator()(bool& to) const { to = from.boolean(); }
    void operator()(std::uint32_t& to) const {
        to = static_cast<std::uint32_t>(from.integer(0, std::numeric_limits<std::uint32_t>::max()));
    }
    void operator()(quat<double>& to) const { to = from.quaternion(); }
    void operator()(spring_transform& to) const { to = read_named<spring_transform>(from); }
    void operator()(limit_shape& to) const { to = read_named<limit_shape>(from); }
};

/// Refuses keys that are no settings, or none that curves can scale.
void allow_only_fields(const json::value& object, bool numbers_only) {
    std::vector<std::string_view> known;
    for (const tuning_field& field : tuning_fields()) {
        if (field.is_number() || !numbers_only) {
            known.push_back(field.name);
        }
    }
    for (const std::string& name : object.names(max_keys)) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            object[name].fail(errors::unknown_field,
                              (find_field(name) == nullptr
                                   ? "is no setting; "
                                   : "is not a number, so no curve can scale it; ") +
                                  did_you_mean(name, known));
        }
    }
}

void read_overrides(const json::value& from, spring_entry& to) {
    allow_only_fields(from, false);
    for (const tuning_field& field : tuning_fields()) {
        const std::string name(field.name);
        if (!from.has(name)) {
            continue;
        }
        const json::value given = from[name];
        visit_field(field, to.tuning, value_reader{given});
        if (const auto words = wrong_value(field, to.tuning)) {
            given.fail(errors::bad_setting, *words);
        }
        to.overridden.push_back(name);
    }
}

tuning_curve read_curve(const json::value& from, const std::string& field) {
    tuning_curve out{field, {}};
    const std::size_t count = from.size(max_curve_keys);
    for (std::size_t i = 0; i < count; ++i) {
        const json::value key = from.at(i);
        if (key.size(2) != 2) {
            key.fail(errors::wrong_type, "is not a pair; write [position, factor]");
        }
        out.keys.push_back({key.at(0).number(), key.at(1).number()});
    }
    if (from.document().shared().ok()) {
        if (std::optional<error> wrong = check_curve(from.where(), out)) {
            from.document().shared().fail(*std::move(wrong));
        }
    }
    return out;
}

void read_curves(const json::value& from, spring_entry& to) {
    allow_only_fields(from, true);
    for (const tuning_field& field : tuning_fields()) {
        const std::string name(field.name);
        if (field.is_number() && from.has(name)) {
            to.curves.push_back(read_curve(from[name], name));
        }
    }
}

void read_names(const json::value& from, std::vector<std::string>& to) {
    const std::size_t count = from.size(static_cast<std::size_t>(max_bones));
    for (std::size_t i = 0; i < count; ++i) {
        to.push_back(read_bone_name(from.at(i)));
    }
}

void read_bones(const json::value& entry, spring_entry& to) {
    if (entry.has("bones") == entry.has("chain")) {
        entry.fail(errors::bad_bones, entry.has("chain")
                                          ? "has both \"bones\" and \"chain\"; remove one"
                                          : "has neither \"bones\" nor \"chain\"; add one");
        return;
    }
    if (entry.has("chain")) {
        to.chain = read_bone_name(entry["chain"]);
        return;
    }
    read_names(entry["bones"], to.bones);
    if (to.bones.empty()) {
        entry["bones"].fail(errors::bad_bones, "names no bone; add one or remove the entry");
    }
}

spring_entry read_entry(const json::value& from) {
    constexpr std::string_view known[] = {"bones", "chain", "except", "preset", "tuning", "curves"};
    spring_entry out;
    allow_only(from, known);
    read_bones(from, out);
    if (from.has("except")) {
        read_names(from["except"], out.except);
    }
    if (from.has("preset")) {
        out.preset = from["preset"].text();
        if (find_preset(out.preset) == nullptr) {
            from["preset"].fail(errors::unknown_preset,
                                "is \"" + out.preset + "\"; " +
                                    did_you_mean(out.preset, preset_names()));
        }
    }
    if (from.has("tuning")) {
        read_overrides(from["tuning"], out);
    }
    if (from.has("curves")) {
        read_curves(from["curves"], out);
    }
    return out;
}

void read_version(const json::value& root) {
    if (!root.has("jounce_springs")) {
        root.names(max_keys); // reports what is not even an object
        root.fail(errors::missing_member, "has no \"jounce_springs\", so it is no file of spring "
                                          "settings; the first version has \"jounce_springs\": 1");
        return;
    }
    const std::int64_t version =
        root["jounce_springs"].integer(1, std::numeric_limits<std::int32_t>::max());
    if (version > spring_file_version) {
        root["jounce_springs"].fail(
            "newer_version", "is " + std::to_string(version) + ": made by a newer version, this " +
                                 "one reads " + std::to_string(spring_file_version) +
                                 "; update jounce or save the file in the older format");
    }
}

/// A number that may be left out.
struct optional_number {
    const char* name;
    double least;
    double most;
    const char* hint; ///< what someone may have meant

    std::optional<double> of(const json::value& root) const {
        if (!root.has(name)) {
            return std::nullopt;
        }
        const double number = root[name].number();
        if (!(number >= least && number <= most)) {
            root[name].fail(errors::out_of_range, "is " + number_text(number) +
                                                      ", it must be from " + number_text(least) +
                                                      " to " + number_text(most) + "; " + hint);
        }
        return number;
    }
};

constexpr optional_number unit = {"metres_per_unit", least_metres_per_unit, most_metres_per_unit,
                                  "0.01 is centimetres"};
constexpr optional_number tick_rate = {"tick_rate", least_tick_rate, most_tick_rate,
                                       "it is per second, and 120 where it is left out"};

/// Settings of the whole character.
void read_whole(const json::value& root, spring_file& to) {
    to.name = root.has("name") ? root["name"].text() : "";
    to.metres_per_unit = unit.of(root);
    to.tick_rate = tick_rate.of(root);
    to.chains_collide = root.has("chains_collide") && root["chains_collide"].boolean();
}

result<spring_file> read(const json::document& document) {
    constexpr std::string_view known[] = {"jounce_springs", "name",           "metres_per_unit",
                                          "tick_rate",      "chains_collide", "helpers",
                                          "springs",        "colliders",      "tissue"};
    const json::reading& shared = document.shared();
    const json::value root = document.root();
    spring_file out;
    out.file = document.file();
    out.text = document.text();
    read_version(root);
    if (shared.ok()) { // what a newer version may hold is not known here
        allow_only(root, known);
        read_whole(root, out);
    }
    const json::value springs = root["springs"];
    const std::size_t entries = shared.ok() ? springs.size(max_spring_entries) : 0;
    std::size_t bones = 0;
    for (std::size_t i = 0; i < entries && shared.ok(); ++i) {
        out.springs.push_back(read_entry(springs.at(i)));
        bones += out.springs.back().bones.size() + out.springs.back().except.size();
    }
    if (bones > static_cast<std::size_t>(max_bones)) {
        springs.fail(errors::out_of_range, "name " + std::to_string(bones) +
                                               " bones in all, at most " +
                                               std::to_string(max_bones) + " are allowed");
    }
    if (root.has("colliders")) {
        const json::value colliders = root["colliders"];
        const std::size_t count = colliders.size(max_file_colliders);
        for (std::size_t i = 0; i < count && shared.ok(); ++i) {
            out.colliders.push_back(read_collider(colliders.at(i)));
        }
    }
    if (root.has("helpers")) {
        const json::value helpers = root["helpers"];
        const std::size_t count = helpers.size(max_file_helpers);
        for (std::size_t i = 0; i < count && shared.ok(); ++i) {
            out.helpers.push_back(read_helper(helpers.at(i)));
        }
    }
    if (root.has("tissue")) {
        out.tissue = read_tissue_entry(root["tissue"]);
    }
    if (!shared.ok()) {
        return shared.error();
    }
    return out;
}

} // namespace

std::string read_bone_name(const json::value& from) {
    constexpr std::size_t longest = 1024;
    std::string name = from.text();
    if (name.empty() || name.size() > longest) {
        from.fail(errors::bad_bones, name.empty() ? "is empty; write the name of a bone"
                                                  : "has " + std::to_string(name.size()) +
                                                        " bytes, names have at most " +
                                                        std::to_string(longest));
    }
    return name;
}

void allow_only(const json::value& object, std::span<const std::string_view> known) {
    for (const std::string& name : object.names(max_keys)) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            object[name].fail(errors::unknown_key,
                              "is not known here; " + did_you_mean(name, known));
        }
    }
}

std::vector<std::string_view> preset_names() {
    std::vector<std::string_view> out;
    for (const preset& one : presets()) {
        out.push_back(one.name);
    }
    return out;
}

result<spring_file> read_spring_file(const std::filesystem::path& file) {
    json::reading shared(spring_kind);
    return read(json::document(shared, file));
}

result<spring_file> parse_spring_file(std::string_view text, const std::filesystem::path& name) {
    json::reading shared(spring_kind);
    return read(json::document(shared, name, text));
}

} // namespace jounce
