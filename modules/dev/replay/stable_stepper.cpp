#include <jounce/modules/dev/replay/stable_stepper.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/dev/replay/make_kind.hpp>
#include <jounce/modules/dev/replay/same_lanes.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/stable/stable_frame.hpp>
#include <jounce/systems/stable/stable_pose.hpp>
#include <jounce/systems/stable/stable_view_of.hpp>

#include <cmath>
#include <cstring>
#include <span>
#include <utility>

namespace jounce::replay {
namespace {

constexpr int any_lane = 0; ///< they all agree

template <class Real> transform<double> shown(const lane_transform<Real>& value) {
    return cast<double>(get_lane(value, any_lane));
}

template <class Real>
vec3<double> tail_of(const lane_transform<Real>& bone, const vec3<Real>& tail_local) {
    const transform<double> pose = shown(bone);
    return pose.translation + pose.scale * rotate(pose.rotation, cast<double>(tail_local));
}

} // namespace

template <class Real>
result<stable_stepper<Real>> stable_stepper<Real>::make(const golden_case& played,
                                                        const spring_tuning& tuning) {
    stable_stepper out(played);
    result<basic_rig<Real>> rig = make_rig<Real>(played);
    if (!rig) {
        return rig.error();
    }
    out.kind_.rig = *std::move(rig);
    result<basic_spring_set<Real>> springs =
        make_stable_springs(played, out.kind_.rig, played.simulated, tuning);
    if (!springs) {
        return springs.error();
    }
    out.kind_.springs = *std::move(springs);
    out.kind_.bind = make_rest_bind(out.kind_.rig);
    out.data_ = make_block_data(out.kind_);
    const std::size_t bones = out.kind_.rig.parents.size();
    out.place_.resize(bones);
    for (std::size_t b = 0; b < bones; ++b) {
        out.place_[static_cast<std::size_t>(out.kind_.rig.source_index[b])] = b;
    }
    out.shifted_.assign(bones, false);
    for (const stable_spring<Real>& spring : out.kind_.springs.stable.springs) {
        out.shifted_[static_cast<std::size_t>(spring.bone)] = spring.translate;
    }
    return out;
}

template <class Real> void stable_stepper<Real>::step() {
    for (std::size_t d = 0; d < played_->driven.size(); ++d) {
        const transform<Real> local = cast<Real>(local_pose(*played_, frame_, d));
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(data_.local.bones[place(played_->driven[d])], lane, local);
        }
    }
    ++frame_;
    clock_.dt = static_cast<float>(played_->dt);
    clock_.time += static_cast<double>(clock_.dt); // as the pipeline counts
    ++clock_.frame;
    fk(kind_.rig, kind_.springs, data_.local, data_.rigid);
    const stable_view<Real> block = stable_view_of(kind_, data_);
    const Real progress = run_ticks(block, clock_, tick_options<Real>{});
    stable_pose(pose_view_of(block), progress, data_.transforms);
}

template <class Real> vec3<double> stable_stepper<Real>::rigid_tail(std::int32_t bone) const {
    const std::size_t b = place(bone);
    return tail_of(data_.rigid.bones[b], kind_.rig.tail_local[b]);
}

template <class Real> vec3<double> stable_stepper<Real>::dynamic_tail(std::int32_t bone) const {
    const std::size_t b = place(bone);
    return tail_of(data_.transforms.bones[b], kind_.rig.tail_local[b]);
}

template <class Real> transform<double> stable_stepper<Real>::following(std::size_t bone) const {
    const transform<double> local = shown(data_.local.bones[bone]);
    const std::int32_t parent = kind_.rig.parents[bone];
    if (parent < 0) {
        return local;
    }
    const transform<double> above = shown(data_.transforms.bones[static_cast<std::size_t>(parent)]);
    return {above.rotation * local.rotation,
            above.translation + above.scale * rotate(above.rotation, local.translation),
            above.scale * local.scale};
}

template <class Real> double stable_stepper<Real>::stretch(std::int32_t bone) const {
    const std::size_t b = place(bone);
    const double rest = length(cast<double>(kind_.rig.tail_local[b]));
    const transform<double> pose = shown(data_.transforms.bones[b]);
    if (shifted_[b]) {
        const double shift = length(pose.translation - following(b).translation);
        return 1 + shift / (rest > 1e-9 ? rest : 1);
    }
    return length(dynamic_tail(bone) - pose.translation) / rest;
}

template <class Real> double stable_stepper<Real>::bend(std::int32_t bone) const {
    const std::size_t b = place(bone);
    const vec3<double> tail = cast<double>(kind_.rig.tail_local[b]);
    const vec3<double> from = rotate(following(b).rotation, tail);
    const vec3<double> to = rotate(shown(data_.transforms.bones[b]).rotation, tail);
    return std::atan2(length(cross(from, to)), dot(from, to));
}

template <class Real> bool stable_stepper<Real>::lanes_agree() {
    bool agree = true;
    const auto check = [&](std::span<lane<Real>> values) {
        agree = agree && same_in_all_lanes(values);
    };
    visit_lanes(data_.rigid, check);
    visit_lanes(data_.stable, check);
    visit_lanes(data_.transforms, check);
    return agree;
}

template class stable_stepper<float>;
template class stable_stepper<double>;

} // namespace jounce::replay
