#include <jounce/modules/tuning/tuning_check.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

namespace jounce {
namespace {

/// One overload for each type that a field can have; gives words, or "" when all is well.
struct value_check {
    const tuning_field& field;

    std::string range() const {
        return " must be from " + number_text(field.least) + " up to " + number_text(field.most);
    }
    bool inside(double number) const {
        return std::isfinite(number) && number >= field.least && number <= field.most;
    }

    std::string operator()(double number) const {
        return inside(number) ? "" : "is " + number_text(number) + ", it" + range();
    }
    std::string operator()(const quat<double>& q) const {
        if (inside(std::hypot(std::hypot(q.x, q.y), std::hypot(q.z, q.w)))) {
            return "";
        }
        return "is [" + number_text(q.x) + ", " + number_text(q.y) + ", " + number_text(q.z) +
               ", " + number_text(q.w) + "], its length" + range();
    }
    std::string operator()(spring_transform value) const { return named(value); }
    std::string operator()(limit_shape value) const { return named(value); }
    std::string operator()(bool) const { return ""; }
    std::string operator()(std::uint32_t) const { return ""; }

    template <class Enum> static std::string named(Enum value) {
        const std::size_t index = static_cast<std::size_t>(value);
        const std::size_t count = names_of(value).size();
        return index < count ? ""
                             : "is value number " + std::to_string(index) + ", it must be from 0 " +
                                   "up to " + std::to_string(count - 1);
    }
};

} // namespace

std::string number_text(double number) {
    char text[32]; // the longest shortest double has 24 characters
    const std::to_chars_result end = std::to_chars(std::begin(text), std::end(text), number);
    return {text, end.ptr};
}

std::optional<std::string> wrong_value(const tuning_field& field, const spring_tuning& tuning) {
    std::string words = visit_field(field, tuning, value_check{field});
    return words.empty() ? std::nullopt : std::optional(std::move(words));
}

std::optional<error> check_tuning(std::string_view where, const spring_tuning& tuning) {
    for (const tuning_field& field : tuning_fields()) {
        if (const std::optional<std::string> words = wrong_value(field, tuning)) {
            return error{errors::bad_setting,
                         std::string(where) + ": " + std::string(field.name) + " " + *words};
        }
    }
    return std::nullopt;
}

} // namespace jounce
