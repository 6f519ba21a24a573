#include <jounce/components/block_data.hpp>

#include <cstddef>

namespace jounce {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

template <class Real>
void rest_bones(std::vector<lane_transform<Real>>& bones, std::vector<lane_mat3<Real>>& linear,
                const basic_rig<Real>& rig, int lane) {
    for (std::size_t b = 0; b < bones.size(); ++b) {
        set_lane(bones[b], lane, rig.rest_model[b]);
    }
    for (std::size_t b = 0; b < linear.size(); ++b) {
        set_lane(linear[b], lane, rig.rest_linear[b]);
    }
}

} // namespace

template <class Real>
void rest_lane(basic_local_pose<Real>& to, const basic_archetype<Real>& kind, int lane) {
    for (std::size_t b = 0; b < to.bones.size(); ++b) {
        set_lane(to.bones[b], lane, kind.rig.rest_local[b]);
    }
    for (std::size_t b = 0; b < to.stretch.size(); ++b) {
        set_lane(to.stretch[b], lane, kind.rig.rest_stretch[b]);
    }
}

template <class Real>
void rest_lane(basic_rigid_pose<Real>& to, const basic_archetype<Real>& kind, int lane) {
    rest_bones(to.bones, to.linear, kind.rig, lane);
    for (std::size_t a = 0; a < to.tails.size(); ++a) {
        set_lane(to.tails[a], lane, kind.rig.rest_tail[at(kind.springs.affected[a].bone)]);
    }
}

template <class Real>
void rest_lane(basic_springs<Real>& to, const basic_archetype<Real>& kind, int lane) {
    for (std::size_t s = 0; s < to.particles.size(); ++s) {
        const basic_spring<Real>& spring = kind.springs.springs[s];
        set_lane(to.particles[s].position, lane, spring.rest_tail);
        set_lane(to.particles[s].velocity, lane, vec3<Real>{});
        set_lane(to.particles[s].anchor, lane, spring.rest_anchor);
    }
    to.fresh.front().v[lane] = 1;
}

template <class Real>
void rest_lane(basic_dynamic_pose<Real>& to, const basic_archetype<Real>& kind, int lane) {
    for (std::size_t a = 0; a < to.heads.size(); ++a) {
        const std::size_t bone = at(kind.springs.affected[a].bone);
        set_lane(to.heads[a], lane, kind.rig.rest_head[bone]);
        set_lane(to.tails[a], lane, kind.rig.rest_tail[bone]);
    }
}

template <class Real>
void rest_lane(basic_bone_transforms<Real>& to, const basic_archetype<Real>& kind, int lane) {
    rest_bones(to.bones, to.linear, kind.rig, lane);
}

template <class Real>
void rest_lane(basic_palette<Real>& to, const basic_archetype<Real>& /*kind*/, int lane) {
    const std::size_t per_joint = at(to.rows_per_joint());
    const std::size_t begin = at(lane) * at(to.rows_per_lane());
    for (std::size_t row = 0; row < at(to.rows_per_lane()); ++row) {
        palette_row<Real>& out = to.rows[begin + row];
        switch (row % per_joint) {
        case 0: out = {{0, 0, 0, 1}}; break;
        case 2: out = {{1, 1, 1, 0}}; break;
        default: out = {{0, 0, 0, 0}}; break;
        }
    }
}

template <class Real> basic_block_data<Real> make_block_data(const basic_archetype<Real>& kind) {
    const std::size_t bones = kind.rig.parents.size();
    const std::size_t sheared = kind.rig.is_affine ? bones : 0;
    const std::size_t affected = kind.springs.affected.size();

    basic_block_data<Real> data;
    data.local.bones.resize(bones);
    data.local.stretch.resize(sheared);
    data.rigid.bones.resize(bones);
    data.rigid.linear.resize(sheared);
    data.rigid.tails.resize(affected);
    data.springs.particles.resize(kind.springs.springs.size());
    data.springs.fresh.resize(1);
    data.dynamic.heads.resize(affected);
    data.dynamic.tails.resize(affected);
    data.transforms.bones.resize(bones);
    data.transforms.linear.resize(sheared);
    data.palette.mode = kind.bind.mode;
    data.palette.joint_count = static_cast<std::int32_t>(kind.bind.joints.size());
    data.palette.rows.resize(at(lane_count) * at(data.palette.rows_per_lane()));

    for (int lane = 0; lane < lane_count; ++lane) {
        rest_lane(data.local, kind, lane);
        rest_lane(data.rigid, kind, lane);
        rest_lane(data.springs, kind, lane);
        rest_lane(data.dynamic, kind, lane);
        rest_lane(data.transforms, kind, lane);
        rest_lane(data.palette, kind, lane);
    }
    return data;
}

// Float lanes run, double lanes verify.
#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template basic_block_data<Real> make_block_data(const basic_archetype<Real>&);                 \
    template void rest_lane(basic_local_pose<Real>&, const basic_archetype<Real>&, int);           \
    template void rest_lane(basic_rigid_pose<Real>&, const basic_archetype<Real>&, int);           \
    template void rest_lane(basic_springs<Real>&, const basic_archetype<Real>&, int);              \
    template void rest_lane(basic_dynamic_pose<Real>&, const basic_archetype<Real>&, int);         \
    template void rest_lane(basic_bone_transforms<Real>&, const basic_archetype<Real>&, int);      \
    template void rest_lane(basic_palette<Real>&, const basic_archetype<Real>&, int);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
