#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>

#include <filesystem>
#include <string_view>

namespace jounce::tissue {

/// Tetrahedra of a Medit .mesh text (TetGen writes it by -g): `Vertices`, a count and x y z reference for each;
/// `Tetrahedra`, a count and four vertices from 1 and a reference for each. Other parts are passed over. Tetrahedra that
/// are inside out are turned. `fill` is 1.
///
/// Error names: `bad_container` (no such text, binary, or of two dimensions), `bad_number`, `bad_index`, `too_many`,
/// `no_vertices`, `bad_mesh` (no tetrahedra). Messages name the line.
/// @param name  stands for the file in messages
result<tet_mesh> parse_tets(std::string_view text, const std::filesystem::path& name);

/// The same from a file. Error names: those above, `missing_file`, `not_a_file`, `too_large`, `unreadable`.
result<tet_mesh> read_tets(const std::filesystem::path& file);

} // namespace jounce::tissue
