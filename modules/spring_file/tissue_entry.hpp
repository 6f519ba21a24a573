#pragma once

// Flesh in files of settings. For the reader and the writer.

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <nlohmann/json_fwd.hpp>

namespace jounce {

/// Reads the object "tissue". Error names: those of values, `unknown_key`, `out_of_range`, `bad_setting`.
tissue_entry read_tissue_entry(const json::value& from);

/// The same object: the file, and what differs from the defaults.
nlohmann::ordered_json tissue_entry_json(const tissue_entry& entry);

} // namespace jounce
