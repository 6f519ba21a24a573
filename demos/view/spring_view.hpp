#pragma once

#include <jounce/modules/editing/edit_session.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>
#include <jounce/modules/tuning/tuning_curve.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace viewer {

/// The settings of a spring bone as panels show them.
struct spring_view {
    std::size_t entry = 0;
    std::vector<std::string> bones; ///< of the entry, in the order of the file
    std::string preset;             ///< empty: the defaults
    jounce::spring_tuning whole;    ///< of the entry, before curves
    jounce::spring_tuning usual;    ///< the same without what the entry overrides
    jounce::spring_tuning own;      ///< of the bone, after curves
    std::vector<std::string> overridden;
    std::vector<jounce::tuning_curve> curves; ///< that count: of the entry, else of the preset
    std::vector<std::string> own_curves;      ///< fields whose curve the entry has itself

    bool overrides(std::string_view field) const;
    bool has_own_curve(std::string_view field) const;
    /// Null: nothing scales the field.
    const jounce::tuning_curve* curve(std::string_view field) const;
};

/// Looks a bone up. Nothing if it is no spring.
std::optional<spring_view> look_at_spring(const jounce::editing::edit_session& session,
                                          const std::string& bone);

/// What a slider of a field reaches. Fields go up to where numbers end; sliders go to where people want them.
struct slider_range {
    double least = 0, most = 1;
    bool is_logarithmic = false;
};

/// Of a number: the range of the field itself if that is small, else one around the usual value, and wide enough for
/// what the field has now.
slider_range slider_of(const jounce::tuning_field& field, double usual, double now);

/// A value as a slider gives it, with three digits that count.
double slider_value(double value);

} // namespace viewer
