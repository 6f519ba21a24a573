#include "support/kernel_scene.hpp"

#include "support/stable_block.hpp"

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/rig/constraint_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>
#include <jounce/systems/animation/constrain.hpp>
#include <jounce/systems/animation/sample.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/reference/integrate.hpp>
#include <jounce/systems/reference/project.hpp>
#include <jounce/systems/reference/reference_pose.hpp>
#include <jounce/systems/stable/stable_view_of.hpp>
#include <jounce/systems/vrm/vrm_frame.hpp>
#include <jounce/systems/vrm/vrm_pose.hpp>

#include <cmath>
#include <cstdint>

namespace jounce::test {
namespace {

constexpr std::int32_t bones = 64;
constexpr std::int32_t springs = 16;
constexpr float frame_seconds = 1.0F / 60;

character_kind kind_of(solver_id solver, std::int32_t colliders = 0) {
    return *procedural::bench_character(bones, springs, solver, colliders)->kind;
}

/// Turns the first bones, each lane in its own way, so that springs have something to do.
void sway(block_data& data, double time) {
    for (std::size_t b = 0; b < 3; ++b) {
        for (int lane = 0; lane < lane_count; ++lane) {
            transform<float> local = get_lane(data.local.bones[b], lane);
            local.rotation = cast<float>(
                axis_angle(vec3<double>{0.6, 0, 0.8},
                           0.2 * std::sin(5 * time + static_cast<double>(b) + 0.7 * lane)));
            set_lane(data.local.bones[b], lane, local);
        }
    }
}

/// A block and its time. Poses are those of fk at the time of the last frame.
struct scene_block {
    character_kind kind;
    block_data data;
    frame_clock clock;

    explicit scene_block(character_kind of) : kind(std::move(of)), data(make_block_data(kind)) {}

    void next_frame() {
        clock.dt = frame_seconds;
        clock.time += static_cast<double>(frame_seconds);
        ++clock.frame;
        sway(data, clock.time);
        fk(kind.rig, kind.springs, data.local, data.rigid);
    }
    stable_view<float> stable() { return stable_view_of(kind, data); }
    vrm_view<float> vrm() {
        return {kind.rig,         kind.springs.vrm, data.local, data.rigid,
                data.environment, data.carried,     data.vrm,   data.vrm_walk};
    }
};

/// The bench character's chains under the VRM solver, with bodies on four bones.
character_kind vrm_kind() {
    character_kind kind = kind_of(stable_solver);
    vrm_description all;
    for (std::int32_t b = 0; b < 4; ++b) {
        all.bodies.push_back({.bone = bones - springs - 1 - b, .radius = 0.05});
    }
    all.groups = {{"all", {0, 1, 2, 3}}};
    for (std::int32_t first = bones - springs; first < bones; first += 4) {
        vrm_chain chain;
        for (std::int32_t b = first; b < first + 4; ++b) {
            chain.joints.push_back({.bone = b, .tail_offset = {0, -0.1, 0}});
        }
        chain.groups = {0};
        all.chains.push_back(chain);
    }
    kind.springs = *vrm_builder(all).build(kind.rig);
    constexpr std::int32_t constraints = 8;
    std::vector<constraint_description> follow;
    for (std::int32_t b = 0; b < constraints; ++b) {
        follow.push_back({constraint_kind::rotation, 8 + b, 1, 0.5});
    }
    kind.constraints = *build_constraints<float>(follow, kind.rig);
    return kind;
}

/// Nine keys of rotation for every bone, linear.
clip swaying_clip() {
    clip out;
    constexpr std::uint32_t keys = 9;
    for (std::uint32_t k = 0; k < keys; ++k) {
        out.times.push_back(0.125F * static_cast<float>(k));
    }
    out.duration = out.times.back();
    for (std::int32_t b = 0; b < bones; ++b) {
        out.tracks.push_back({b, track_target::rotation, interpolation::linear, 0, keys,
                              static_cast<std::uint32_t>(out.values.size())});
        for (std::uint32_t k = 0; k < keys; ++k) {
            const double half = 0.1 * std::sin(1.1 * k + 0.3 * b);
            out.values.insert(out.values.end(), {static_cast<float>(std::sin(half)), 0, 0,
                                                 static_cast<float>(std::cos(half))});
        }
    }
    return out;
}

struct sampled_block : scene_block {
    clip source = swaying_clip();
    std::vector<std::uint32_t> found;
    block_moment now;

