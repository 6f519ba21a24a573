#include <jounce/modules/rig/rig_builder.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <cstddef>
#include <functional>
#include <queue>
#include <string_view>
#include <unordered_map>

namespace jounce {

/// The checks that need no rest pose, in the order that is most useful to the author of a file.
struct rig_checks {
    using entries = std::vector<rig_builder::entry>;

    static std::string who(const entries& bones, std::size_t b) {
        return "bone " + std::to_string(b) + " \"" + bones[b].bone.name + "\"";
    }

    static std::optional<error> unit(double metres) {
        if (!(metres >= least_metres_per_unit && metres <= most_metres_per_unit)) {
            return error{errors::bad_unit, "a unit of the rig has " + std::to_string(metres) +
                                               " m, it must be from 0.0001 to 10000"};
        }
        return std::nullopt;
    }

    static std::optional<error> count(const entries& bones) {
        if (bones.empty()) {
            return error{errors::empty_rig, "the rig has no bones; add at least one"};
        }
        if (bones.size() > static_cast<std::size_t>(max_bones)) {
            return error{errors::too_many_bones, "the rig has " + std::to_string(bones.size()) +
                                                     " bones, the limit is " +
                                                     std::to_string(max_bones)};
        }
        return std::nullopt;
    }

    static std::optional<error> names(const entries& bones) {
        std::unordered_map<std::string_view, std::size_t> seen;
        for (std::size_t b = 0; b < bones.size(); ++b) {
            if (bones[b].bone.name.empty()) {
                return error{errors::empty_name,
                             "bone " + std::to_string(b) +
                                 " has no name; springs and tools find bones by name"};
            }
            const auto [first, is_new] = seen.emplace(bones[b].bone.name, b);
            if (!is_new) {
                return error{errors::duplicate_name, who(bones, b) + " has the name of bone " +
                                                         std::to_string(first->second) +
                                                         "; rename one of them"};
            }
        }
        return std::nullopt;
    }

    static std::optional<error> numbers(const entries& bones) {
        const auto finite = [](const vec3<double>& v) {
            return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
        };
        for (std::size_t b = 0; b < bones.size(); ++b) {
            const rig_builder::joint& bone = bones[b].bone;
            const quat<double>& q = bone.rotation;
            const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
            if (!finite(bone.translation) || !finite(bone.tail) || !finite(bone.scale) ||
                !std::isfinite(norm)) {
                return error{errors::not_finite,
                             who(bones, b) + " has a coordinate that is not a finite number; "
                                             "export the file again"};
            }
            if (std::abs(norm - 1.0) > 1e-3) {
                return error{errors::bad_rotation, who(bones, b) + " has a rotation of length " +
                                                       std::to_string(norm) +
                                                       "; a unit quaternion is needed"};
            }
            if (bone.scale.x == 0 || bone.scale.y == 0 || bone.scale.z == 0) {
                return error{errors::bad_scale,
                             who(bones, b) + " has a rest scale of zero, which nothing can be "
                                             "bound to; use a small scale instead"};
            }
        }
        return std::nullopt;
    }

    static std::optional<error> parents(const entries& bones) {
        for (std::size_t b = 0; b < bones.size(); ++b) {
            const std::int32_t parent = bones[b].bone.parent;
            if (parent < -1 || parent >= static_cast<std::int32_t>(bones.size())) {
                return error{errors::missing_parent,
                             who(bones, b) + " has parent " + std::to_string(parent) +
                                 ", but the rig has " + std::to_string(bones.size()) +
                                 " bones; use -1 for a root"};
            }
        }
        return std::nullopt;
    }

