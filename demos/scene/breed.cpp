#include "breed.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/displace_rest.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace demo {

using namespace jounce;

namespace {

/// Of clips that have to be sampled.
constexpr float sample_rate = 24;
constexpr std::uint32_t most_samples = 1000;

void add_mesh(const gltf::mesh& from, breed& to) {
    const auto first_vertex = static_cast<std::uint32_t>(to.mesh.positions.size());
    const auto first_influence = static_cast<std::uint32_t>(to.mesh.influences.size());
    const skinned_mesh& v = from.vertices;
    to.mesh.positions.insert(to.mesh.positions.end(), v.positions.begin(), v.positions.end());
    for (std::size_t i = 0; i < v.positions.size(); ++i) {
        to.mesh.normals.push_back(i < v.normals.size() ? v.normals[i] : vec3<float>{0, 1, 0});
        to.mesh.first_influence.push_back(first_influence + v.first_influence[i + 1]);
    }
    to.mesh.influences.insert(to.mesh.influences.end(), v.influences.begin(), v.influences.end());
    for (std::size_t level = 0; level < to.levels.size(); ++level) {
        // Meshes with fewer levels stay at their last.
        const std::size_t own = std::min(level, from.levels.size());
        for (const std::uint32_t corner :
             own == 0 ? from.triangles : from.levels[own - 1].triangles) {
            to.levels[level].push_back(first_vertex + corner);
        }
    }
}

void measure(breed& to) {
    to.low = to.mesh.positions.front();
    to.high = to.low;
    for (const vec3<float>& p : to.mesh.positions) {
        to.low = {std::min(to.low.x, p.x), std::min(to.low.y, p.y), std::min(to.low.z, p.z)};
        to.high = {std::max(to.high.x, p.x), std::max(to.high.y, p.y), std::max(to.high.z, p.z)};
    }
}

/// Whether a loop goes from the last frame on to the first: they differ, and by no more than frames do.
bool does_close(const affine_frames& clip) {
    const std::size_t numbers = std::size_t{12} * clip.joint_count;
    const auto distance = [&](std::size_t a, std::size_t b) {
        double sum = 0;
        for (std::size_t i = 0; i < numbers; ++i) {
            const auto d =
                static_cast<double>(clip.rows[a * numbers + i] - clip.rows[b * numbers + i]);
            sum += d * d;
        }
        return std::sqrt(sum);
    };
    double steps = 0;
    for (std::size_t f = 0; f + 1 < clip.frame_count; ++f) {
        steps = std::max(steps, distance(f, f + 1));
    }
    const double last = distance(clip.frame_count - 1, 0);
    return last > 0.01 * steps && last < 2 * steps;
}

/// Plays the clip once, for what is not in the file as jounce needs it.
result<bool> sample(const gltf::model& model, const clip& played, bool has_morphs, breed& to) {
    const bool has_matrices = !played.affine.empty();
    if (has_matrices) {
        to.clip = played.affine;
    } else {
        to.clip.frames_per_second = sample_rate;
        to.clip.frame_count =
            std::min(most_samples,
                     1 + static_cast<std::uint32_t>(std::lround(played.duration * sample_rate)));
        to.clip.joint_count = static_cast<std::uint32_t>(model.joints.size());
    }
    if (has_matrices && !has_morphs) {
        return true;
    }
    const result<gltf::ready_kind> kind = gltf::make_ready_kind(model, {}, palette_mode::matrix);
    if (!kind) {
        return kind.error();
    }
    entt::registry registry;
    const entt::entity who = gltf::spawn(registry, *kind);
    pipeline frames(registry);
    play(registry, who, played.name, {.mode = play_mode::once, .speed = 0});
    for (std::uint32_t f = 0; f < to.clip.frame_count; ++f) {
        seek(registry, who,
             static_cast<double>(f) / static_cast<double>(to.clip.frames_per_second));
        frames.run(1.0F / 60);
        if (!has_matrices) {
            for (const palette_row<float>& row : palette_of(registry, who)) {
                to.clip.rows.insert(to.clip.rows.end(), row.v, row.v + 4);
            }
        }
        if (has_morphs) {
            const std::span<const float> weights = registry.get<const morph_weights>(who).of(0);
            to.morph_weights.insert(to.morph_weights.end(), weights.begin(), weights.end());
        }
    }
    return true;
}

} // namespace

