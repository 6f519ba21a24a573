#include <jounce/modules/tissue_run/add_reactive_bones.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue_run/joint_numbers.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace jounce {
namespace {

/// Of a bone's own mass, sideways from its middle, as a share of its length.
constexpr double thickness = 0.088;

bool is_gain(double value) { return value >= 0 && value <= 1e12; }

std::optional<error> check_bone(const reactive_bone_options& one, std::int32_t bones) {
    const std::string name = "reactive bone " + std::to_string(one.bone);
    if (one.bone < 0 || one.bone >= bones) {
        return error{errors::unknown_bone, name + " is not in the rig, which has " +
                                               std::to_string(bones) + " bones; name one of these"};
    }
    if (!(one.mass > 0 && one.mass <= 1e6)) {
        return error{errors::out_of_range, name + " needs a mass above 0 and up to 1e6 kg"};
    }
    if (!is_gain(one.hold) || !is_gain(one.hold_damping) || !is_gain(one.turn) ||
        !is_gain(one.turn_damping) || !is_gain(one.limit_stiffness)) {
        return error{errors::out_of_range,
                     name + " has a stiffness or damping that is not 0 to 1e12; give one that is"};
    }
    if (!(one.limit >= 0 && one.limit <= 3.2)) {
        return error{errors::out_of_range, name + " has a limit that is not 0 to 3.2 rad"};
    }
    return std::nullopt;
}

std::optional<error> check(const tissue::baked_tissue& baked, std::int32_t bones,
                           std::size_t joints, const reactive_options& options) {
    if (options.bones.empty() || options.bones.size() > most_reactive_bones) {
        return error{errors::out_of_range,
                     "flesh takes 1 to " + std::to_string(most_reactive_bones) +
                         " reactive bones, these are " + std::to_string(options.bones.size())};
    }
    if (!(std::abs(options.gravity) <= 100) || !(std::abs(options.flesh_gravity) <= 100)) {
        return error{errors::out_of_range,
                     "reactive bones and their flesh take -100 to 100 times gravity"};
    }
    for (const reactive_bone_options& one : options.bones) {
        if (std::optional<error> fault = check_bone(one, bones)) {
            return fault;
        }
    }
    const std::size_t points = baked.mass_points.size();
    const auto fits = [&](const tissue::row_starts& first, std::size_t entries, std::size_t most) {
        bool good = first.size() == points + 1 && first.front() == 0 && first.back() == entries;
        for (std::size_t i = 0; good && i < points; ++i) {
            good = first[i] <= first[i + 1] && first[i + 1] - first[i] <= most;
        }
        return good;
    };
    bool good =
        points > 0 &&
        fits(baked.mass_point_first, baked.mass_point_weights.size(), baked.handles.size()) &&
        fits(baked.mass_point_joint_first, baked.mass_point_joints.size(), most_point_shares);
    for (const tissue::mass_point& one : baked.mass_points) {
        good = good && one.mass >= 0 && one.mass < 1e6 && length(one.rest) < 1e6;
    }
    for (const tissue::handle_weight& one : baked.mass_point_weights) {
        good = good && one.handle < baked.handles.size() && std::abs(one.weight) < 1e3;
    }
    for (const tissue::joint_weight& one : baked.mass_point_joints) {
        good = good && one.joint < joints && std::abs(one.weight) < 1e3;
    }
    if (!good) {
        return error{errors::bad_tissue_data,
                     "bones cannot feel this flesh: its mass points are missing, name handles or "
                     "joints that are not there, or are not finite; bake the flesh again"};
    }
    return std::nullopt;
}

template <class Real> class reactive_maker {
public:
    reactive_maker(basic_tissue_set<Real>& to, const tissue::baked_tissue& baked,
                   const basic_rig<Real>& rig, const basic_skin_binding<Real>& bind)
        : to_(&to), baked_(&baked), rig_(&rig), bind_(&bind), number_(baked, bind) {}

    /// @pre bones ascend
    std::optional<error> take_bones(std::span<const reactive_bone_options> bones) {
        basic_reactive_set<Real>& out = to_->reactive;
        const std::size_t count = rig_->parents.size();
        out.carrier_of_bone.assign(count, -1);
        for (const reactive_bone_options& one : bones) {
            const std::size_t bone = static_cast<std::size_t>(one.bone);
            std::size_t joint = 0;
            while (joint < bind_->joints.size() && bind_->joints[joint].bone != one.bone) {
                ++joint;
            }
            if (joint == bind_->joints.size() || out.carrier_of_bone[bone] >= 0) {
                return error{errors::unknown_bone,
                             "reactive bone " + std::to_string(one.bone) + " (" +
                                 rig_->names[bone] +
                                 ") is no joint of the skin, or is named twice; name joints of "
                                 "the skin, each once"};
            }
            out.carrier_of_bone[bone] = static_cast<std::int32_t>(out.bones.size());
            out.bones.push_back(made(one, joint));
        }
        for (std::size_t b = 0; b < count; ++b) {
            if (const std::int32_t parent = rig_->parents[b];
                parent >= 0 && out.carrier_of_bone[b] < 0) {
                out.carrier_of_bone[b] = out.carrier_of_bone[static_cast<std::size_t>(parent)];
            }
        }
        for (std::size_t i = 0; i < bones.size(); ++i) {
            if (const std::int32_t parent = rig_->parents[static_cast<std::size_t>(bones[i].bone)];
                parent >= 0) {
                out.bones[i].parent = out.carrier_of_bone[static_cast<std::size_t>(parent)];
            } else {
                out.bones[i].anchor = out.bones[i].centre;
            }
            take_mass(bones[i], out.bones[i]);
        }
        return std::nullopt;
    }

    void take_points() {
        const double unit = static_cast<double>(rig_->metres_per_unit);
        basic_reactive_set<Real>& out = to_->reactive;
        for (std::size_t p = 0; p < baked_->mass_points.size(); ++p) {
            reactive_point<Real> point;
            point.rest = cast<Real>((1 / unit) * baked_->mass_points[p].rest);
            point.mass = static_cast<Real>(baked_->mass_points[p].mass);
            point.first_weight = static_cast<std::uint32_t>(out.weights.size());
            point.first_share = static_cast<std::uint32_t>(out.shares.size());
            for (std::uint32_t i = baked_->mass_point_first[p]; i < baked_->mass_point_first[p + 1];
                 ++i) {
                const tissue::handle_weight& w = baked_->mass_point_weights[i];
                out.weights.push_back(
                    {static_cast<std::int32_t>(w.handle), static_cast<Real>(w.weight), {}});
            }
            std::sort(out.weights.begin() + point.first_weight, out.weights.end(),
                      [](const auto& a, const auto& b) { return a.handle < b.handle; });
            for (std::uint32_t i = baked_->mass_point_joint_first[p];
                 i < baked_->mass_point_joint_first[p + 1]; ++i) {
                const tissue::joint_weight& w = baked_->mass_point_joints[i];
                out.shares.push_back({number_.at(w.joint, *to_), static_cast<Real>(w.weight)});
            }
            point.weight_count =
                static_cast<std::uint32_t>(out.weights.size()) - point.first_weight;
            point.share_count = static_cast<std::uint32_t>(out.shares.size()) - point.first_share;
            out.points.push_back(point);
        }
        for (const tissue_joint<Real>& joint : to_->joints) {
            out.carrier_of_joint.push_back(
                out.carrier_of_bone[static_cast<std::size_t>(joint.bone)]);
        }
    }

private:
    reactive_bone<Real> made(const reactive_bone_options& one, std::size_t joint) {
        const double unit = static_cast<double>(rig_->metres_per_unit);
        const auto torque = [&](double value) { return static_cast<Real>(value / (unit * unit)); };
        const affine<Real> rest = inverse(bind_->joints[joint].inverse_bind);
        reactive_bone<Real> out;
        out.bone = one.bone;
        out.joint = number_.at(joint, *to_);
        out.local_centre = Real(0.5) * rig_->tail_local[static_cast<std::size_t>(one.bone)];
        out.centre = rest * out.local_centre;
        out.anchor = rest.translation;
        out.hold = static_cast<Real>(one.hold);
        out.hold_damping = static_cast<Real>(one.hold_damping);
        out.turn = torque(one.turn);
        out.turn_damping = torque(one.turn_damping);
        out.limit = static_cast<Real>(one.limit);
        out.limit_stiffness = torque(one.limit_stiffness);
        return out;
    }

    /// Six points stand for the mass of a bone: its ends, and four around its middle.
    void take_mass(const reactive_bone_options& one, const reactive_bone<Real>& bone) {
        const vec3<Real> head = to_rest(bone, {});
        vec3<Real> half = bone.centre - head;
        if (!(length(half) > Real(1e-6))) { // a bone without length is a ball of 2 cm
            half = {static_cast<Real>(0.01 / static_cast<double>(rig_->metres_per_unit)), 0, 0};
        }
        const Real size = length(half);
        const vec3<Real> helper =
            std::abs(half.x) < Real(0.7) * size ? vec3<Real>{1, 0, 0} : vec3<Real>{0, 1, 0};
        vec3<Real> side = cross(half, helper);
        side = (static_cast<Real>(2 * thickness) * size / length(side)) * side;
        const vec3<Real> other = (Real(1) / size) * cross(half, side);
        basic_reactive_set<Real>& out = to_->reactive;
        for (const vec3<Real>& way : {half, side, other}) {
            for (const Real sign : {Real(1), Real(-1)}) {
                reactive_point<Real> point;
                point.rest = bone.centre + sign * way;
                point.mass = static_cast<Real>(one.mass / 6);
                point.first_share = static_cast<std::uint32_t>(out.shares.size());
                point.share_count = 1;
                out.shares.push_back({bone.joint, Real(1)});
                out.points.push_back(point);
            }
        }
    }
    vec3<Real> to_rest(const reactive_bone<Real>& bone, const vec3<Real>& local) const {
        return inverse(to_->joints[static_cast<std::size_t>(bone.joint)].inverse_bind) * local;
    }

    basic_tissue_set<Real>* to_;
    const tissue::baked_tissue* baked_;
    const basic_rig<Real>* rig_;
    const basic_skin_binding<Real>* bind_;
    joint_numbers<Real> number_;
};

} // namespace

