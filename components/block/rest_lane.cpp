#include <jounce/components/block/rest_lane.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/lanes.hpp>

#include <cstdint>
#include <initializer_list>

namespace jounce {
namespace {

template <class Real>
void rest_bones(lane_vector<lane_transform<Real>>& bones, lane_vector<lane_mat3<Real>>& linear,
                const basic_rig<Real>& rig, int lane) {
    for (std::size_t b = 0; b < bones.size(); ++b) {
        set_lane(bones[b], lane, rig.rest_model[b]);
    }
    for (std::size_t b = 0; b < linear.size(); ++b) {
        set_lane(linear[b], lane, rig.rest_linear[b]);
    }
}

/// Sets one lane of every number of a value that consists of lanes.
template <class Value, class Real> void fill_lane(Value& value, int lane, Real to) {
    static_assert(sizeof(Value) % sizeof(jounce::lane<Real>) == 0);
    jounce::lane<Real>* first = reinterpret_cast<jounce::lane<Real>*>(&value);
    for (std::size_t i = 0; i < sizeof(Value) / sizeof(jounce::lane<Real>); ++i) {
        first[i].v[lane] = to;
    }
}

} // namespace

template <class Real>
void rest_lane(basic_local_pose<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    for (std::size_t b = 0; b < to.bones.size(); ++b) {
        set_lane(to.bones[b], lane, kind.rig.rest_local[b]);
    }
    for (std::size_t b = 0; b < to.stretch.size(); ++b) {
        set_lane(to.stretch[b], lane, kind.rig.rest_stretch[b]);
    }
}

template <class Real>
void rest_lane(basic_rigid_pose<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    rest_bones(to.bones, to.linear, kind.rig, lane);
    for (std::size_t a = 0; a < to.tails.size(); ++a) {
        set_lane(to.tails[a], lane, kind.rig.rest_tail[at(kind.springs.affected[a].bone)]);
    }
}

template <class Real>
void rest_lane(basic_reference_state<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    for (std::size_t s = 0; s < to.particles.size(); ++s) {
        const basic_spring<Real>& spring = kind.springs.springs[s];
        set_lane(to.particles[s].position, lane, spring.rest_tail);
        set_lane(to.particles[s].velocity, lane, vec3<Real>{});
        set_lane(to.particles[s].anchor, lane, spring.rest_anchor);
    }
    to.fresh.front().v[lane] = 1;
}

template <class Real>
void rest_lane(basic_dynamic_pose<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    for (std::size_t a = 0; a < to.heads.size(); ++a) {
        const std::size_t bone = at(kind.springs.affected[a].bone);
        set_lane(to.heads[a], lane, kind.rig.rest_head[bone]);
        set_lane(to.tails[a], lane, kind.rig.rest_tail[bone]);
    }
}

template <class Real>
void rest_lane(basic_pose_history<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    for (std::size_t w = 0; w < to.local.size(); ++w) {
        const std::size_t bone = at(kind.springs.stable.walk[w].bone);
        set_lane(to.local[w], lane, kind.rig.rest_local[bone]);
        if (kind.rig.is_affine) {
            set_lane(to.stretch[w], lane, kind.rig.rest_stretch[bone]);
        }
    }
    for (std::size_t a = 0; a < to.anchors.size(); ++a) {
        const std::size_t bone = at(kind.springs.stable.anchors[a]);
        set_lane(to.anchors[a], lane, kind.rig.rest_model[bone]);
        if (kind.rig.is_affine) {
            set_lane(to.anchor_linear[a], lane, kind.rig.rest_linear[bone]);
        }
    }
    for (std::size_t s = 0; s < to.tails.size(); ++s) {
        set_lane(to.tails[s], lane, kind.rig.rest_tail[at(kind.springs.stable.springs[s].bone)]);
    }
    const auto stop = [&](auto& rates) {
        for (auto& rate : rates) {
            fill_lane(rate, lane, Real(0));
        }
    };
    stop(to.local_rates);
    stop(to.anchor_rates);
    stop(to.anchor_linear_rates);
}

template <class Real>
void rest_lane(basic_frame_environment<Real>& to, const basic_character_kind<Real>& /*kind*/,
               int lane) {
    for (environment_lanes<Real>& now : to.lanes) {
        fill_lane(now, lane, Real(0));
        set_lane(now.turn, lane, quat<Real>{});
        set_lane(now.upright, lane, quat<Real>{});
        now.unit.v[lane] = 1;
        now.growth.v[lane] = 1;
        now.weight.v[lane] = 1;
    }
}

template <class Real>
void rest_lane(basic_carried_motion<Real>& to, const basic_character_kind<Real>& /*kind*/,
               int lane) {
    for (carried_lanes<Real>& carried : to.lanes) {
        fill_lane(carried, lane, Real(0));
        set_lane(carried.turn, lane, quat<Real>{});
        carried.growth.v[lane] = 1;
        carried.jump.v[lane] = Real(jump_of_start); // its first pose is where its springs start
    }
}

template <class Real>
void rest_lane(basic_block_colliders<Real>& to, const basic_character_kind<Real>& /*kind*/,
               int lane) {
    // Those of the kind are placed before they are used; those of the world must not touch a
    // character that has no history with them yet.
    for (lane_vector<lane_collider<Real>>* list :
         {&to.frame_start, &to.frame_end, &to.tick_start, &to.tick_end}) {
        for (lane_collider<Real>& one : *list) {
            fill_lane(one, lane, Real(0));
            set_lane(one.rotation, lane, quat<Real>{});
            one.radius.v[lane] = Real(no_collider);
            one.radius_b.v[lane] = Real(no_collider);
        }
    }
}

template <class Real>
void rest_lane(basic_stable_state<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    for (std::size_t s = 0; s < to.springs.size(); ++s) {
        fill_lane(to.springs[s], lane, Real(0));
        const vec3<Real> tail = kind.rig.rest_tail[at(kind.springs.stable.springs[s].bone)];
        set_lane(to.springs[s].position, lane, tail);
    }
}

template <class Real>
void rest_lane(basic_vrm_state<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    for (std::size_t s = 0; s < to.springs.size(); ++s) {
        // Where the first tick takes the tail to be is under the pose of that moment: all that
        // counts here is that it has no speed.
        const vec3<Real> tail = kind.springs.vrm.springs[s].tail;
        set_lane(to.springs[s].tail, lane, tail);
        set_lane(to.springs[s].tail_before, lane, tail);
        set_lane(to.springs[s].turn, lane, quat<Real>{});
        set_lane(to.springs[s].turn_before, lane, quat<Real>{});
    }
}

template <class Real>
void rest_lane(basic_vrm_walk<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    for (std::size_t w = 0; w < to.past.size(); ++w) {
        const vrm_bone& walked = kind.springs.vrm.walk[w];
        const std::size_t bone = at(walked.bone);
        set_lane(to.now[w], lane, kind.rig.rest_model[bone]);
        set_lane(to.past[w], lane,
                 walked.animated ? kind.rig.rest_model[bone] : kind.rig.rest_local[bone]);
        if (kind.rig.is_affine) {
            set_lane(to.past_stretch[w], lane, kind.rig.rest_stretch[bone]);
            set_lane(to.past_linear[w], lane, kind.rig.rest_linear[bone]);
            set_lane(to.now_linear[w], lane, kind.rig.rest_linear[bone]);
        }
    }
    for (lane_vrm_collider<Real>& one : to.colliders) {
        fill_lane(one, lane, Real(0)); // placed before it is met
    }
}

template <class Real>
void rest_lane(basic_bone_transforms<Real>& to, const basic_character_kind<Real>& kind, int lane) {
    if (to.bones.size() == kind.rig.parents.size()) {
        rest_bones(to.bones, to.linear, kind.rig, lane);
        return;
    }
    for (std::size_t i = 0; i < to.bones.size(); ++i) {
        const std::size_t bone = at(kind.kept_bones[i]);
        set_lane(to.bones[i], lane, kind.rig.rest_model[bone]);
        if (!to.linear.empty()) {
            set_lane(to.linear[i], lane, kind.rig.rest_linear[bone]);
        }
    }
}

template <class Real>
void rest_lane(basic_palette<Real>& to, const basic_character_kind<Real>& /*kind*/, int lane) {
    const std::size_t per_joint = at(to.rows_per_joint());
    const std::size_t begin = at(lane) * static_cast<std::size_t>(to.lane_stride());
    for (std::size_t row = 0; row < at(to.rows_per_lane()); ++row) {
        palette_row<Real>& out = to.rows[begin + row];
        if (to.mode == palette_mode::matrix) {
            out = {{0, 0, 0, 0}};
            out.v[row % per_joint] = 1;
            continue;
        }
        switch (row % per_joint) {
        case 0: out = {{0, 0, 0, 1}}; break;
        case 2: out = {{1, 1, 1, 0}}; break;
        default: out = {{0, 0, 0, 0}}; break;
        }
    }
}

// Float lanes run, double lanes verify.
#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void rest_lane(basic_local_pose<Real>&, const basic_character_kind<Real>&, int);      \
    template void rest_lane(basic_rigid_pose<Real>&, const basic_character_kind<Real>&, int);      \
    template void rest_lane(basic_reference_state<Real>&, const basic_character_kind<Real>&, int); \
    template void rest_lane(basic_dynamic_pose<Real>&, const basic_character_kind<Real>&, int);    \
    template void rest_lane(basic_pose_history<Real>&, const basic_character_kind<Real>&, int);    \
    template void rest_lane(basic_frame_environment<Real>&, const basic_character_kind<Real>&,     \
                            int);                                                                  \
    template void rest_lane(basic_carried_motion<Real>&, const basic_character_kind<Real>&, int);  \
    template void rest_lane(basic_block_colliders<Real>&, const basic_character_kind<Real>&, int); \
    template void rest_lane(basic_stable_state<Real>&, const basic_character_kind<Real>&, int);    \
    template void rest_lane(basic_vrm_state<Real>&, const basic_character_kind<Real>&, int);       \
    template void rest_lane(basic_vrm_walk<Real>&, const basic_character_kind<Real>&, int);        \
    template void rest_lane(basic_bone_transforms<Real>&, const basic_character_kind<Real>&, int); \
    template void rest_lane(basic_palette<Real>&, const basic_character_kind<Real>&, int);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
