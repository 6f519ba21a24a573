#pragma once

#include "common/model_meshes.hpp"

#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/result/result.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace demo {

/// A model of the user's, with springs as `authoring::read_character` finds them.
struct file_model {
    jounce::gltf::ready_kind kind;
    std::vector<jounce::render::mesh_id> meshes;
    jounce::vec3<float> low, high; ///< of its rest pose
    bool faces_away = false;       ///< looks along -z, as VRM 0.x has it
    float scale = 1;               ///< to about the size of the other characters
    std::string name;
    std::string springs_from;
};

/// Errors: those of `authoring::read_character`, of `skin_renderer::add_mesh` and of
/// `surface_renderer::add_materials`; messages name the file.
jounce::result<std::unique_ptr<file_model>> load_file_model(const std::filesystem::path& file,
                                                            const std::filesystem::path& springs,
                                                            const model_renderers& to);

} // namespace demo