    sampled_block() : scene_block(kind_of(stable_solver)), found(lane_count * bones) {
        now.playing = (1U << lane_count) - 1U;
    }
    void play_on() {
        clock.time += static_cast<double>(frame_seconds);
        for (std::size_t lane = 0; lane < now.lanes.size(); ++lane) {
            const double at = std::fmod(clock.time + 0.1 * static_cast<double>(lane),
                                        static_cast<double>(source.duration));
            now.lanes[lane].layers[0] = {&source, at, 1, found.data() + lane * bones};
            now.lanes[lane].override_count = now.lanes[lane].layer_count = 1;
        }
    }
};

std::shared_ptr<scene_block> make_block(character_kind kind) {
    auto out = std::make_shared<scene_block>(std::move(kind));
    out->next_frame();
    return out;
}

void add_stable(std::vector<kernel_work>& to) {
    constexpr std::size_t all_bones = lane_count * bones;
    constexpr std::size_t all_springs = lane_count * springs;
    const auto plain = make_block(kind_of(stable_solver));
    to.push_back({"fk", "bones", all_bones, [plain] {
                      fk(plain->kind.rig, plain->kind.springs, plain->data.local,
                         plain->data.rigid);
                  }});
    for (const std::int32_t colliders : {0, 4}) {
        const auto block = make_block(kind_of(stable_solver, colliders));
        const std::string tail = colliders > 0 ? "_colliders" : "";
        to.push_back({"tick" + tail, "springs", all_springs,
                      [block] { run_ticks(block->stable(), block->clock, tick_options<float>{}); },
                      [block] { block->next_frame(); }});
        to.push_back({"stable_pose" + tail, "bones", all_bones, [block] {
                          stable_pose(pose_view_of(block->stable()), 0.5F, block->data.transforms);
                      }});
    }
    to.push_back({"palette", "joints", all_bones, [plain] {
                      palette_rows(plain->kind.bind, plain->data.transforms, plain->data.palette);
                  }});
}

void add_reference(std::vector<kernel_work>& to) {
    constexpr std::size_t all_springs = lane_count * springs;
    const auto block = make_block(kind_of(reference_solver));
    to.push_back({"integrate", "springs", all_springs, [block] {
                      integrate(block->kind.springs, block->data.rigid, block->data.dynamic,
                                frame_seconds, block->data.springs);
                  }});
    to.push_back({"project", "springs", all_springs, [block] {
                      project(block->kind.springs, block->data.rigid, block->data.springs,
                              block->data.dynamic);
                  }});
    to.push_back({"reference_pose", "bones", lane_count * bones, [block] {
                      reference_pose(block->kind.rig, block->kind.springs, block->data.rigid,
                                     block->data.dynamic, block->data.transforms);
                  }});
}

void add_vrm(std::vector<kernel_work>& to) {
    const auto block = make_block(vrm_kind());
    to.push_back(
        {"constrain", "constraints", lane_count * block->kind.constraints.constraints.size(),
         [block] { constrain(block->kind.rig, block->kind.constraints, block->data.local); }});
    to.push_back({"vrm_tick", "springs", lane_count * springs,
                  [block] { run_vrm_ticks(block->vrm(), block->clock, vrm_options{}); },
                  [block] { block->next_frame(); }});
    to.push_back({"vrm_pose", "bones", lane_count * bones,
                  [block] { vrm_pose(pose_view_of(block->vrm()), 0.5F, block->data.transforms); }});
}

} // namespace

std::vector<kernel_work> make_kernel_scene() {
    std::vector<kernel_work> out;
    const auto playing = std::make_shared<sampled_block>();
    out.push_back({"sample", "bones", lane_count * bones,
                   [playing] { sample(playing->kind.rig, playing->now, playing->data.local); },
                   [playing] { playing->play_on(); }});
    add_stable(out);
    add_reference(out);
    add_vrm(out);
    return out;
}

} // namespace jounce::test
