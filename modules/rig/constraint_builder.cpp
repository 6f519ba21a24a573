#include <jounce/modules/rig/constraint_builder.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace jounce {
namespace {

quat<double> conjugate(const quat<double>& q) { return {-q.x, -q.y, -q.z, q.w}; }

template <class Real>
std::optional<error> find_fault(std::span<const constraint_description> all,
                                const basic_rig<Real>& rig, std::vector<std::int32_t>& of_bone) {
    for (std::size_t c = 0; c < all.size(); ++c) {
        const constraint_description& one = all[c];
        const std::string who = "constraint " + std::to_string(c);
        if (one.bone < 0 || one.bone >= rig.bone_count() || one.source < 0 ||
            one.source >= rig.bone_count()) {
            return error{errors::unknown_bone, who + " names bone " + std::to_string(one.bone) +
                                                   " and source " + std::to_string(one.source) +
                                                   ", the rig has " +
                                                   std::to_string(rig.bone_count())};
        }
        const std::string whose = who + " on bone \"" + rig.names[at(one.bone)] + "\"";
        if (!(one.weight >= 0 && one.weight <= 1)) {
            return error{errors::bad_setting, whose + ": the weight must be from 0 up to 1"};
        }
        if (one.kind != constraint_kind::rotation &&
            !(length(one.axis) > 1e-6 && length(one.axis) < 1e6)) {
            return error{errors::bad_setting, whose + ": the axis has no direction"};
        }
        if (of_bone[at(one.bone)] >= 0) {
            return error{errors::duplicate_constraint,
                         whose + ": the bone follows another already"};
        }
        of_bone[at(one.bone)] = static_cast<std::int32_t>(c);
    }
    return std::nullopt;
}

template <class Real>
node_constraint<Real> made(const constraint_description& one, const basic_rig<Real>& rig) {
    const quat<double> rest = cast<double>(rig.rest_local[at(one.bone)].rotation);
    const quat<double> source = cast<double>(rig.rest_local[at(one.source)].rotation);
    node_constraint<Real> out;
    out.kind = one.kind;
    out.bone = one.bone;
    out.source = one.source;
    out.weight = static_cast<Real>(one.weight);
    if (one.kind != constraint_kind::rotation) {
        out.axis = cast<Real>((1 / length(one.axis)) * one.axis);
    }
    out.rest = cast<Real>(rest);
    out.source_rest_back = cast<Real>(conjugate(source));
    out.source_to_bone = cast<Real>(conjugate(rest) * source);
    return out;
}

/// Lists constraints after those that they depend on.
template <class Real> class sorter {
public:
    sorter(std::span<const constraint_description> all, const basic_rig<Real>& rig,
           const std::vector<std::int32_t>& of_bone, basic_constraint_set<Real>& to)
        : all_(all), rig_(rig), of_bone_(of_bone), to_(to), progress_(all.size(), waiting) {}

    /// False if the constraint waits for itself. Recursion is bounded by the number of bones.
    bool list(std::int32_t index) {
        stage& now = progress_[at(index)];
        if (now != waiting) {
            return now == done;
        }
        now = begun;
        const constraint_description& one = all_[at(index)];
        const bool ready = one.kind == constraint_kind::aim
                               ? list_above(one.source) && list_above(one.bone)
                               : list_of(one.source);
        if (ready) {
            progress_[at(index)] = done;
            to_.constraints.push_back(made(one, rig_));
        }
        return ready;
    }

private:
    enum stage : std::uint8_t { waiting, begun, done };

    bool list_of(std::int32_t bone) { return of_bone_[at(bone)] < 0 || list(of_bone_[at(bone)]); }
    bool list_above(std::int32_t bone) {
        for (bone = rig_.parents[at(bone)]; bone >= 0; bone = rig_.parents[at(bone)]) {
            if (!list_of(bone)) {
                return false;
            }
        }
        return true;
    }

    std::span<const constraint_description> all_;
    const basic_rig<Real>& rig_;
    const std::vector<std::int32_t>& of_bone_;
    basic_constraint_set<Real>& to_;
    std::vector<stage> progress_;
};

} // namespace

template <class Real>
result<basic_constraint_set<Real>>
build_constraints(std::span<const constraint_description> constraints, const basic_rig<Real>& rig) {
    std::vector<std::int32_t> of_bone(rig.parents.size(), -1);
    if (std::optional<error> fault = find_fault(constraints, rig, of_bone)) {
        return *std::move(fault);
    }
    basic_constraint_set<Real> out;
    sorter<Real> order(constraints, rig, of_bone, out);
    for (std::size_t c = 0; c < constraints.size(); ++c) {
        if (!order.list(static_cast<std::int32_t>(c))) {
            return error{errors::cycle, "constraint " + std::to_string(c) + " on bone \"" +
                                            rig.names[at(constraints[c].bone)] +
                                            "\" waits for itself: follow its sources and break the "
                                            "circle"};
        }
    }
    return out;
}

template result<basic_constraint_set<float>>
build_constraints(std::span<const constraint_description>, const basic_rig<float>&);
template result<basic_constraint_set<double>>
build_constraints(std::span<const constraint_description>, const basic_rig<double>&);

} // namespace jounce
