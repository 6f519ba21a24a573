#include "stampede.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/procedural/galloper.hpp>
#include <jounce/modules/procedural/motion.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace demo {

using namespace jounce;

namespace {

/// Metres from nose to tail that animals of any file are scaled to, and how far a round of the clip carries them.
constexpr float animal_length = 2.5F;
constexpr double stride = procedural::gallop_speed;

const char* const own_animal = JOUNCE_DEMO_MODELS "/galloper.glb";

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

/// Half of them as in the file.
body body_of(double chance) {
    return chance < 0.5    ? body::plain
           : chance < 0.72 ? body::fat
           : chance < 0.92 ? body::thin
                           : body::bumpy;
}

std::vector<std::uint32_t> coat_of(const breed& from, bool is_own, std::size_t number) {
    constexpr std::uint32_t plain[] = {0xFF7E9CC4, 0xFFB0A8A0, 0xFF8FB48F, 0xFFC4B07E};
    std::vector<std::uint32_t> out;
    for (const vec3<float>& p : from.mesh.positions) {
        out.push_back(is_own ? procedural::galloper_coat(cast<double>(p))
                             : plain[number % std::size(plain)]);
    }
    return out;
}

error in_file(const breed& of, const error& wrong) {
    return {wrong.name, of.name + ": " + wrong.message};
}

} // namespace

result<std::unique_ptr<stampede>> stampede::make(render::skin_renderer* renderer,
                                                 std::span<const std::filesystem::path> files) {
    std::unique_ptr<stampede> out(new stampede(renderer));
    const std::filesystem::path own = own_animal;
    for (const std::filesystem::path& file : files.empty() ? std::span(&own, 1) : files) {
        const result<breed> read = read_breed(file);
        if (!read) {
            return read.error();
        }
        const std::vector<std::uint32_t> coat = coat_of(*read, files.empty(), out->breeds_.size());
        if (const result<bool> added = out->add(*read, coat); !added) {
            return added.error();
        }
    }
    return out;
}

result<bool> stampede::add(const breed& from, const std::vector<std::uint32_t>& coat) {
    drawn_breed made;
    made.seconds = from.seconds();
    made.scale = animal_length / from.extent();
    const vec3<float> size = from.high - from.low;
    made.turn = size.x > size.z ? axis_angle<float>({0, 1, 0}, -1.5707963F) : quat<float>{};
    made.below = {0.5F * (from.low.x + from.high.x), from.low.y, 0.5F * (from.low.z + from.high.z)};
    char text[200];
    std::snprintf(text, sizeof text, "%s: %u bones, %u frames, %zu corrections; triangles",
                  from.name.c_str(), from.clip.joint_count, from.clip.frame_count,
                  from.morphs.size());
    made.made_of = text;
    for (const std::vector<std::uint32_t>& level : from.levels) {
        made.made_of += ' ' + std::to_string(level.size() / 3);
    }
    std::snprintf(text, sizeof text, "; clip %.0f KB, vertex cache %.0f KB",
                  static_cast<double>(from.clip.rows.size() * sizeof(float)) / 1024,
                  static_cast<double>(from.mesh.positions.size() * from.clip.frame_count *
                                      sizeof(vec3<float>)) /
                      1024);
    made.made_of += text;
    if (renderer_ != nullptr) {
        for (int b = 0; b < body_count; ++b) {
            const result<skinned_mesh> shape = with_body(from, static_cast<body>(b));
            if (!shape) {
                return in_file(from, shape.error());
            }
            std::vector<render::mesh_level> levels;
            for (std::size_t i = 0; i < from.levels.size(); ++i) {
                render::mesh_source source{*shape, from.levels[i],
                                           static_cast<std::int32_t>(from.clip.joint_count),
                                           palette_mode::matrix};
                source.colours = coat;
                source.morphs = from.morphs;
                const result<render::mesh_id> mesh = renderer_->add_mesh(source);
                if (!mesh) {
                    return in_file(from, mesh.error());
                }
                levels.push_back({*mesh, from.sizes[i]});
            }
            const result<render::mesh_id> all = renderer_->add_levels(levels);
            if (!all) {
                return in_file(from, all.error());
            }
            made.bodies[static_cast<std::size_t>(b)] = *all;
        }
        const auto clips = renderer_->add_clips(
            std::vector<render::clip_source>{{from.clip, from.morph_weights, from.closes}});
        if (!clips) {
            return in_file(from, clips.error());
        }
        made.clip = clips->front();
    }
    breeds_.push_back(std::move(made));
    return true;
}

