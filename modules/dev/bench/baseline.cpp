#include <jounce/modules/dev/bench/baseline.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/assert.hpp>

#include <algorithm>
#include <cstdint>

namespace jounce::bench {
namespace {

using Eigen::Vector3f;
using bone = baseline_character::bone;
using particle = baseline_character::particle;

Vector3f to_eigen(const vec3<float>& v) { return {v.x, v.y, v.z}; }

bone to_eigen(const transform<float>& t) {
    const quat<float>& q = t.rotation;
    return {Eigen::Quaternionf(q.w, q.x, q.y, q.z), to_eigen(t.translation), t.scale};
}

void integrate(const spring_set& set, float dt, baseline_character& who) {
    for (std::size_t s = 0; s < set.springs.size(); ++s) {
        const basic_spring<float>& spring = set.springs[s];
        const std::size_t slot = static_cast<std::size_t>(spring.slot);
        particle& p = who.particles[s];
        if (!who.fresh) {
            p.anchor += who.rigid_tails[slot] - who.dynamic_tails[slot];
        }
        const Vector3f along = p.anchor - p.position;
        const float distance = along.norm();
        const Vector3f n = along / std::max(distance, 1e-12F);
        const float pull =
            spring.stiffness * (distance - spring.rest_length) - spring.damping * p.velocity.dot(n);
        p.velocity = spring.velocity_scale * (p.velocity + (dt / spring.mass * pull) * n);
        p.position += dt * p.velocity;
    }
    who.fresh = false;
}

void project(const spring_set& set, baseline_character& who) {
    for (std::size_t a = 0; a < set.affected.size(); ++a) {
        if (!set.affected[a].is_placed) {
            who.dynamic_heads[a] =
                who.rigid[static_cast<std::size_t>(set.affected[a].bone)].translation;
            who.dynamic_tails[a] = who.rigid_tails[a];
        }
    }
    for (std::size_t s = 0; s < set.springs.size(); ++s) {
        if (!set.springs[s].fixed_length) {
            who.dynamic_tails[static_cast<std::size_t>(set.springs[s].slot)] =
                who.particles[s].position;
        }
    }
    for (std::size_t s = 0; s < set.springs.size(); ++s) {
        const basic_spring<float>& spring = set.springs[s];
        Vector3f& tail = who.dynamic_tails[static_cast<std::size_t>(spring.slot)];
        if (spring.fixed_length) {
            Vector3f& position = who.particles[s].position;
            const Vector3f back =
                who.dynamic_heads[static_cast<std::size_t>(spring.slot)] - position;
            const float distance = back.norm();
            if (distance > 1e-20F) {
                position += (distance - spring.bone_length) / distance * back;
            }
            tail = position;
        }
        for (std::int32_t c = 0; c < spring.child_count; ++c) {
            const spring_child<float>& child =
                set.children[static_cast<std::size_t>(spring.first_child + c)];
            const std::size_t slot = static_cast<std::size_t>(child.slot);
            const Vector3f head = tail - to_eigen(child.offset);
            if (!set.affected[slot].is_placed) {
                who.dynamic_tails[slot] += head - who.dynamic_heads[slot];
            }
            who.dynamic_heads[slot] = head;
        }
    }
}

} // namespace

baseline_character make_baseline(const character_kind& kind) {
    JOUNCE_ASSERT(!kind.rig.is_affine, "the baseline knows uniform scale only");
    baseline_character who;
    for (std::size_t b = 0; b < kind.rig.parents.size(); ++b) {
        who.local.push_back(to_eigen(kind.rig.rest_local[b]));
        who.rigid.push_back(to_eigen(kind.rig.rest_model[b]));
    }
    for (const affected_bone<float>& affected : kind.springs.affected) {
        const std::size_t b = static_cast<std::size_t>(affected.bone);
        who.rigid_tails.push_back(to_eigen(kind.rig.rest_tail[b]));
        who.dynamic_heads.push_back(to_eigen(kind.rig.rest_head[b]));
        who.dynamic_tails.push_back(to_eigen(kind.rig.rest_tail[b]));
    }
    who.transforms = who.rigid;
    who.palette.resize(kind.bind.joints.size());
    for (const basic_spring<float>& spring : kind.springs.springs) {
        JOUNCE_ASSERT(!spring.edge_constraint, "the baseline knows no edge constraint");
        who.particles.push_back(
            {to_eigen(spring.rest_tail), Vector3f::Zero(), to_eigen(spring.rest_anchor)});
    }
    return who;
}

void set_local(baseline_character& character, std::size_t index, const transform<float>& local) {
    character.local[index] = to_eigen(local);
}

void baseline_fk(const character_kind& kind, baseline_character& who) {
    for (std::size_t b = 0; b < who.local.size(); ++b) {
        const std::int32_t parent = kind.rig.parents[b];
        if (parent < 0) {
            who.rigid[b] = who.local[b];
            continue;
        }
        const bone& above = who.rigid[static_cast<std::size_t>(parent)];
        const bone& in = who.local[b];
        bone& out = who.rigid[b];
        out.rotation = above.rotation * in.rotation;
        out.translation = above.translation + above.scale * (above.rotation * in.translation);
        out.scale = above.scale * in.scale;
    }
    for (std::size_t a = 0; a < kind.springs.affected.size(); ++a) {
        const affected_bone<float>& affected = kind.springs.affected[a];
        const bone& of = who.rigid[static_cast<std::size_t>(affected.bone)];
        who.rigid_tails[a] =
            of.translation + of.scale * (of.rotation * to_eigen(affected.tail_local));
    }
}

void baseline_palette(const character_kind& kind, baseline_character& who) {
    for (std::size_t j = 0; j < kind.bind.joints.size(); ++j) {
        const bind_joint<float>& joint = kind.bind.joints[j];
        const bone& of = who.rigid[static_cast<std::size_t>(joint.bone)];
        const quat<float>& bound = joint.rotation;
        const Eigen::Quaternionf real =
            of.rotation * Eigen::Quaternionf(bound.w, bound.x, bound.y, bound.z);
        const Vector3f t =
            of.translation + of.scale * (of.rotation * to_eigen(joint.inverse_bind.translation));
        const Eigen::Quaternionf dual = Eigen::Quaternionf(0, t.x(), t.y(), t.z()) * real;
        who.palette[j].real = real.coeffs();
        who.palette[j].dual = 0.5F * dual.coeffs();
        who.palette[j].scale << of.scale * joint.diagonal[0], of.scale * joint.diagonal[1],
            of.scale * joint.diagonal[2], 0;
    }
}

void baseline_springs(const character_kind& kind, float dt, baseline_character& character) {
    integrate(kind.springs, dt, character);
    project(kind.springs, character);
}

std::size_t baseline_bytes(const character_kind& kind) {
    return sizeof(baseline_character) + 3 * kind.rig.parents.size() * sizeof(bone) +
           kind.bind.joints.size() * sizeof(baseline_character::joint) +
           kind.springs.springs.size() * sizeof(particle) +
           3 * kind.springs.affected.size() * sizeof(Vector3f);
}

} // namespace jounce::bench