template <class Real>
std::optional<error>
add_reactive_bones(basic_tissue_set<Real>& to, const tissue::baked_tissue& baked,
                   const basic_rig<Real>& rig, const basic_skin_binding<Real>& bind,
                   const reactive_options& options) {
    const std::size_t joints = bind.joints.size();
    const auto is_joint = [&](const auto& one) { return one.joint < joints; };
    const auto is_bone = [&](const auto& one) {
        return one.bone >= 0 && one.bone < rig.bone_count();
    };
    const bool is_same =
        static_cast<std::size_t>(to.handle_count) == baked.handles.size() &&
        std::all_of(baked.handle_joints.begin(), baked.handle_joints.end(), is_joint) &&
        std::all_of(baked.drive.begin(), baked.drive.end(), is_joint) &&
        std::all_of(bind.joints.begin(), bind.joints.end(), is_bone) &&
        joint_numbers<Real>(baked, bind).count() == to.joints.size();
    if (!is_same) {
        return error{errors::bad_tissue_data,
                     "the set was made of another bake, skin or rig, or has reactive bones "
                     "already; make it again, then add all bones at once"};
    }
    if (std::optional<error> fault = check(baked, rig.bone_count(), joints, options)) {
        return fault;
    }
    std::vector<reactive_bone_options> bones = options.bones;
    std::sort(bones.begin(), bones.end(),
              [](const auto& a, const auto& b) { return a.bone < b.bone; }); // parents first
    basic_tissue_set<Real> out = to;
    out.reactive = {};
    reactive_maker<Real> maker(out, baked, rig, bind);
    if (std::optional<error> fault = maker.take_bones(bones)) {
        return fault;
    }
    maker.take_points();
    out.reactive.gravity = static_cast<Real>(options.gravity);
    out.reactive.flesh_gravity = static_cast<Real>(options.flesh_gravity);
    out.tier = tissue_tier::two_way;
    to = std::move(out);
    return std::nullopt;
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template std::optional<error> add_reactive_bones(                                              \
        basic_tissue_set<Real>&, const tissue::baked_tissue&, const basic_rig<Real>&,              \
        const basic_skin_binding<Real>&, const reactive_options&);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
