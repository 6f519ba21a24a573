#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue_run/check_tissue.hpp>
#include <jounce/modules/tissue_run/take_probes.hpp>
#include <jounce/modules/tissue_run/tissue_matrices.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace jounce {
namespace {

/// Joints that carry flesh, numbered in the order of the skin.
template <class Real> class joint_numbers {
public:
    joint_numbers(const tissue::baked_tissue& baked, const basic_skin_binding<Real>& bind,
                  basic_tissue_set<Real>& to)
        : numbers_(bind.joints.size(), -1) {
        for (const tissue::joint_weight& one : baked.handle_joints) {
            numbers_[one.joint] = 0;
        }
        for (const tissue::drive_term& one : baked.drive) {
            numbers_[one.joint] = 0;
        }
        for (std::size_t j = 0; j < numbers_.size(); ++j) {
            if (numbers_[j] == 0) {
                numbers_[j] = static_cast<std::int32_t>(to.joints.size());
                to.joints.push_back({bind.joints[j].bone, bind.joints[j].inverse_bind});
            }
        }
    }
    /// -1: it carries none.
    std::int32_t operator()(std::size_t joint) const { return numbers_[joint]; }

private:
    std::vector<std::int32_t> numbers_;
};

template <class Real>
void take_handles(const tissue::baked_tissue& baked, const joint_numbers<Real>& joint, double unit,
                  basic_tissue_set<Real>& to) {
    using share_list = std::vector<std::pair<std::int32_t, Real>>;
    std::map<share_list, std::int32_t> blends;
    to.blend_first = {0};
    for (std::size_t h = 0; h < baked.handles.size(); ++h) {
        share_list list;
        for (std::uint32_t i = baked.handle_joint_first[h]; i < baked.handle_joint_first[h + 1];
             ++i) {
            list.emplace_back(joint(baked.handle_joints[i].joint),
                              static_cast<Real>(baked.handle_joints[i].weight));
        }
        std::sort(list.begin(), list.end());
        const auto [found, is_new] = blends.emplace(list, static_cast<std::int32_t>(blends.size()));
        if (is_new) {
            for (const auto& [number, weight] : list) {
                to.shares.push_back({number, weight});
            }
            to.blend_first.push_back(static_cast<std::uint32_t>(to.shares.size()));
        }
        to.blend_of.push_back(found->second);
        to.bounds.push_back(static_cast<Real>(baked.handle_bounds[h] / unit));
    }
    to.drive_first.assign(baked.handles.size() + 1, 0);
    std::vector<tissue::drive_term> drives = baked.drive;
    std::stable_sort(drives.begin(), drives.end(),
                     [](const auto& a, const auto& b) { return a.handle < b.handle; });
    for (const tissue::drive_term& one : drives) {
        ++to.drive_first[one.handle + 1];
        to.drives.push_back(
            {joint(one.joint),
             {static_cast<Real>(one.moment[0] / unit), static_cast<Real>(one.moment[1] / unit),
              static_cast<Real>(one.moment[2] / unit), static_cast<Real>(one.moment[3])}});
    }
    for (std::size_t h = 0; h < baked.handles.size(); ++h) {
        to.drive_first[h + 1] += to.drive_first[h];
    }
}

/// Points, also in groups of eight with handles ascending.
template <class Real>
void take_points(const tissue::baked_tissue& baked, double unit, bool with_groups,
                 basic_tissue_set<Real>& to) {
    to.pull_first = {0};
    for (std::size_t p = 0; p < baked.cubature.size(); ++p) {
        if (baked.cubature[p].volume == 0) {
            continue; // it stands for nothing
        }
        const std::size_t first = to.pulls.size();
        for (std::uint32_t i = baked.cubature_first[p]; i < baked.cubature_first[p + 1]; ++i) {
            const tissue::handle_weight& one = baked.cubature_weights[i];
            to.pulls.push_back(
                {static_cast<std::int32_t>(one.handle), cast<Real>(unit * one.gradient)});
        }
        std::sort(to.pulls.begin() + static_cast<std::ptrdiff_t>(first), to.pulls.end(),
                  [](const auto& a, const auto& b) { return a.handle < b.handle; });
        to.volumes.push_back(static_cast<Real>(baked.cubature[p].volume / (unit * unit)));
        to.pull_first.push_back(static_cast<std::uint32_t>(to.pulls.size()));
    }
    if (!with_groups) {
        return;
    }
    // Points with as many handles go together, so that few slots stay empty.
    std::vector<std::size_t> order(to.volumes.size());
    for (std::size_t p = 0; p < order.size(); ++p) {
        order[p] = p;
    }
    const auto count = [&](std::size_t p) { return to.pull_first[p + 1] - to.pull_first[p]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return count(a) > count(b); });
    to.slot_first = {0};
    for (std::size_t first = 0; first < order.size(); first += lane_count) {
        lane<Real> volumes{};
        std::vector<tissue_slot<Real>> slots(count(order[first]));
        for (tissue_slot<Real>& slot : slots) {
            slot.handle.fill(-1);
        }
        for (std::size_t i = 0; i < lane_count && first + i < order.size(); ++i) {
            const std::size_t p = order[first + i];
            volumes.v[i] = to.volumes[p];
            for (std::uint32_t s = 0; s < count(p); ++s) {
                const tissue_pull<Real>& pull = to.pulls[to.pull_first[p] + s];
                slots[s].handle[i] = pull.handle;
                set_lane(slots[s].gradient, static_cast<int>(i), pull.gradient);
            }
        }
        to.slots.insert(to.slots.end(), slots.begin(), slots.end());
        to.slot_first.push_back(static_cast<std::uint32_t>(to.slots.size()));
        to.group_volumes.push_back(volumes);
    }
}

