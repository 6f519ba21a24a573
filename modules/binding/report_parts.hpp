#pragma once

#include <jounce/modules/binding/bind_file.hpp>
#include <jounce/modules/binding/bind_groups.hpp>
#include <jounce/modules/binding/choose_bones.hpp>

#include <string>
#include <vector>

namespace jounce::binding {

/// Adds what became of a group: sums, and parts by the meshes that they are in.
void add_to_report(const gltf::model& of, const bind_group& group, const chosen_bones& chosen,
                   const weights::bound_surface& bound, bind_file_report& to);

/// Adds what the reader had to say, each once, without what it said of the weights that are made anew.
void add_reader_warnings(const gltf::model& of, std::vector<std::string>& to);

/// Adds what is wrong with the meshes and was left out of the computation.
void add_repair_warnings(bind_file_report& to);

} // namespace jounce::binding
