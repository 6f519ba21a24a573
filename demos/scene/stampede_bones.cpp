#include "stampede_bones.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/decompose/decompose.hpp>
#include <jounce/modules/simplify/simplify.hpp>

#include <cstdio>
#include <numeric>
#include <span>

namespace demo {

using namespace jounce;

namespace {

constexpr std::size_t wanted_bones = 24;

void add_matrix(affine_frames& to, const affine<double>& m) {
    const vec3<double>* c = m.linear.column;
    for (const double number : {c[0].x, c[1].x, c[2].x, m.translation.x, c[0].y, c[1].y, c[2].y,
                                m.translation.y, c[0].z, c[1].z, c[2].z, m.translation.z}) {
        to.rows.push_back(static_cast<float>(number));
    }
}

affine_frames clip_of(std::span<const affine<double>> bones, std::size_t bone_count, double fps) {
    affine_frames out;
    out.frames_per_second = static_cast<float>(fps);
    out.joint_count = static_cast<std::uint32_t>(bone_count);
    out.frame_count = static_cast<std::uint32_t>(bones.size() / bone_count);
    for (const affine<double>& each : bones) {
        add_matrix(out, each);
    }
    return out;
}

/// By the limbs of the animal, which know nothing of its belly.
skinned_animal by_hand(const procedural::deforming_mesh& shape) {
    skinned_animal out;
    out.how = "its limbs";
    out.clip = clip_of(shape.bones, shape.bone_count, shape.frames_per_second);
    out.mesh.first_influence.push_back(0);
    for (std::size_t v = 0; v < shape.rest.size(); ++v) {
        out.mesh.positions.push_back(cast<float>(shape.rest[v]));
        for (std::size_t k = 0; k < 4; ++k) {
            if (shape.weights[v][k] > 0) {
                out.mesh.influences.push_back(
                    {shape.joints[v][k], static_cast<float>(shape.weights[v][k])});
            }
        }
        out.mesh.first_influence.push_back(static_cast<std::uint32_t>(out.mesh.influences.size()));
    }
    std::vector<vec3<double>> skinned;
    for (std::size_t f = 0; f < shape.frame_count; ++f) {
        for (std::size_t v = 0; v < shape.rest.size(); ++v) {
            vec3<double> at = {0, 0, 0};
            for (std::size_t k = 0; k < 4; ++k) {
                at = at +
                     shape.weights[v][k] *
                         (shape.bones[f * shape.bone_count + shape.joints[v][k]] * shape.rest[v]);
            }
            skinned.push_back(at);
        }
    }
    std::vector<std::uint32_t> all(shape.rest.size());
    std::iota(all.begin(), all.end(), 0U);
    out.error = simplify::error_on_kept(shape.frames, skinned, shape.rest.size(), all);
    return out;
}

} // namespace

skinned_animal bones_of(const procedural::deforming_mesh& shape) {
    decompose::mesh_animation moves;
    moves.rest = shape.rest;
    moves.triangles = shape.triangles;
    moves.frames = shape.frames;
    moves.takes = {{"gallop", 0, shape.frame_count, shape.frames_per_second}};
    decompose::decompose_options options;
    options.bones = wanted_bones;
    const result<decompose::decomposition> found = decompose::decompose(moves, options);
    if (!found) {
        std::fprintf(stderr, "jounce demo: %s; the animal keeps its limbs as bones\n",
                     found.error().message.c_str());
        return by_hand(shape);
    }
    skinned_animal out;
    out.how = "decomposed";
    out.error = found->report.error;
    out.clip = clip_of(found->bones, found->bone_count(), shape.frames_per_second);
    out.mesh.first_influence.push_back(0);
    for (std::size_t v = 0; v < shape.rest.size(); ++v) {
        out.mesh.positions.push_back(cast<float>(shape.rest[v]));
        for (const weights::bone_weight& by : found->weights.of(v)) {
            out.mesh.influences.push_back(
                {static_cast<std::uint16_t>(by.bone), static_cast<float>(by.weight)});
        }
        out.mesh.first_influence.push_back(static_cast<std::uint32_t>(out.mesh.influences.size()));
    }
    return out;
}

} // namespace demo
