#pragma once

#include <jounce/components/assets/character_kind.hpp>

#include <Eigen/Geometry>

#include <cstddef>
#include <vector>

namespace jounce::bench {

/// The ordinary way to write it, to measure against: every character owns its arrays of structs and
/// is computed on its own with Eigen's vectors and quaternions. It computes the same numbers as the
/// systems fk, palette, integrate, project and pose (tests compare them), for what `bench_character`
/// uses: rigs of uniform scale, springs without edge constraint.
///
/// baseline.cpp is compiled with -O3 and otherwise the compiler's default flags (on x86-64: SSE2),
/// as a program is that was not written for one CPU; Eigen's own assertions are off.
struct baseline_character {
    struct bone {
        Eigen::Quaternionf rotation;
        Eigen::Vector3f translation;
        float scale;
    };
    struct particle {
        Eigen::Vector3f position;
        Eigen::Vector3f velocity;
        Eigen::Vector3f anchor;
    };

    struct joint {
        Eigen::Vector4f real;
        Eigen::Vector4f dual;
        Eigen::Vector4f scale;
    };

    std::vector<bone> local;                    ///< [bone]
    std::vector<bone> rigid;                    ///< [bone], model space
    std::vector<Eigen::Vector3f> rigid_tails;   ///< [affected bone]
    std::vector<particle> particles;            ///< [spring]
    std::vector<Eigen::Vector3f> dynamic_heads; ///< [affected bone]
    std::vector<Eigen::Vector3f> dynamic_tails; ///< [affected bone]
    std::vector<bone> transforms;               ///< [bone], after springs
    std::vector<joint> palette;                 ///< [joint]
    bool fresh = true;                          ///< has not made a step yet
};

/// A character at rest. @pre the kind is one that the baseline can compute
baseline_character make_baseline(const character_kind& kind);

/// Poses a bone.
void set_local(baseline_character& character, std::size_t bone, const transform<float>& local);

/// Local pose to model space, and rigid tails.
void baseline_fk(const character_kind& kind, baseline_character& character);

/// Model space, as fk made it, to the rows that a GPU reads: dual quaternion and scale.
void baseline_palette(const character_kind& kind, baseline_character& character);

/// One step of the reference solver: integrate, then project.
void baseline_springs(const character_kind& kind, float dt, baseline_character& character);

/// Memory of one character, bytes.
std::size_t baseline_bytes(const character_kind& kind);

} // namespace jounce::bench
