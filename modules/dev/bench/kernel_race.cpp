#include <jounce/modules/dev/bench/kernel_race.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/modules/dev/bench/baseline.hpp>
#include <jounce/modules/dev/bench/race.hpp>
#include <jounce/modules/dev/bench/skin_baseline.hpp>
#include <jounce/modules/dev/bench/spring_race.hpp>
#include <jounce/modules/rig/bind_mesh.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/lane_palette.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/skin/skin.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace jounce::bench {
namespace {

struct near_bone {
    double distance = 0;
    std::uint16_t bone = 0;
};

/// From a point to the segment of a bone at rest.
double distance_to(const rig& bones, std::size_t bone, const vec3<double>& point) {
    const vec3<double> head = cast<double>(bones.rest_head[bone]);
    const vec3<double> along = cast<double>(bones.rest_tail[bone]) - head;
    const double square = dot(along, along);
    const double t = square > 0 ? std::clamp(dot(point - head, along) / square, 0.0, 1.0) : 0.0;
    return length(point - head - t * along);
}

void add_influences(const rig& bones, const vec3<double>& point, skinned_mesh& mesh) {
    std::vector<near_bone> near;
    for (std::size_t b = 0; b < bones.parents.size(); ++b) {
        near.push_back({distance_to(bones, b, point), static_cast<std::uint16_t>(b)});
    }
    const std::size_t count = std::min<std::size_t>(4, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end(),
                      [](const near_bone& a, const near_bone& b) {
                          return std::pair(a.distance, a.bone) < std::pair(b.distance, b.bone);
                      });
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        total += 1 / (near[i].distance * near[i].distance + 1e-6);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const double weight = 1 / (near[i].distance * near[i].distance + 1e-6) / total;
        mesh.influences.push_back({near[i].bone, static_cast<float>(weight)});
    }
    mesh.first_influence.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
}

/// What one side of a race over skinning writes.
struct skin_scratch {
    std::vector<skin_entry<float>> entries;
    std::vector<vec3<float>> positions, normals;
};

kernel_cost race_skin(skin_method method, const palette& rows, const skinned_mesh& mesh,
                      const skin_binding& binding) {
    const bool linear = method == skin_method::linear;
    const result<bound_mesh> bound = bind_mesh(mesh, binding, method);
    JOUNCE_ASSERT(static_cast<bool>(bound), "the bench made a mesh that cannot be bound");
    skin_scratch ours{std::vector<skin_entry<float>>(bound->entry_count()),
                      std::vector<vec3<float>>(bound->vertex_count),
                      std::vector<vec3<float>>(bound->vertex_count)};
    std::vector<skin_baseline> theirs(lane_count, make_skin_baseline(mesh));
    for (int lane = 0; lane < lane_count; ++lane) {
        set_joints(theirs[static_cast<std::size_t>(lane)], rows, lane);
    }
    return race(
        linear ? "skin_linear" : "skin_dual", "vertex", lane_count * bound->vertex_count,
        [&] {
            for (int lane = 0; lane < lane_count; ++lane) {
                skin_mesh<float>(rows, lane, *bound, ours.entries, ours.positions, ours.normals);
            }
        },
        [&] {
            for (skin_baseline& one : theirs) {
                linear ? baseline_skin_linear(one) : baseline_skin_dual(one);
            }
        });
}

} // namespace

skinned_mesh make_tubes(const rig& bones, std::int64_t vertices) {
    constexpr int around = 8;
    const std::int64_t bone_count = bones.bone_count();
    const std::int64_t rings =
        std::max<std::int64_t>(1, (vertices + around * bone_count / 2) / (around * bone_count));
    skinned_mesh mesh;
    mesh.first_influence.push_back(0);
    // Of more bones than there are vertices for, some go bare.
    const std::int64_t step =
        std::max<std::int64_t>(1, around * bone_count / std::max<std::int64_t>(1, vertices));
    for (std::int64_t bone = 0; bone < bone_count; bone += step) {
        const std::size_t b = static_cast<std::size_t>(bone);
        const vec3<double> head = cast<double>(bones.rest_head[b]);
        const vec3<double> along = cast<double>(bones.rest_tail[b]) - head;
        const double size = length(along);
        const vec3<double> axis = size > 0 ? (1 / size) * along : vec3<double>{0, 1, 0};
        const vec3<double> helper =
            std::abs(axis.x) < 0.9 ? vec3<double>{1, 0, 0} : vec3<double>{0, 1, 0};
        const vec3<double> across = cross(axis, helper);
        const vec3<double> side = (1 / length(across)) * across;
        const vec3<double> other = cross(axis, side);
        for (std::int64_t ring = 0; ring < rings; ++ring) {
            const double t = (static_cast<double>(ring) + 0.5) / static_cast<double>(rings);
            for (int i = 0; i < around; ++i) {
                const double angle = 2 * std::numbers::pi * i / around;
                const vec3<double> out = std::cos(angle) * side + std::sin(angle) * other;
                const vec3<double> point = head + t * along + 0.15 * size * out;
                mesh.positions.push_back(cast<float>(point));
                mesh.normals.push_back(cast<float>(out));
                add_influences(bones, point, mesh);
            }
        }
    }
    return mesh;
}