stampede::animal stampede::add_animal(entt::registry& registry, const drawn_breed& of, body shape,
                                      float size, float phase, float pace, std::uint32_t tint) {
    animal each;
    each.who = registry.create();
    placement at;
    at.scale = of.scale * size;
    at.rotation = of.turn;
    each.below = cast<double>(at.scale * rotate(of.turn, of.below));
    registry.emplace<placement>(each.who, at);
    if (renderer_ != nullptr) {
        render::clip_instance plays;
        plays.mesh = of.bodies[static_cast<std::size_t>(shape)];
        plays.clip = of.clip;
        plays.phase = of.seconds * phase;
        plays.speed = pace;
        plays.tint = tint;
        registry.emplace<render::clip_instance>(each.who, plays);
    }
    return each;
}

void stampede::gather(entt::registry& registry, std::int64_t count, bool edited) {
    disperse(registry);
    // Three times as long as wide.
    constexpr double spacing = 2.2;
    const double wide = spacing * std::sqrt(static_cast<double>(count) / 3);
    length_ = 3 * wide;
    radius_ = static_cast<float>(0.5 * wide);
    for (std::int64_t i = 0; i < count; ++i) {
        const drawn_breed& of = breeds_[static_cast<std::size_t>(i) % breeds_.size()];
        const body shape = edited ? body_of(chance(i, 6)) : body::plain;
        const float size =
            static_cast<float>(edited ? 0.6 + 0.8 * chance(i, 4) : 0.85 + 0.35 * chance(i, 4));
        const double pace = 0.9 + 0.25 * chance(i, 3);
        animal each =
            add_animal(registry, of, shape, size,
                       static_cast<float>(procedural::crowd_phase(static_cast<std::size_t>(i))),
                       static_cast<float>(pace) / size, coat_tint(i));
        each.lane = wide * (chance(i, 1) - 0.5);
        each.start = length_ * chance(i, 2);
        each.speed = pace * stride / static_cast<double>(of.seconds);
        herd_.push_back(each);
    }
    run(registry, 0);
}

std::vector<std::pair<std::string, vec3<float>>> stampede::line_up(entt::registry& registry) {
    disperse(registry);
    struct place {
        body shape;
        float size;
        const char* said;
    };
    constexpr place row[] = {{body::plain, 1, ""},
                             {body::fat, 1, ""},
                             {body::thin, 1, ""},
                             {body::bumpy, 1, ""},
                             {body::fat, 0.55F, "half the size, a belly"}};
    std::vector<std::pair<std::string, vec3<float>>> labels;
    const auto count = static_cast<double>(breeds_.size() * std::size(row));
    for (const drawn_breed& of : breeds_) {
        for (const place& each : row) {
            animal made = add_animal(registry, of, each.shape, each.size, 0, 1, 0xFFFFFFFF);
            placement& at = registry.get<placement>(made.who);
            at.rotation = axis_angle<float>({0, 1, 0}, 1.1F) * of.turn; // seen from the side
            made.below = cast<double>(at.scale * rotate(at.rotation, of.below));
            made.lane = 1.75 * (static_cast<double>(herd_.size()) - 0.5 * (count - 1));
            made.speed = 0;
            labels.emplace_back(*each.said != 0 ? each.said : body_name(each.shape),
                                vec3<float>{static_cast<float>(made.lane), 0, 0.8F});
            herd_.push_back(made);
        }
    }
    radius_ = static_cast<float>(0.9 * count);
    run(registry, 0);
    return labels;
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
        vec3<double> foot = {each.lane, 0, 0};
        if (each.speed > 0) {
            const double run_so_far = (each.start + each.speed * time) / length_;
            const double along = length_ * (run_so_far - std::floor(run_so_far));
            foot.x += 0.6 * std::sin(0.35 * along + each.start);
            foot.z = along - length_ + 6;
        }
        at.position = foot - each.below;
    }
    if (renderer_ != nullptr) {
        renderer_->set_clip_time(time);
    }
}

std::string stampede::summary() const {
    std::string out = "  " + std::to_string(herd_.size()) + " animals\n";
    for (const drawn_breed& each : breeds_) {
        out += "  " + each.made_of + '\n';
    }
    return out;
}

} // namespace demo
