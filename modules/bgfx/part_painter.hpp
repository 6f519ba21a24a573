#pragma once

#include <jounce/modules/bgfx/skin_programs.hpp>
#include <jounce/modules/render/mesh_parts.hpp>

#include <cstdint>
#include <span>

namespace jounce::render {

/// One way in which the meshes of a material are drawn.
struct part_look {
    const skin_programs* programs = nullptr; ///< of the same renderer
    std::uint64_t state = 0;                 ///< all of it, also which side is culled
    std::uint32_t layer = 0;                 ///< told to `bind`
};

/// What a painter is told of a mesh: what its `mesh_source` said.
struct painted_mesh {
    material_id material = material_id::none;
    bool has_surface = false; ///< tangents and texture coordinates are there
    bool two_sided = false;
};

/// Decides how meshes are drawn that look different: by their materials. `surface_renderer` has one; a host with
/// materials of its own writes another.
class part_painter {
public:
    virtual ~part_painter() = default;
    /// How meshes of a material are drawn in this pass, one draw after the other; none: not at all. Called once or more
    /// per mesh and pass. What it returns is read until it is called again.
    /// Programs that want a surface draw only meshes that have one.
    virtual std::span<const part_look> looks(const painted_mesh& of) = 0;
    /// Called before every draw: sets uniforms and textures.
    virtual void bind(material_id material, std::uint32_t layer) = 0;
    /// Which of the meshes that are drawn back to front come first: the lowest.
    virtual std::int32_t order(material_id) { return 0; }
};

} // namespace jounce::render