std::vector<kernel_cost> race_kernels(entt::registry& registry, const procedural::model& of,
                                      const bench_options& options) {
    const character_kind& kind = *of.kind;
    std::vector<entt::entity> blocks;
    for (const entt::entity entity : registry.view<block>()) {
        blocks.push_back(entity);
    }
    std::vector<const local_pose*> poses; // looking for them is not what is raced
    std::vector<std::uint32_t> present;   // [block], a bit per character
    std::vector<baseline_character> characters;
    for (const entt::entity entity : blocks) {
        const local_pose& local = registry.get<local_pose>(entity);
        poses.push_back(&local);
        present.push_back(registry.get<block>(entity).active);
        for (std::uint32_t left = present.back(); left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            characters.push_back(make_baseline(kind));
            for (std::size_t b = 0; b < local.bones.size(); ++b) {
                set_local(characters.back(), b, get_lane(local.bones[b], lane));
            }
        }
    }
    // As in a frame, what fk writes stays in cache for the systems after it.
    rigid_pose animated;
    fit_pose(animated, kind);
    const auto fk_block = [&](const local_pose* pose) {
        fk<float>(kind.rig, kind.springs, *pose, animated);
    };
    bone_transforms between;
    between.bones.resize(kind.rig.parents.size());
    // A turn of a few characters would be too short for the clock.
    const std::size_t again = characters.size() < lane_count ? 64 : 1;
    const auto each_block = [&](auto&& work) {
        for (std::size_t i = 0; i < again * blocks.size(); ++i) {
            work(i % blocks.size());
        }
    };
    const auto each_character = [&](auto&& work) {
        for (std::size_t i = 0; i < again * characters.size(); ++i) {
            work(characters[i % characters.size()]);
        }
    };
    const auto palette_block = [&](std::size_t b) {
        palette& rows = registry.get<palette>(blocks[b]);
        if (std::popcount(present[b]) > few_characters) {
            palette_rows<float>(kind.bind, between, rows);
            return;
        }
        for (std::uint32_t left = present[b]; left != 0; left &= left - 1) {
            lane_palette_rows<float>(kind.bind, between, std::countr_zero(left), rows);
        }
    };
    const std::uint64_t bones = again * characters.size() * kind.rig.parents.size();
    std::vector<kernel_cost> out;
    out.push_back(race(
        "fk", "bone", bones, [&] { each_block([&](std::size_t b) { fk_block(poses[b]); }); },
        [&] { each_character([&](baseline_character& one) { baseline_fk(kind, one); }); }));
    // The same few again and again: what fk computes, without what memory adds.
    const std::size_t few = std::min<std::size_t>(4, blocks.size());
    const std::size_t of_few = std::min(few * lane_count, characters.size());
    constexpr std::size_t rounds = 16;
    out.push_back(race(
        "fk_cached", "bone", rounds * of_few * kind.rig.parents.size(),
        [&] {
            for (std::size_t i = 0; i < rounds * few; ++i) {
                fk_block(poses[i % few]);
            }
        },
        [&] {
            for (std::size_t i = 0; i < rounds * of_few; ++i) {
                baseline_fk(kind, characters[i % of_few]);
            }
        }));
    out.push_back(race(
        "fk_palette", "bone", bones,
        [&] {
            each_block([&](std::size_t b) {
                if (std::popcount(present[b]) > few_characters) {
                    fk_palette<float>(kind.rig, kind.bind, *poses[b], between,
                                      registry.get<palette>(blocks[b]));
                    return;
                }
                fk_block(poses[b]);
                std::swap(animated.bones, between.bones); // as if fk had written there
                palette_block(b);
            });
        },
        [&] {
            each_character([&](baseline_character& one) {
                baseline_fk(kind, one);
                baseline_palette(kind, one);
            });
        }));
    out.push_back(race(
        "palette", "joint", again * characters.size() * kind.bind.joints.size(),
        // One block's bones for all: as in a frame, they are in cache.
        [&] { each_block(palette_block); },
        [&] { each_character([&](baseline_character& one) { baseline_palette(kind, one); }); }));
    for (kernel_cost& cost : race_springs(options)) {
        out.push_back(std::move(cost));
    }
    if (!blocks.empty() && kind.bind.mode == palette_mode::diagonal) {
        const palette& rows = registry.get<palette>(blocks.front());
        const skinned_mesh mesh = make_tubes(kind.rig, options.vertices);
        for (const skin_method method : {skin_method::linear, skin_method::dual_quaternion}) {
            out.push_back(race_skin(method, rows, mesh, kind.bind));
        }
    }
    return out;
}

} // namespace jounce::bench
