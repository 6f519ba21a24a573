#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce {

/// Collects bones in any order and makes a rig of them, or says what is wrong.
///
/// Error names: `empty_rig`, `too_many_bones`, `empty_name`, `duplicate_name`, `missing_parent`,
/// `cycle`, `not_finite`, `bad_rotation`, `bad_scale`, `zero_length`, `bad_unit`.
class rig_builder {
public:
    /// A bone by its two ends in model space at rest; its frame has the model's axes.
    struct segment {
        std::string name = {};
        std::int32_t parent = -1; ///< index in the order of adding, also a later one; -1 for a root
        vec3<double> head = {};
        vec3<double> tail = {};
        bool handle = false; ///< a point handle: may have no length
    };

    /// A bone by its transform relative to the parent at rest, as scene files have it.
    struct joint {
        std::string name = {};
        std::int32_t parent = -1;
        quat<double> rotation = {};
        vec3<double> translation = {};
        vec3<double> scale = {1, 1, 1};
        vec3<double> tail = {}; ///< in the bone's own frame
        bool handle = false;
    };

    /// @{
    /// Adds a bone. Returns its index in the order of adding, which `parent` of others refers to.
    std::int32_t add(segment bone);
    std::int32_t add(joint bone);
    /// @}

    /// Makes the rig able to play poses whose scale differs by axis, even if the rest pose does not
    /// have any. Poses then carry a matrix per bone, so it is not the default.
    void allow_non_uniform_scale() { non_uniform_ = true; }

    /// How large a unit of the bones' lengths is; 0.01: they are in centimetres. From 1e-4 to 1e4.
    void metres_per_unit(double metres) { metres_per_unit_ = metres; }

    /// Bones that were added so far.
    std::int32_t bone_count() const { return static_cast<std::int32_t>(bones_.size()); }

    /// Checks all bones and puts parents first. `Real` is float for characters, double for verification.
    template <class Real> result<basic_rig<Real>> build() const;

private:
    struct entry {
        joint bone;
        bool in_model_space = false; ///< translation and tail are still model space
    };
    std::vector<entry> bones_;
    bool non_uniform_ = false;
    double metres_per_unit_ = 1;

    friend struct rig_checks;
};

} // namespace jounce
