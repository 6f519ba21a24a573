#pragma once

// A block under the VRM solver, without ECS or Taskflow, and nodes of a document as a rig.

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/vrm/vrm_frame.hpp>
#include <jounce/systems/vrm/vrm_pose.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::test {

/// The nodes of a glTF document; all its roots hang on one more bone, index 0, that tests can move.
template <class Real> struct document_rig {
    basic_rig<Real> bones;
    std::vector<std::int32_t> bone_of_node;
};

template <class Real> document_rig<Real> rig_of_document(std::string_view text) {
    json::reading shared({"glTF document", "", 1ULL << 24U, 0});
    const json::document document(shared, "document", text);
    const json::value nodes = document.root()["nodes"];
    const std::size_t count = nodes.size(4000);
    rig_builder builder;
    std::vector<std::int32_t> parents(count, 0);
    for (std::size_t n = 0; n < count; ++n) {
        if (nodes.at(n).has("children")) {
            const json::value children = nodes.at(n)["children"];
            for (std::size_t c = 0; c < children.size(4000); ++c) {
                parents[static_cast<std::size_t>(children.at(c).integer(0, 4000))] =
                    static_cast<std::int32_t>(n) + 1;
            }
        }
    }
    builder.add(rig_builder::joint{.name = "ground", .handle = true});
    for (std::size_t n = 0; n < count; ++n) {
        const json::value node = nodes.at(n);
        rig_builder::joint joint;
        joint.name = "node" + std::to_string(n);
        joint.parent = parents[n];
        joint.handle = true;
        if (node.has("translation")) {
            joint.translation = node["translation"].vector();
        }
        if (node.has("rotation")) {
            joint.rotation = node["rotation"].quaternion();
        }
        if (node.has("scale")) {
            joint.scale = node["scale"].vector();
        }
        builder.add(joint);
    }
    document_rig<Real> out;
    if (!shared.ok()) {
        return out;
    }
    out.bones = *builder.build<Real>();
    out.bone_of_node.resize(count);
    for (std::size_t b = 0; b < out.bones.source_index.size(); ++b) {
        if (out.bones.source_index[b] > 0) {
            out.bone_of_node[static_cast<std::size_t>(out.bones.source_index[b]) - 1] =
                static_cast<std::int32_t>(b);
        }
    }
    return out;
}

template <class Real> class vrm_block {
public:
    explicit vrm_block(basic_character_kind<Real> of)
        : kind(std::move(of)), data(make_block_data(kind)) {}
    vrm_block(const basic_rig<Real>& rig, const vrm_description& springs)
        : vrm_block(made(rig, springs)) {}

    vrm_view<Real> view() {
        return {kind.rig,         kind.springs.vrm, data.local, data.rigid,
                data.environment, data.carried,     data.vrm,   data.vrm_walk};
    }

    /// The first tick of a character, in which springs only take their places. `tick` does it by
    /// itself, in the pose that it finds.
    void start() {
        started_ = true;
        ticks = -1;
        tick();
    }
    /// One frame that ends just when its only tick does. The bones are those of that tick, not of the
    /// one before, which a pipeline would show.
    void tick() {
        if (!started_) {
            start();
        }
        ++ticks;
        clock.dt = std::nextafter(1.0F / 60, 0.0F); // not longer than a tick: one per frame
        clock.time = ticks * static_cast<double>(kind.springs.vrm.tick_seconds) + 1e-12;
        frame(Real(1));
    }
    void tick(int count) {
        for (int i = 0; i < count; ++i) {
            tick();
        }
    }
    void frame(Real progress) {
        fk(kind.rig, kind.springs, data.local, data.rigid);
        run_vrm_ticks(view(), clock, options);
        vrm_pose(pose_view_of(view()), progress, data.transforms);
    }

    /// Of a spring that has no centre, model space.
    vec3<Real> tail(std::size_t spring, int lane = 0) const {
        return get_lane(data.vrm.springs[spring].tail, lane);
    }
    /// Of a spring, as its bone is shown.
    vec3<Real> shown_tail(std::size_t spring, int lane = 0) const {
        const vrm_spring<Real>& one = kind.springs.vrm.springs[spring];
        const std::size_t bone = static_cast<std::size_t>(one.bone);
        const transform<Real> t = get_lane(data.transforms.bones[bone], lane);
        if (kind.rig.is_affine) {
            return t.translation + get_lane(data.transforms.linear[bone], lane) * one.tail;
        }
        return t.translation + t.scale * rotate(t.rotation, one.tail);
    }
    void pose(std::size_t bone, const transform<Real>& local) {
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(data.local.bones[bone], lane, local);
        }
    }

    basic_character_kind<Real> kind;
    basic_block_data<Real> data;
    frame_clock clock;
    vrm_options options;
    int ticks = 0;

private:
    bool started_ = false;

    static basic_character_kind<Real> made(const basic_rig<Real>& rig,
                                           const vrm_description& springs) {
        basic_character_kind<Real> kind;
        kind.rig = rig;
        kind.springs = *vrm_builder(springs).build(rig);
        kind.bind = make_rest_bind(rig);
        return kind;
    }
};

} // namespace jounce::test
