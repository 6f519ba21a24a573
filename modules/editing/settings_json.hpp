#pragma once

#include <jounce/modules/editing/edit.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace jounce::editing {

/// @{
/// Parts of a settings file as `write_spring_file` has them.
nlohmann::ordered_json written(const spring_entry& entry);
nlohmann::ordered_json written(const collider_entry& body);
nlohmann::ordered_json written(const helper_entry& bone);
/// @}

/// The value of a field. Error name: `bad_setting` (a number that is not finite).
result<nlohmann::ordered_json> value_json(const std::string& field, const field_value& value);

/// Keys of curves.
nlohmann::ordered_json keys_json(const std::vector<curve_key>& keys);

/// Sets a member of an object that is part of the settings. A new one goes to where `write_spring_file`
/// would have put it, as far as the order there is of that kind.
void set_member(nlohmann::ordered_json& object, const std::string& key,
                nlohmann::ordered_json value);

/// Removes a member of a member, and that too once it is empty: a field of "tuning" for example.
void erase_inner(nlohmann::ordered_json& object, const std::string& outer,
                 const std::string& inner);

/// Sets a member of a member.
void set_inner(nlohmann::ordered_json& object, const std::string& outer, const std::string& inner,
               nlohmann::ordered_json value);

/// Brings an object from one state of a part to another: members that are the same in both stay as they
/// are spelled.
/// @param before  the part as `written` has it, and `after` the same
void update_members(nlohmann::ordered_json& object, const nlohmann::ordered_json& before,
                    const nlohmann::ordered_json& after);

} // namespace jounce::editing
