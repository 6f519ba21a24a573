#include <jounce/modules/tuning/tuning_curve.hpp>

#include <jounce/modules/tuning/tuning_check.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <algorithm>
#include <type_traits>

namespace jounce {
namespace {

/// Also false for what is no number.
bool within(double number, double least, double most) { return number >= least && number <= most; }

} // namespace

std::optional<error> check_curve(std::string_view where, const tuning_curve& curve) {
    const std::string begin = std::string(where) + ": the curve of \"" + curve.field + "\" ";
    const tuning_field* field = find_field(curve.field);
    if (field == nullptr || !field->is_number()) {
        return error{errors::unknown_field,
                     begin + (field == nullptr ? "names no setting"
                                               : "names a setting that is not a "
                                                 "number and cannot be scaled")};
    }
    if (curve.keys.empty() || curve.keys.size() > max_curve_keys) {
        return error{errors::bad_curve, begin + "has " + std::to_string(curve.keys.size()) +
                                            " keys, it needs from 1 up to " +
                                            std::to_string(max_curve_keys)};
    }
    const curve_key* before = nullptr;
    for (const curve_key& key : curve.keys) {
        if (!within(key.position, 0, 1)) {
            return error{errors::bad_curve, begin + "has a key at " + number_text(key.position) +
                                                ", positions are from 0 up to 1"};
        }
        if (before != nullptr && key.position <= before->position) {
            return error{errors::bad_curve, begin + "has a key at " + number_text(key.position) +
                                                " after one at " + number_text(before->position) +
                                                "; positions must ascend"};
        }
        if (!within(key.factor, 0, max_curve_factor)) {
            return error{errors::bad_curve, begin + "has the factor " + number_text(key.factor) +
                                                ", factors are from 0 up to " +
                                                number_text(max_curve_factor)};
        }
        before = &key;
    }
    return std::nullopt;
}

double factor_at(std::span<const curve_key> keys, double position) {
    JOUNCE_ASSERT(!keys.empty(), "a curve has at least one key; see check_curve");
    const auto after = std::find_if(keys.begin(), keys.end(),
                                    [&](const curve_key& key) { return key.position > position; });
    if (after == keys.begin()) {
        return keys.front().factor;
    }
    const curve_key& left = *(after - 1);
    if (after == keys.end()) {
        return left.factor;
    }
    const double share = (position - left.position) / (after->position - left.position);
    return left.factor + share * (after->factor - left.factor);
}

spring_tuning at(const spring_tuning& base, std::span<const tuning_curve> curves, double position) {
    spring_tuning out = base;
    for (const tuning_curve& curve : curves) {
        const tuning_field* field = find_field(curve.field);
        JOUNCE_ASSERT(field != nullptr, "a curve names no setting; see check_curve");
        const double factor = factor_at(curve.keys, position);
        visit_field(*field, out, [&](auto& value) {
            if constexpr (std::is_same_v<decltype(value), double&>) {
                value = std::clamp(value * factor, field->least, field->most);
            }
        });
    }
    return out;
}

} // namespace jounce
