#include <jounce/modules/dev/replay/stepper.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/make_kind.hpp>
#include <jounce/modules/dev/replay/same_lanes.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/reference/integrate.hpp>
#include <jounce/systems/reference/project.hpp>
#include <jounce/systems/reference/reference_pose.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace jounce::replay {
namespace {

constexpr int shown_lane = 0; ///< they all agree

template <class Real> vec3<double> shown(const lane_vec3<Real>& value) {
    return cast<double>(get_lane(value, shown_lane));
}

bool same_set(std::vector<std::int32_t> a, std::vector<std::int32_t> b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

} // namespace

template <class Real> result<stepper<Real>> stepper<Real>::make(const golden_case& recorded) {
    stepper out(recorded);
    result<basic_rig<Real>> rig = make_rig<Real>(recorded);
    if (!rig) {
        return rig.error();
    }
    out.kind_.rig = *std::move(rig);
    out.has_own_outputs_ = !same_set(recorded.simulated, recorded.transformed);
    result<basic_spring_set<Real>> springs =
        make_springs(recorded, out.kind_.rig, recorded.simulated,
                     out.has_own_outputs_ ? spring_transform::translate : recorded.settings.output);
    if (!springs) {
        return springs.error();
    }
    out.kind_.springs = *std::move(springs);
    if (out.has_own_outputs_) {
        result<basic_spring_set<Real>> outputs =
            make_springs(recorded, out.kind_.rig, recorded.transformed, recorded.settings.output);
        if (!outputs) {
            return outputs.error();
        }
        out.outputs_ = *std::move(outputs);
        out.output_pose_.heads.resize(out.outputs_.affected.size());
        out.output_pose_.tails.resize(out.outputs_.affected.size());
    }
    out.kind_.bind = make_rest_bind(out.kind_.rig);
    out.data_ = make_block_data(out.kind_);
    out.rigid_transforms_ = out.data_.transforms;
    out.rigid_palette_ = out.data_.palette;
    out.index_bones();
    if (recorded.mesh) {
        out.make_mesh();
    }
    return out;
}

template <class Real> void stepper<Real>::index_bones() {
    const std::size_t bones = kind_.rig.parents.size();
    place_.resize(bones);
    for (std::size_t b = 0; b < bones; ++b) {
        place_[static_cast<std::size_t>(kind_.rig.source_index[b])] = b;
    }
    slot_.assign(bones, -1);
    for (std::size_t a = 0; a < kind_.springs.affected.size(); ++a) {
        slot_[static_cast<std::size_t>(kind_.springs.affected[a].bone)] =
            static_cast<std::ptrdiff_t>(a);
    }
    particle_.assign(bones, -1);
    for (std::size_t s = 0; s < kind_.springs.springs.size(); ++s) {
        particle_[static_cast<std::size_t>(kind_.springs.springs[s].bone)] =
            static_cast<std::ptrdiff_t>(s);
    }
}

template <class Real> void stepper<Real>::make_mesh() {
    const golden_mesh& from = *recorded_->mesh;
    const std::size_t vertices = from.rest.shape[0];
    const std::size_t bones = from.bones.size();
    for (std::size_t v = 0; v < vertices; ++v) {
        mesh_.positions.push_back(cast<Real>(from.rest.vector_at(3 * v)));
        mesh_.first_influence.push_back(static_cast<std::uint32_t>(mesh_.influences.size()));
        for (std::size_t b = 0; b < bones; ++b) {
            const double weight = from.weights.values[v * bones + b];
            if (weight != 0) {
                // Every bone of the rig is a joint of the rest bind.
                mesh_.influences.push_back(
                    {static_cast<std::uint16_t>(place(from.bones[b])), static_cast<Real>(weight)});
            }
        }
    }
    mesh_.first_influence.push_back(static_cast<std::uint32_t>(mesh_.influences.size()));
}

template <class Real> void stepper<Real>::pose_bones() {
    for (std::size_t d = 0; d < recorded_->driven.size(); ++d) {
        const transform<Real> local = cast<Real>(local_pose(*recorded_, frame_, d));
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(data_.local.bones[place(recorded_->driven[d])], lane, local);
        }
    }
}

/// Heads and tails for the bones of `outputs_`: where no spring has a say, the animation's.
template <class Real> void stepper<Real>::gather_outputs() {
    basic_rigid_pose<Real> rigid = data_.rigid;
    rigid.tails.resize(outputs_.affected.size());
    fk(kind_.rig, outputs_, data_.local, rigid);
    for (std::size_t a = 0; a < outputs_.affected.size(); ++a) {
        const std::size_t bone = static_cast<std::size_t>(outputs_.affected[a].bone);
        const std::ptrdiff_t from = slot_[bone];
        const std::size_t s = static_cast<std::size_t>(from);
        output_pose_.heads[a] = from < 0 ? rigid.bones[bone].translation : data_.dynamic.heads[s];
        output_pose_.tails[a] = from < 0 ? rigid.tails[a] : data_.dynamic.tails[s];
    }
}

