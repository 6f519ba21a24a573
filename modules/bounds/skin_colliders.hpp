#pragma once

#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/bounds/bounding_sphere.hpp>
#include <jounce/modules/bounds/posed_skin.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::bounds {

/// A ball under the skin of a node.
struct skin_collider {
    std::uint32_t node = 0; ///< the same part of the skin in every frame
    world_collider body;
};

/// Which parts of a skin become colliders.
struct skin_collider_options {
    /// The radius at rest of the parts that get a ball each, units of the rig. See `cut_radius`.
    float part_radius = 0.1F;
    /// Never more balls than this: those nearest to the springs.
    std::size_t most = 64;
    std::uint32_t groups = 1; ///< of the colliders
};

/// The least radius for which a tree has at most so many parts. For when a tree is loaded. Cost  O(parts log parts).
float cut_radius(const skin_tree& tree, std::size_t most);

/// Turns the part of a skin that is near springs of other characters into balls for these springs to collide
/// with: once per frame, between frames. A part is a node of the tree of at most `part_radius` at rest, so the
/// same parts are there in every frame. Its ball touches the skin from below in the middle of the part, with up
/// to twice the radius of the part as long as no other skin is inside. What springs touch is off the skin by up to
/// a quarter of the part radius in the mean; thin bodies stand out more (docs/bounds.md has figures).
/// Reads  pose, placement.  Cost  O(nodes and triangles near the springs).
/// @param near  balls around the chains, m in the world: what they can reach in a frame
/// @param out  replaced; by node
void skin_colliders(posed_skin& skin, const placement& at, std::span<const bounding_sphere> near,
                    const skin_collider_options& options, std::vector<skin_collider>& out);

} // namespace jounce::bounds