template <class Real> tissue_weight<Real> weight_of(const tissue::handle_weight& one, double unit) {
    return {static_cast<std::int32_t>(one.handle), static_cast<Real>(one.weight),
            cast<Real>(unit * one.gradient)};
}

} // namespace

template <class Real>
result<basic_tissue_set<Real>>
make_tissue_set(const tissue::baked_tissue& baked, const basic_skin_binding<Real>& bind,
                double metres_per_unit, const tissue_run_options& options,
                const basic_skinned_mesh<Real>* skin, std::span<const bone_collider> colliders) {
    if (std::optional<error> fault =
            find_tissue_fault(baked, bind.joints.size(), metres_per_unit, options)) {
        return *std::move(fault);
    }
    basic_tissue_set<Real> out;
    out.tier = options.tier;
    out.newton_steps = options.newton_steps;
    out.handle_count = static_cast<std::int32_t>(baked.handles.size());
    out.joint_count = static_cast<std::int32_t>(baked.joint_count);
    const tissue::tissue_material& m = baked.material;
    const double mu = m.young / (2 * (1 + m.poisson));
    const double lame = m.young * m.poisson / ((1 + m.poisson) * (1 - 2 * m.poisson));
    out.mu = static_cast<Real>(mu);
    out.lambda = static_cast<Real>(lame + mu);
    out.alpha = static_cast<Real>(m.alpha);
    out.beta = static_cast<Real>(m.beta);
    const joint_numbers<Real> joint(baked, bind, out);
    take_handles<Real>(baked, joint, metres_per_unit, out);
    take_points<Real>(baked, metres_per_unit, options.newton_steps > 0, out);
    out.vertex_first = baked.vertex_first;
    for (const tissue::handle_weight& one : baked.vertex_weights) {
        out.vertex_weights.push_back(weight_of<Real>(one, metres_per_unit));
    }
    out.touch.stiffness = static_cast<Real>(options.contact_stiffness);
    out.touch.friction = static_cast<Real>(options.friction);
    out.touch.slow = static_cast<Real>(0.01 / metres_per_unit);
    out.touch.margin = static_cast<Real>(0.002 / metres_per_unit);
    out.touch.collides_with = options.collides_with;
    if (skin != nullptr && options.contact_stiffness > 0) {
        if (std::optional<error> fault =
                take_probes<Real>(baked, {bind, *skin, colliders, metres_per_unit, joint}, out)) {
            return *std::move(fault);
        }
    }
    if (!fill_matrices<Real>(baked, options, out)) {
        return error{errors::bad_tissue_data,
                     "mass and stiffness of the flesh are not positive: the "
                     "matrix of a step has no inverse; bake it again"};
    }
    return out;
}

template result<basic_tissue_set<float>> make_tissue_set(const tissue::baked_tissue&,
                                                         const basic_skin_binding<float>&, double,
                                                         const tissue_run_options&,
                                                         const basic_skinned_mesh<float>*,
                                                         std::span<const bone_collider>);
template result<basic_tissue_set<double>> make_tissue_set(const tissue::baked_tissue&,
                                                          const basic_skin_binding<double>&, double,
                                                          const tissue_run_options&,
                                                          const basic_skinned_mesh<double>*,
                                                          std::span<const bone_collider>);

} // namespace jounce