template <class Real> void stepper<Real>::step() {
    pose_bones();
    ++frame_;
    fk(kind_.rig, kind_.springs, data_.local, data_.rigid);
    integrate(kind_.springs, data_.rigid, data_.dynamic, static_cast<Real>(recorded_->dt),
              data_.springs);
    project(kind_.springs, data_.rigid, data_.springs, data_.dynamic);
    if (has_own_outputs_) {
        gather_outputs();
        reference_pose(kind_.rig, outputs_, data_.rigid, output_pose_, data_.transforms);
    } else {
        reference_pose(kind_.rig, kind_.springs, data_.rigid, data_.dynamic, data_.transforms);
    }
    palette_rows(kind_.bind, data_.transforms, data_.palette);

    // Without springs, what reference_pose writes is the animated pose.
    reference_pose(kind_.rig, basic_spring_set<Real>{}, data_.rigid, data_.dynamic,
                   rigid_transforms_);
    palette_rows(kind_.bind, rigid_transforms_, rigid_palette_);
}

template <class Real> vec3<double> stepper<Real>::rigid_head(std::int32_t bone) const {
    return shown(data_.rigid.bones[place(bone)].translation);
}

template <class Real> vec3<double> stepper<Real>::rigid_tail(std::int32_t bone) const {
    if (slot(bone) >= 0) {
        return shown(data_.rigid.tails[static_cast<std::size_t>(slot(bone))]);
    }
    const transform<Real> pose = get_lane(data_.rigid.bones[place(bone)], shown_lane);
    return cast<double>(pose.translation +
                        pose.scale * rotate(pose.rotation, kind_.rig.tail_local[place(bone)]));
}

template <class Real> vec3<double> stepper<Real>::dynamic_head(std::int32_t bone) const {
    return slot(bone) < 0 ? rigid_head(bone)
                          : shown(data_.dynamic.heads[static_cast<std::size_t>(slot(bone))]);
}

template <class Real> vec3<double> stepper<Real>::dynamic_tail(std::int32_t bone) const {
    return slot(bone) < 0 ? rigid_tail(bone)
                          : shown(data_.dynamic.tails[static_cast<std::size_t>(slot(bone))]);
}

template <class Real>
const spring_particle<Real>& stepper<Real>::particle(std::int32_t bone) const {
    return data_.springs.particles[static_cast<std::size_t>(particle_[place(bone)])];
}

template <class Real> affine<double> stepper<Real>::rigid_transform(std::int32_t bone) const {
    return cast<double>(
        palette_matrix(rigid_palette_, shown_lane, static_cast<std::int32_t>(place(bone))));
}

template <class Real> affine<double> stepper<Real>::final_transform(std::int32_t bone) const {
    return cast<double>(
        palette_matrix(data_.palette, shown_lane, static_cast<std::int32_t>(place(bone))));
}

template <class Real>
std::vector<vec3<double>> stepper<Real>::skin(const basic_palette<Real>& palette) const {
    std::vector<vec3<Real>> skinned(mesh_.positions.size());
    cpu_skin<Real>(skin_method::linear, palette, shown_lane, mesh_, skinned, {});
    std::vector<vec3<double>> out;
    out.reserve(skinned.size());
    for (const vec3<Real>& position : skinned) {
        out.push_back(cast<double>(position));
    }
    return out;
}

template <class Real> std::vector<vec3<double>> stepper<Real>::rigid_vertices() const {
    return skin(rigid_palette_);
}
template <class Real> std::vector<vec3<double>> stepper<Real>::final_vertices() const {
    return skin(data_.palette);
}

template <class Real> bool stepper<Real>::lanes_agree() {
    bool agree = true;
    const auto check = [&](std::span<lane<Real>> values) {
        agree = agree && same_in_all_lanes(values);
    };
    visit_lanes(data_.rigid, check);
    visit_lanes(data_.springs, check);
    visit_lanes(data_.dynamic, check);
    visit_lanes(data_.transforms, check);
    const std::size_t bytes =
        static_cast<std::size_t>(data_.palette.rows_per_lane()) * sizeof(palette_row<Real>);
    for (int i = 1; i < lane_count; ++i) {
        agree = agree &&
                std::memcmp(data_.palette.lane_rows(0), data_.palette.lane_rows(i), bytes) == 0;
    }
    return agree;
}

template class stepper<float>;
template class stepper<double>;

} // namespace jounce::replay
