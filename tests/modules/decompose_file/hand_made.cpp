#include "hand_made.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/decompose_file/make_character.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

namespace jounce_test {

using namespace jounce;
using namespace jounce::decompose;

namespace {

constexpr std::size_t rings = 7;
constexpr std::size_t around = 8;
constexpr std::size_t bones = 3;

/// Three metres along x, half a metre thick; away from the origin.
vec3<double> tube_vertex(std::size_t ring, std::size_t step) {
    const double angle = 2 * 3.14159265358979 * static_cast<double>(step) / around;
    return {2 + 0.5 * static_cast<double>(ring), 1 + 0.25 * std::cos(angle),
            0.25 * std::sin(angle) - 3};
}

affine<double> bone_at(const decomposition& of, std::size_t frame, std::size_t bone) {
    const double t = static_cast<double>(frame);
    const double b = static_cast<double>(bone);
    const quat<double> turn =
        axis_angle<double>({0, 0.6, 0.8}, 0.3 * t * (b - 1) + 0.1 * std::sin(t + b));
    affine<double> out;
    out.linear = to_matrix(turn);
    if (of.kind == bone_kind::flexible) {
        const mat3<double> shear = {{{1 + 0.1 * std::sin(t), 0.05 * b, 0},
                                     {0.2 * std::cos(t + b), 0.9, 0.1},
                                     {0, 0.03 * t, 1.1}}};
        out.linear = out.linear * shear;
        if (frame == 3 && bone == 1) {
            out.linear.column[2] = -1.0 * out.linear.column[2]; // mirrored
        }
    }
    const vec3<double>& c = of.centres[bone];
    out.translation = c + vec3<double>{0.1 * t, 0.2 * std::sin(t), 0.05 * b} - out.linear * c;
    return out;
}

void add_corrections(hand_made& to, std::size_t rank, std::size_t frames) {
    corrections& out = to.found.corrected;
    out.rank = rank;
    for (std::size_t k = 0; k < rank; ++k) {
        for (std::size_t v = 0; v < to.mesh.animation.rest.size(); ++v) {
            const double s = static_cast<double>((k + 1) * v);
            out.basis.push_back({0.01 * std::sin(s), 0.02 * std::cos(0.7 * s), 0.01});
        }
    }
    for (std::size_t i = 0; i < rank * frames; ++i) {
        out.coefficients.push_back(std::sin(1.3 * static_cast<double>(i)));
    }
}

vec3<double> displaced(const hand_made& of, std::size_t frame, std::size_t vertex) {
    vec3<double> out = of.mesh.animation.rest[vertex];
    const corrections& extra = of.found.corrected;
    for (std::size_t k = 0; k < extra.rank; ++k) {
        out = out + extra.coefficients[frame * extra.rank + k] *
                        extra.basis[k * of.mesh.animation.rest.size() + vertex];
    }
    return out;
}

} // namespace

hand_made::hand_made(const hand_made_options& options) {
    mesh_animation& to = mesh.animation;
    for (std::size_t r = 0; r < rings; ++r) {
        for (std::size_t s = 0; s < around; ++s) {
            to.rest.push_back(tube_vertex(r, s));
            const double share = static_cast<double>(r) / (rings - 1) * (bones - 1);
            const auto low = std::min(static_cast<std::size_t>(share), bones - 2);
            const double high = share - static_cast<double>(low);
            const auto bone = static_cast<std::int32_t>(low);
            if (high > 0 && high < 1) {
                found.weights.add(
                    std::vector<weights::bone_weight>{{bone, 1 - high}, {bone + 1, high}});
            } else {
                found.weights.add(
                    std::vector<weights::bone_weight>{{high > 0 ? bone + 1 : bone, 1}});
            }
            if (r > 0) {
                const auto at = [&](std::size_t ring, std::size_t step) {
                    return static_cast<std::uint32_t>(ring * around + step % around);
                };
                to.triangles.insert(to.triangles.end(),
                                    {at(r - 1, s), at(r, s + 1), at(r, s), at(r - 1, s),
                                     at(r - 1, s + 1), at(r, s + 1)});
            }
        }
    }
    mesh.name = "tube";
    mesh.parts.push_back({"tube", 0, to.rest.size(), 0, to.triangles.size() / 3, -1});
    extent = length(vec3<double>{3, 0.5, 0.5});
    found.kind = options.kind;
    found.centres = {{2, 1, -3}, {3.5, 1, -3}, {5, 1, -3}};
    const std::size_t frames = options.takes * options.frames;
    for (std::size_t t = 0; t < options.takes; ++t) {
        to.takes.push_back({"take " + std::to_string(t), t * options.frames, options.frames, 24});
    }
    add_corrections(*this, options.rank, frames);
    for (std::size_t f = 0; f < frames; ++f) {
        for (std::size_t b = 0; b < bones; ++b) {
            found.bones.push_back(bone_at(found, f, b));
        }
        for (std::size_t v = 0; v < to.rest.size(); ++v) {
            vec3<double> sum;
            for (const weights::bone_weight& one : found.weights.of(v)) {
                sum = sum + one.weight * (found.bone(f, static_cast<std::size_t>(one.bone)) *
                                          displaced(*this, f, v));
            }
            to.frames.push_back(sum);
        }
    }
    found.report.error_by_frame.assign(frames, 0.01);
    found.report.error_by_vertex.assign(to.rest.size(), 0.01);
}

std::string hand_made::glb() const {
    const auto made = make_character(mesh, found);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    const auto bytes = made->document.bytes();
    REQUIRE(bytes);
    return *bytes;
}

gltf::model read_again(const std::string& glb) {
    auto model = gltf::parse_model(std::as_bytes(std::span(glb)), "again.glb");
    INFO((model ? "" : model.error().message));
    REQUIRE(model);
    return *std::move(model);
}

std::vector<vec3<double>> at_key(const gltf::model& model, std::size_t which, std::size_t key) {
    const clip& shown = model.clips.clips[which];
    const auto count = static_cast<std::size_t>(model.bones.bone_count());
    std::vector<affine<double>> place(count);
    for (std::size_t b = 0; b < count; ++b) {
        vec3<double> translation = cast<double>(model.bones.rest_local[b].translation);
        quat<double> rotation = cast<double>(model.bones.rest_local[b].rotation);
        vec3<double> scale = {1, 1, 1};
        for (const track& one : shown.tracks) {
            if (static_cast<std::size_t>(one.bone) != b) {
                continue;
            }
            const float* v = shown.values.data() + one.first_value +
                             key * (one.target == track_target::rotation ? 4U : 3U);
            const vec3<double> read = cast<double>(vec3<float>{v[0], v[1], v[2]});
            if (one.target == track_target::rotation) {
                rotation = {read.x, read.y, read.z, static_cast<double>(v[3])};
            } else {
                (one.target == track_target::scale ? scale : translation) = read;
            }
        }
        const affine<double> local = {scaled_columns(to_matrix(normalised(rotation)), scale),
                                      translation};
        const std::int32_t parent = model.bones.parents[b];
        place[b] = parent < 0 ? local : place[static_cast<std::size_t>(parent)] * local;
    }
    const gltf::mesh& mesh = model.meshes.front();
    std::vector<vec3<double>> out;
    for (std::size_t v = 0; v < mesh.vertices.positions.size(); ++v) {
        vec3<double> rest = cast<double>(mesh.vertices.positions[v]);
        for (std::size_t k = 0; k < mesh.morphs.size(); ++k) {
            const morph_track& weights = shown.morphs.front();
            rest = rest + static_cast<double>(
                              shown.values[weights.first_value + key * mesh.morphs.size() + k]) *
                              cast<double>(mesh.morphs[k].positions[v]);
        }
        vec3<double> sum;
        for (std::uint32_t i = mesh.vertices.first_influence[v];
             i < mesh.vertices.first_influence[v + 1]; ++i) {
            const influence& one = mesh.vertices.influences[i];
            const bind_description& joint = model.joints[one.joint];
            sum = sum +
                  static_cast<double>(one.weight) *
                      (place[static_cast<std::size_t>(joint.bone)] * (joint.inverse_bind * rest));
        }
        out.push_back(sum);
    }
    return out;
}

double farthest(const std::vector<vec3<double>>& a, std::span<const vec3<double>> b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double far = length(a[i] - b[i]);
        most = far <= most ? most : far; // what is not a number must not pass
    }
    return most;
}

} // namespace jounce_test
