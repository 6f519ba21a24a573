#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace jounce::procedural {

/// A bone by its ends in the rest pose.
struct bone_line {
    std::int32_t bone = 0;
    vec3<double> head, tail;
};

/// The share of one bone in a vertex.
struct skin_weight {
    std::int32_t bone = 0;
    double weight = 0;
};

/// How bones share a vertex, in any order; need not sum to one before it becomes part of a surface.
using skin_weights = std::vector<skin_weight>;

/// `(1 - t) a + t b`.
skin_weights blend(const skin_weights& a, const skin_weights& b, double t);

/// Each bone once, the `most` strongest, summing to one. Invisibly small shares are left out.
/// @pre some weight is above zero
skin_weights tidied(const skin_weights& given, int most);

/// 0 up to 0, 1 from 1 on, level at both.
double smooth_step(double t);

/// From a bone's segment to a place, metres.
double distance(const bone_line& from, const vec3<double>& to);

/// Which bones move a place of the rest pose.
using binding = std::function<skin_weights(const vec3<double>&)>;

/// Everything moves with this bone alone.
binding to_bone(std::int32_t bone);

/// The whole part moves as one place does, so that it keeps its shape on a soft body.
binding as_at(const binding& body, const vec3<double>& place);

/// A soft part, which takes weight from the base bones within its reach.
struct soft_reach {
    bone_line line;
    double reach = 0; ///< metres from its segment at which nothing of it is left
    double share = 1; ///< of the weight, on the segment itself
};

/// Soft parts take their shares by distance, as helper bones in files do; if they want more than
/// the whole weight they share it; the rest goes to the base.
binding softened(binding base, std::vector<soft_reach> by);

/// Bones that follow each other, as those of a tail do.
class bone_chain {
public:
    /// @param root  the bone that carries the first one, which takes part in moving its first half;
    ///              -1: none does
    /// @pre at least one bone, all of some length
    explicit bone_chain(std::vector<bone_line> links, std::int32_t root = -1);

    /// Metres along the bones, from the first head to the last tail.
    double length() const { return starts_.back(); }
    /// A smooth curve through all joints. `along` in metres from the first head.
    vec3<double> point(double along) const;
    /// Unit tangent of the curve.
    vec3<double> direction(double along) const;
    /// Weights blend from one bone to the next around their joint: equal at the joint, one bone
    /// alone in its middle.
    skin_weights weights(double along) const;

private:
    std::size_t link_at(double along) const;

    std::vector<bone_line> links_;
    std::vector<double> starts_; ///< [link + 1], metres
    std::int32_t root_ = -1;
};

/// By the height of a place between two levels, from one bone to another.
binding by_height(std::int32_t low, std::int32_t high, double from, double to);

} // namespace jounce::procedural
