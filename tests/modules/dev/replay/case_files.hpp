#pragma once

// Folders of golden cases to spoil.

#include "support/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce_test {

namespace fs = std::filesystem;

/// The synthetic cases in the tree.
fs::path synthetic_folder();

/// A copy of a synthetic case in `into`, which may be changed.
fs::path copy_case(const std::string& name, const temporary_folder& into);

/// A model in the form of `run.json` with what it refers to, made of the case `single_swing` and a
/// few vertices. Gives the folder of the run.
fs::path make_model(const temporary_folder& into);

std::string read_text(const fs::path& file);
void write_text(const fs::path& file, const std::string& text);
nlohmann::json read_json(const fs::path& file);
/// Replaces what the JSON pointer means.
void set_json(const fs::path& file, const std::string& pointer, const nlohmann::json& value);
void erase_json(const fs::path& file, const std::string& pointer);

std::vector<double> read_doubles(const fs::path& file);
void write_doubles(const fs::path& file, const std::vector<double>& values);
void add_to_double(const fs::path& file, std::size_t index, double amount);

} // namespace jounce_test