float breed::extent() const {
    return std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1e-6F});
}

float breed::seconds() const {
    const std::uint32_t steps = closes ? clip.frame_count : clip.frame_count - 1;
    return static_cast<float>(std::max(steps, 1U)) / clip.frames_per_second;
}

result<breed> read_breed(const std::filesystem::path& file) {
    result<gltf::model> model = gltf::read_model(file);
    if (!model) {
        return model.error();
    }
    breed out;
    out.name = file.stem().string();
    std::vector<const gltf::mesh*> drawn;
    for (const gltf::mesh& mesh : model->meshes) {
        if (mesh.is_visible && !mesh.triangles.empty()) {
            drawn.push_back(&mesh);
        }
    }
    if (drawn.empty()) {
        return error{errors::no_mesh, file.string() + ": has no triangles to draw"};
    }
    if (model->clips.clips.empty()) {
        return error{errors::no_such_clip,
                     file.string() +
                         ": has no clip to play; a deforming mesh becomes one with a clip by "
                         "jounce decompose IN -o OUT.glb"};
    }
    const gltf::mesh& most = **std::max_element(drawn.begin(), drawn.end(),
                                                [](const gltf::mesh* a, const gltf::mesh* b) {
                                                    return a->levels.size() < b->levels.size();
                                                });
    out.levels.resize(1 + most.levels.size());
    out.sizes = most.levels.empty() ? std::vector<float>{0} : most.coverage;
    out.mesh.first_influence.push_back(0);
    for (const gltf::mesh* mesh : drawn) {
        add_mesh(*mesh, out);
    }
    // Weights of several meshes are not kept apart here.
    const bool has_morphs = drawn.size() == 1 && !drawn[0]->morphs.empty();
    if (has_morphs) {
        out.morphs = drawn[0]->morphs;
    }
    measure(out);
    const result<bool> sampled = sample(*model, model->clips.clips.front(), has_morphs, out);
    if (!sampled) {
        return sampled.error();
    }
    out.closes = does_close(out.clip);
    return out;
}

const char* body_name(body which) {
    switch (which) {
    case body::plain: return "as decomposed";
    case body::fat: return "a belly";
    case body::thin: return "slim";
    case body::bumpy: return "bumps";
    }
    return "?";
}

result<skinned_mesh> with_body(const breed& of, body which) {
    if (which == body::plain) {
        return of.mesh;
    }
    const float size = of.extent();
    const vec3<float> middle = 0.5F * (of.low + of.high);
    std::vector<vec3<float>> by;
    for (std::size_t v = 0; v < of.mesh.positions.size(); ++v) {
        const vec3<float>& p = of.mesh.positions[v];
        const vec3<float> off = (1 / size) * (p - middle);
        // Around the trunk: wide along the animal, gone at its head and feet.
        const float trunk = std::exp(-(dot(off, off)) / 0.035F);
        float push = 0;
        if (which == body::fat) {
            push = 0.09F * trunk;
        } else if (which == body::thin) {
            push = -0.03F * trunk;
        } else {
            constexpr float waves = 2 * std::numbers::pi_v<float> / 0.13F;
            const float wave =
                std::sin(waves * off.x) * std::sin(waves * off.y) * std::sin(waves * off.z);
            push = 0.03F * wave * wave;
        }
        by.push_back(size * push * of.mesh.normals[v]);
    }
    return displace_rest(of.mesh, of.levels.front(), by);
}

} // namespace demo
