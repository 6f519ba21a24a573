#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/dev/replay/golden_array.hpp>
#include <jounce/modules/rig/reference_builder.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jounce::replay {

struct golden_bone {
    std::int32_t parent = -1;
    vec3<double> head; ///< at rest, model space
    vec3<double> tail;
    std::optional<vec3<double>> offset; ///< parent's tail minus head, where the case gives its own

    friend bool operator==(const golden_bone&, const golden_bone&) = default;
};

/// The animation of a bone: both relative to its rest pose, in the parent's frame.
struct golden_pose {
    quat<double> rotation;
    vec3<double> translation;
};

/// The content of a recorded array. The shapes are those of the array; T frames, n entries of
/// `bones`.
enum class quantity : std::uint8_t {
    rigid_bones,      ///< (T,n,2,3) head and tail after forward kinematics
    dynamic_bones,    ///< (T,n,2,3) head and tail that the springs gave
    fixed_masses,     ///< (T,n,3)
    free_masses,      ///< (T,n,3)
    velocities,       ///< (T,n,3) of the free masses
    rigid_transforms, ///< (T,n,3,4), or (T,n,3) translations: rest pose to animated pose
    final_transforms, ///< the same with springs
    rigid_vertices,   ///< (K,V,3) at `vertex_frames`
    final_vertices,   ///< the same with springs
};

struct expectation {
    quantity what;
    golden_array data;
    std::vector<std::int32_t> bones; ///< whom the second index means
};

struct golden_mesh {
    golden_array rest;                       ///< (V,3)
    golden_array weights;                    ///< (V,n), as skinning uses them
    std::vector<std::int32_t> bones;         ///< whom the second index of the weights means
    std::vector<std::int64_t> vertex_frames; ///< [K], ascending
};

/// A recorded run of the method: a rig, its springs, a motion, and the results.
struct golden_case {
    std::string name;
    std::filesystem::path file; ///< that describes it, for messages
    std::int64_t frames = 0;
    double dt = 0;
    std::vector<golden_bone> bones;
    spring_settings settings;              ///< of every spring
    std::vector<std::int32_t> simulated;   ///< spring bones
    std::vector<std::int32_t> transformed; ///< bones whose final transform comes from head and tail
    std::vector<std::int32_t> driven;      ///< bones that the animation moves
    std::vector<golden_pose> poses;        ///< [frame][driven]
    std::vector<expectation> expected;
    std::optional<golden_mesh> mesh;

    /// Longest side of the box around the mesh, or around the bones where there is no mesh.
    double extent() const;
    /// How far the recorded springs leave the animation, over the extent.
    double deviation() const;
};

/// Segments to turn into transforms, without motion.
struct golden_segments {
    std::string name;
    std::filesystem::path file;
    golden_array source;   ///< (n,2,3) head and tail at rest
    golden_array target;   ///< (n,2,3)
    golden_array matrices; ///< (n,4,4)
};

} // namespace jounce::replay
