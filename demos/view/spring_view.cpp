#include "spring_view.hpp"

#include <algorithm>
#include <cmath>

namespace viewer {

using namespace jounce;

bool spring_view::overrides(std::string_view field) const {
    return std::ranges::find(overridden, field) != overridden.end();
}

bool spring_view::has_own_curve(std::string_view field) const {
    return std::ranges::find(own_curves, field) != own_curves.end();
}

const tuning_curve* spring_view::curve(std::string_view field) const {
    const auto found = std::ranges::find(curves, field, &tuning_curve::field);
    return found == curves.end() ? nullptr : &*found;
}

std::optional<spring_view> look_at_spring(const editing::edit_session& session,
                                          const std::string& bone) {
    const std::optional<std::size_t> index = session.entry_of(bone);
    if (!index) {
        return std::nullopt;
    }
    const spring_entry& entry = session.settings().springs[*index];
    spring_view out;
    out.entry = *index;
    out.preset = entry.preset;
    out.overridden = entry.overridden;
    if (const preset* from = find_preset(entry.preset)) {
        out.usual = from->tuning;
        out.curves = from->curves;
    }
    out.whole = out.usual;
    for (const std::string& name : entry.overridden) {
        if (const tuning_field* field = find_field(name)) {
            copy_field(*field, entry.tuning, out.whole);
        }
    }
    for (const tuning_curve& own : entry.curves) {
        out.own_curves.push_back(own.field);
        const auto held = std::ranges::find(out.curves, own.field, &tuning_curve::field);
        if (held != out.curves.end()) {
            *held = own;
        } else {
            out.curves.push_back(own);
        }
    }
    out.own = out.whole;
    const auto all = tunings_of(session.settings(), session.character().model.bones);
    if (all) {
        for (const bone_tuning& one : *all) {
            if (session.entry_of(one.bone) == index) {
                out.bones.push_back(one.bone);
            }
            if (one.bone == bone) {
                out.own = one.tuning;
            }
        }
    }
    return out;
}

slider_range slider_of(const tuning_field& field, double usual, double now) {
    constexpr double small = 10; // shares, angles, stretches
    if (field.most - field.least <= small) {
        return {field.least, field.most, false};
    }
    slider_range out;
    const double reach = std::max({10 * std::abs(usual), 2 * std::abs(now), 1.0});
    out.most = std::min(field.most, std::max(reach, field.least + 1));
    out.least = std::max(field.least, field.least < 0 ? -reach : field.least);
    out.is_logarithmic = out.least >= 0;
    return out;
}

double slider_value(double value) {
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    // Through text, so that 2.4 is 2.4 and not its neighbour.
    const double digits = std::round(value / unit);
    return unit >= 1 ? digits * unit : digits / std::round(1 / unit);
}

} // namespace viewer
