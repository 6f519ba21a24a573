#include "stampede.hpp"

#include "stampede_bones.hpp"

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/procedural/motion.hpp>
#include <jounce/modules/simplify/simplify.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace demo {

using namespace jounce;

namespace {

/// Triangles of the levels, as shares of the finest, and from which share of the picture's height on.
constexpr double level_shares[] = {1, 0.25, 0.06, 0.015};
constexpr float level_sizes[] = {0.3F, 0.12F, 0.04F, 0.002F};

/// Normals of the rest pose, weighted by area.
std::vector<vec3<float>> normals_of(const procedural::deforming_mesh& of) {
    std::vector<vec3<double>> sums(of.rest.size(), {0, 0, 0});
    for (std::size_t i = 0; i < of.triangles.size(); i += 3) {
        const std::uint32_t* t = of.triangles.data() + i;
        const vec3<double> n = cross(of.rest[t[1]] - of.rest[t[0]], of.rest[t[2]] - of.rest[t[0]]);
        for (std::size_t c = 0; c < 3; ++c) {
            sums[t[c]] = sums[t[c]] + n;
        }
    }
    std::vector<vec3<float>> out;
    for (const vec3<double>& n : sums) {
        out.push_back(cast<float>((1 / std::max(length(n), 1e-12)) * n));
    }
    return out;
}

/// A number in 0..1 that looks like chance.
double chance(std::int64_t i, double salt) {
    const double x = std::sin(static_cast<double>(i) * 12.9898 + salt * 78.233) * 43758.5453;
    return x - std::floor(x);
}

std::uint32_t coat_tint(std::int64_t i) {
    constexpr std::uint32_t tints[] = {0xFFFFFFFF, 0xFFB0C4E0, 0xFF8090A8,
                                       0xFFD8E4F0, 0xFF607088, 0xFFC0D0E0};
    return tints[static_cast<std::size_t>(chance(i, 5) * 6) % 6];
}

} // namespace

stampede::stampede(render::skin_renderer* renderer) : renderer_(renderer) {
    const procedural::deforming_mesh shape = procedural::galloper(0.03);
    skinned_animal bound = bones_of(shape);
    bound.mesh.normals = normals_of(shape);
    clip_seconds_ =
        static_cast<float>(static_cast<double>(shape.frame_count) / shape.frames_per_second);

    std::vector<vec3<double>> poses;
    for (const std::size_t f : simplify::spread_frames(shape.frame_count, 8)) {
        const auto first =
            shape.frames.begin() + static_cast<std::ptrdiff_t>(f * shape.rest.size());
        poses.insert(poses.end(), first, first + static_cast<std::ptrdiff_t>(shape.rest.size()));
    }
    std::vector<std::size_t> targets;
    for (const double share : level_shares) {
        targets.push_back(
            static_cast<std::size_t>(share * static_cast<double>(shape.triangles.size() / 3)));
    }
    const auto levels = simplify::simplify({shape.rest, shape.triangles, poses}, targets);
    JOUNCE_ASSERT(levels, "the animal must have levels");
    char text[200];
    std::snprintf(text, sizeof text, "%u bones (%s), %zu frames, error %.2f %%; triangles",
                  bound.clip.frame_count == 0 ? 0 : bound.clip.joint_count, bound.how,
                  shape.frame_count, bound.error);
    made_of_ = text;
    std::vector<render::mesh_level> drawn;
    for (std::size_t i = 0; i < levels->size(); ++i) {
        const simplify::mesh_detail& level = (*levels)[i];
        std::snprintf(text, sizeof text, "%s %zu (%.2f %%)", i == 0 ? "" : ",",
                      level.triangles.size() / 3, 100 * level.error);
        made_of_ += text;
        if (renderer_ == nullptr) {
            continue;
        }
        render::mesh_source source{bound.mesh, level.triangles,
                                   static_cast<std::int32_t>(bound.clip.joint_count),
                                   palette_mode::matrix};
        source.colours = shape.colours;
        const result<render::mesh_id> mesh = renderer_->add_mesh(source);
        JOUNCE_ASSERT(mesh, "a level of the animal must be drawable");
        drawn.push_back({*mesh, level_sizes[i]});
    }
    std::snprintf(text, sizeof text, "; clip %.0f KB, vertex cache %.0f KB",
                  static_cast<double>(bound.clip.rows.size() * sizeof(float)) / 1024,
                  static_cast<double>(shape.frames.size() * sizeof(vec3<float>)) / 1024);
    made_of_ += text;
    if (renderer_ != nullptr) {
        const auto mesh = renderer_->add_levels(drawn);
        const auto clips =
            renderer_->add_clips(std::vector<render::clip_source>{{bound.clip, {}, true}});
        JOUNCE_ASSERT(mesh && clips, "the animal must have levels and a clip");
        mesh_ = *mesh;
        clip_ = clips->front();
    }
}

void stampede::gather(entt::registry& registry, std::int64_t count) {
    disperse(registry);
    // Three times as long as wide.
    constexpr double spacing = 2.2;
    const double wide = spacing * std::sqrt(static_cast<double>(count) / 3);
    length_ = 3 * wide;
    radius_ = static_cast<float>(0.5 * wide);
    for (std::int64_t i = 0; i < count; ++i) {
        animal each;
        each.who = registry.create();
        each.lane = wide * (chance(i, 1) - 0.5);
        each.start = length_ * chance(i, 2);
        each.speed = procedural::gallop_speed * (0.9 + 0.25 * chance(i, 3));
        placement at;
        at.scale = static_cast<float>(0.85 + 0.35 * chance(i, 4));
        registry.emplace<placement>(each.who, at);
        if (renderer_ != nullptr) {
            render::clip_instance plays;
            plays.mesh = mesh_;
            plays.clip = clip_;
            plays.phase = clip_seconds_ *
                          static_cast<float>(procedural::crowd_phase(static_cast<std::size_t>(i)));
            plays.speed = static_cast<float>(each.speed / procedural::gallop_speed) / at.scale;
            plays.tint = coat_tint(i);
            registry.emplace<render::clip_instance>(each.who, plays);
        }
        herd_.push_back(each);
    }
    run(registry, 0);
}

void stampede::disperse(entt::registry& registry) {
    for (const animal& each : herd_) {
        registry.destroy(each.who);
    }
    herd_.clear();
}

void stampede::run(entt::registry& registry, double time) {
    for (const animal& each : herd_) {
        placement& at = registry.get<placement>(each.who);
        const double run_so_far = (each.start + each.speed * time) / length_;
        const double along = length_ * (run_so_far - std::floor(run_so_far));
        at.position = {each.lane + 0.6 * std::sin(0.35 * along + each.start), 0,
                       along - length_ + 6};
    }
    if (renderer_ != nullptr) {
        renderer_->set_clip_time(time);
    }
}

std::string stampede::summary() const {
    return "  " + std::to_string(herd_.size()) + " animals: " + made_of_ + "\n";
}

} // namespace demo
