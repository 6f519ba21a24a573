#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>
#include <jounce/modules/tuning/tuning_field.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace jounce {

/// What is wrong with one field, as words to follow its name: "is -1, it must be from 0 up to 1".
std::optional<std::string> wrong_value(const tuning_field& field, const spring_tuning& tuning);

/// The first field that is not finite or out of its range, as an error `bad_setting`. `where` begins
/// the message: what the tuning belongs to. A tuning that passes is safe to simulate.
std::optional<error> check_tuning(std::string_view where, const spring_tuning& tuning);

/// The shortest decimal that reads back as this number.
std::string number_text(double number);

} // namespace jounce
