#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/editing/edit.hpp>
#include <jounce/modules/editing/spring_map.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jounce::editing {

/// A document of settings while an edit changes it. What it says is checked afterwards, by the reader.
struct edit_draft {
    const spring_file& settings; ///< before the edit
    const rig& bones;            ///< with helpers
    const spring_map& map;       ///< of these settings
    nlohmann::ordered_json json; ///< of the text, to be changed

    /// A bone by its name. Error name: `unknown_bone`.
    result<std::int32_t> find(const std::string& bone) const;
    /// The entry that tunes a bone. Error names: `unknown_bone`, `no_spring`.
    result<std::size_t> entry_of(const std::string& bone) const;
    /// An entry of the document. @pre there is one
    nlohmann::ordered_json& entry(std::size_t index) { return json["springs"][index]; }
};

/// Changes the document. Error names: `unknown_bone`, `no_spring`, `duplicate_spring`, `unknown_helper`,
/// `unknown_collider`, `no_tissue`, `bad_setting`; all else is left to the reader.
std::optional<error> make_edit(edit_draft& draft, const edit& what);

/// Takes bones out of their entries, so that all others keep their settings to the last bit: curves are
/// written anew where bones that remain have another place along the chain.
/// @param taken  [bone]
/// @param wanted  another entry to insert behind the one that the bones came from; may be null
void take_out(edit_draft& draft, const std::vector<bool>& taken,
              const nlohmann::ordered_json* wanted = nullptr);

/// @{
std::optional<error> change_springs(edit_draft& draft, const make_spring& what);
std::optional<error> change_springs(edit_draft& draft, const remove_spring& what);
std::optional<error> change_springs(edit_draft& draft, const set_field& what);
std::optional<error> change_springs(edit_draft& draft, const clear_field& what);
std::optional<error> change_springs(edit_draft& draft, const set_curve& what);
std::optional<error> change_springs(edit_draft& draft, const clear_curve& what);
std::optional<error> change_springs(edit_draft& draft, const choose_preset& what);
/// @}

} // namespace jounce::editing
