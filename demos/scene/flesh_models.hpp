#pragma once

#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>

#include <memory>

namespace demo {

/// The heavy figure of demos/models in several makes of the same mesh, with the same clips.
struct flesh_models {
    /// A kind and how it is drawn.
    struct figure {
        jounce::gltf::ready_kind kind;
        jounce::render::mesh_id mesh{};
        std::shared_ptr<const jounce::tissue::baked_tissue> baked; ///< of its flesh, for gizmos
    };
    figure rigid;   ///< follows its bones
    figure helped;  ///< with helper bones on springs
    figure fleshed; ///< with flesh
    figure felt;    ///< with the same flesh, and an upper body whose bones feel it
    figure face;    ///< with flesh of another bake, dense on its cheeks
};

/// Reads model, springs and flesh. Nothing is baked.
/// @param renderer  null: nothing is drawn
/// Errors: those of `authoring::read_character`, `read_tissue`, `check_mesh`, `make_tissue_set` and
/// `skin_renderer::add_mesh`; messages name the file.
jounce::result<flesh_models> read_flesh_models(jounce::render::skin_renderer* renderer);

} // namespace demo