    /// Parents first; bones that already stand so keep their order.
    static result<std::vector<std::int32_t>> sort(const entries& bones) {
        std::vector<std::vector<std::int32_t>> children(bones.size());
        std::priority_queue<std::int32_t, std::vector<std::int32_t>, std::greater<>> ready;
        for (std::size_t b = 0; b < bones.size(); ++b) {
            const std::int32_t parent = bones[b].bone.parent;
            if (parent < 0) {
                ready.push(static_cast<std::int32_t>(b));
            } else {
                children[static_cast<std::size_t>(parent)].push_back(static_cast<std::int32_t>(b));
            }
        }
        std::vector<std::int32_t> order;
        std::vector<bool> placed(bones.size());
        while (!ready.empty()) {
            const std::int32_t b = ready.top();
            ready.pop();
            order.push_back(b);
            placed[static_cast<std::size_t>(b)] = true;
            for (const std::int32_t child : children[static_cast<std::size_t>(b)]) {
                ready.push(child);
            }
        }
        for (std::size_t b = 0; b < bones.size(); ++b) {
            if (!placed[b]) {
                return error{errors::cycle, who(bones, b) +
                                                " is its own ancestor or hangs on a bone that is; "
                                                "parents must lead to a root"};
            }
        }
        return order;
    }
};

std::int32_t rig_builder::add(segment bone) {
    joint as_joint;
    as_joint.name = std::move(bone.name);
    as_joint.parent = bone.parent;
    as_joint.translation = bone.head;
    as_joint.tail = bone.tail;
    as_joint.handle = bone.handle;
    bones_.push_back({std::move(as_joint), true});
    return bone_count() - 1;
}

std::int32_t rig_builder::add(joint bone) {
    bones_.push_back({std::move(bone), false});
    return bone_count() - 1;
}

namespace {

bool is_uniform(const vec3<double>& scale) {
    const double tolerance = 1e-6 * std::abs(scale.x);
    return std::abs(scale.y - scale.x) <= tolerance && std::abs(scale.z - scale.x) <= tolerance;
}

/// Rest pose in double, as matrices: builders may take their time.
struct rest_pose {
    std::vector<affine<double>> model;
    std::vector<quat<double>> rotation;
    std::vector<double> scale;
};

} // namespace

template <class Real> result<basic_rig<Real>> rig_builder::build() const {
    for (const auto check :
         {&rig_checks::count, &rig_checks::names, &rig_checks::numbers, &rig_checks::parents}) {
        if (std::optional<error> wrong = check(bones_)) {
            return *std::move(wrong);
        }
    }
    if (std::optional<error> wrong = rig_checks::unit(metres_per_unit_)) {
        return *std::move(wrong);
    }
    result<std::vector<std::int32_t>> order = rig_checks::sort(bones_);
    if (!order) {
        return order.error();
    }

    basic_rig<Real> rig;
    rig.is_affine = non_uniform_;
    rig.metres_per_unit = static_cast<float>(metres_per_unit_);
    for (const entry& e : bones_) {
        rig.is_affine = rig.is_affine || !is_uniform(e.bone.scale);
    }

    std::vector<std::int32_t> place(bones_.size());
    rest_pose rest;
    for (const std::int32_t source : *order) {
        const entry& e = bones_[static_cast<std::size_t>(source)];
        const joint& bone = e.bone;
        const std::size_t b = rig.parents.size();
        place[static_cast<std::size_t>(source)] = static_cast<std::int32_t>(b);
        const std::int32_t parent =
            bone.parent < 0 ? -1 : place[static_cast<std::size_t>(bone.parent)];
        const std::size_t p = static_cast<std::size_t>(parent);

        const quat<double> turn = normalised(bone.rotation);
        vec3<double> translation = bone.translation;
        vec3<double> stretch = {1, 1, 1};
        double scale = bone.scale.x;
        if (!is_uniform(bone.scale)) {
            scale = 1;
            stretch = bone.scale;
        }
        if (e.in_model_space && parent >= 0) {
            // The frame keeps the model's axes and size only if the parent does too.
            translation = inverse(rest.model[p]) * translation;
        }
        const affine<double> local = {scaled_columns(to_matrix(turn), scale * stretch),
                                      translation};
        const affine<double> model = parent < 0 ? local : rest.model[p] * local;
        const vec3<double> tail = e.in_model_space ? inverse(model) * bone.tail : bone.tail;
        rest.model.push_back(model);
        rest.rotation.push_back(parent < 0 ? turn : rest.rotation[p] * turn);
        rest.scale.push_back(parent < 0 ? scale : rest.scale[p] * scale);

        const vec3<double> head_model = model.translation;
        const vec3<double> tail_model = e.in_model_space ? bone.tail : model * tail;
        if (!bone.handle && length(tail_model - head_model) <= 1e-12) {
            return error{errors::zero_length,
                         rig_checks::who(bones_, static_cast<std::size_t>(source)) +
                             " has no length (head and tail coincide); give it a "
                             "tail, or mark it as a point handle"};
        }

        rig.names.push_back(bone.name);
        rig.parents.push_back(parent);
        rig.source_index.push_back(source);
        rig.rest_local.push_back(cast<Real>(transform<double>{turn, translation, scale}));
        rig.rest_model.push_back(cast<Real>(
            transform<double>{rest.rotation.back(), model.translation, rest.scale.back()}));
        rig.tail_local.push_back(cast<Real>(tail));
        rig.rest_head.push_back(cast<Real>(head_model));
        rig.rest_tail.push_back(cast<Real>(tail_model));
        rig.handle.push_back(bone.handle ? 1 : 0);
        if (rig.is_affine) {
            rig.rest_stretch.push_back(cast<Real>(stretch));
            rig.rest_linear.push_back(cast<Real>(model.linear));
        }
    }
    return rig;
}

template result<basic_rig<float>> rig_builder::build() const;
template result<basic_rig<double>> rig_builder::build() const;

} // namespace jounce
