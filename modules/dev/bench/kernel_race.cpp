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
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/skin/skin.hpp>

#include <algorithm>
#include <cmath>
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
    std::vector<baseline_character> characters;
    for (const entt::entity entity : blocks) {
        const local_pose& local = registry.get<local_pose>(entity);
        poses.push_back(&local);
        for (int lane = 0; lane < lane_count; ++lane) {
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
    const std::uint64_t bones = characters.size() * kind.rig.parents.size();
    std::vector<kernel_cost> out;
    out.push_back(race(
        "fk", "bone", bones,
        [&] {
            for (const local_pose* pose : poses) {
                fk_block(pose);
            }
        },
        [&] {
            for (baseline_character& one : characters) {
                baseline_fk(kind, one);
            }
        }));
    // The same few again and again: what fk computes, without what memory adds.
    const std::size_t few = std::min<std::size_t>(4, blocks.size());
    constexpr std::size_t again = 16;
    out.push_back(race(
        "fk_cached", "bone", again * few * lane_count * kind.rig.parents.size(),
        [&] {
            for (std::size_t i = 0; i < again * few; ++i) {
                fk_block(poses[i % few]);
            }
        },
        [&] {
            for (std::size_t i = 0; i < again * few * lane_count; ++i) {
                baseline_fk(kind, characters[i % (few * lane_count)]);
            }
        }));
    out.push_back(race(
        "fk_palette", "bone", bones,
        [&] {
            for (const entt::entity entity : blocks) {
                fk_palette<float>(kind.rig, kind.bind, registry.get<local_pose>(entity), between,
                                  registry.get<palette>(entity));
            }
        },
        [&] {
            for (baseline_character& one : characters) {
                baseline_fk(kind, one);
                baseline_palette(kind, one);
            }
        }));
    out.push_back(race(
        "palette", "joint", characters.size() * kind.bind.joints.size(),
        [&] {
            // One block's bones for all: as in a frame, they are in cache.
            for (const entt::entity entity : blocks) {
                palette_rows<float>(kind.bind, between, registry.get<palette>(entity));
            }
        },
        [&] {
            for (baseline_character& one : characters) {
                baseline_palette(kind, one);
            }
        }));
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
