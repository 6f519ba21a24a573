#include <jounce/modules/rig/reference_builder.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>
#include <unordered_map>

namespace jounce {
namespace {

struct setting_rule {
    const char* name;
    double value;
    double least;
    double most;
    bool least_allowed = true;
};

std::optional<error> check_settings(const std::string& bone, const spring_settings& s) {
    constexpr double any = 1e12; // finite in float, and beyond anything physical
    const setting_rule rules[] = {{"mass", s.mass, 0, any, false},
                                  {"stiffness", s.stiffness, 0, any},
                                  {"damping", s.damping, 0, any},
                                  {"velocity_scale", s.velocity_scale, 0, 1},
                                  {"hook", s.hook, 0, 1},
                                  {"compliance", s.compliance, 0, any},
                                  {"length_factor", s.length_factor, 0, 1e6}};
    for (const setting_rule& rule : rules) {
        const bool inside =
            std::isfinite(rule.value) && rule.value <= rule.most &&
            (rule.least_allowed ? rule.value >= rule.least : rule.value > rule.least);
        if (!inside) {
            return error{errors::bad_setting,
                         "spring bone \"" + bone + "\": " + rule.name + " is " +
                             std::to_string(rule.value) + ", it must be " +
                             (rule.least_allowed ? "from " : "more than ") +
                             std::to_string(rule.least) + " up to " + std::to_string(rule.most)};
        }
    }
    return std::nullopt;
}

using name_index = std::unordered_map<std::string_view, std::int32_t>;

result<std::int32_t> find_bone(const name_index& index, const std::string& bone) {
    const auto found = index.find(bone);
    if (found == index.end()) {
        return error{errors::unknown_bone,
                     "spring bone \"" + bone + "\" is not in the rig; check the spelling"};
    }
    return found->second;
}

template <class Real>
basic_spring<Real> make_spring(const basic_rig<Real>& rig, std::int32_t bone,
                               const spring_settings& s) {
    const std::size_t b = static_cast<std::size_t>(bone);
    const vec3<double> head = cast<double>(rig.rest_head[b]);
    const vec3<double> tail = cast<double>(rig.rest_tail[b]);
    const double bone_length = length(tail - head);
    const vec3<double> anchor = head + s.hook * (tail - head);

    basic_spring<Real> spring;
    spring.bone = bone;
    spring.mass = static_cast<Real>(s.mass);
    spring.stiffness = static_cast<Real>(s.stiffness);
    spring.damping = static_cast<Real>(s.damping);
    spring.velocity_scale = static_cast<Real>(s.velocity_scale);
    spring.compliance = static_cast<Real>(s.compliance);
    spring.rest_length = static_cast<Real>(length(tail - anchor));
    spring.bone_length = static_cast<Real>(bone_length * s.length_factor);
    spring.inverse_bone_length = bone_length > 0 ? static_cast<Real>(1 / bone_length) : Real(0);
    spring.fixed_length = s.fixed_length;
    spring.edge_constraint = s.edge_constraint;
    spring.output = s.output;
    spring.rest_anchor = cast<Real>(anchor);
    spring.rest_head = rig.rest_head[b];
    spring.rest_tail = rig.rest_tail[b];
    spring.rest_direction =
        bone_length > 0 ? cast<Real>((1 / bone_length) * (tail - head)) : vec3<Real>{};
    spring.rest_rotation = rig.rest_model[b].rotation;
    spring.rest_scale = rig.rest_model[b].scale;
    if (rig.is_affine) {
        spring.rest_linear = rig.rest_linear[b];
    }
    return spring;
}

} // namespace

void reference_builder::add(std::string bone, const spring_settings& settings) {
    springs_.emplace_back(std::move(bone), settings);
}

void reference_builder::override_offset(std::string bone, const vec3<double>& offset) {
    offsets_.emplace_back(std::move(bone), offset);
}

template <class Real>
result<basic_spring_set<Real>> reference_builder::build(const basic_rig<Real>& rig) const {
    name_index index;
    for (std::int32_t b = 0; b < rig.bone_count(); ++b) {
        index.emplace(rig.names[static_cast<std::size_t>(b)], b);
    }

    // Ordered by bone, which is parents first.
    std::map<std::int32_t, const spring_settings*> chosen;
    for (const auto& [name, settings] : springs_) {
        const result<std::int32_t> bone = find_bone(index, name);
        if (!bone) {
            return bone.error();
        }
        if (std::optional<error> wrong = check_settings(name, settings)) {
            return *std::move(wrong);
        }
        if (!chosen.emplace(*bone, &settings).second) {
            return error{errors::duplicate_spring, "spring bone \"" + name + "\" is given twice"};
        }
    }
    std::map<std::int32_t, vec3<double>> offsets;
    for (const auto& [name, offset] : offsets_) {
        const result<std::int32_t> bone = find_bone(index, name);
        if (!bone) {
            return bone.error();
        }
        offsets[*bone] = offset;
    }

    basic_spring_set<Real> set;
    std::vector<std::int32_t> slot(rig.parents.size(), -1);
    for (std::int32_t b = 0; b < rig.bone_count(); ++b) {
        const std::size_t i = static_cast<std::size_t>(b);
        const bool hangs = rig.parents[i] >= 0 && chosen.contains(rig.parents[i]);
        if (hangs || chosen.contains(b)) {
            slot[i] = static_cast<std::int32_t>(set.affected.size());
            set.affected.push_back({b, rig.tail_local[i], false});
        }
    }
    for (const auto& [bone, settings] : chosen) {
        basic_spring<Real> spring = make_spring(rig, bone, *settings);
        if (spring.bone_length <= 0 && settings->output == spring_transform::rotate_scale) {
            return error{errors::zero_length,
                         "spring bone \"" + rig.names[static_cast<std::size_t>(bone)] +
                             "\" has no length to rotate; use output translate"};
        }
        spring.slot = slot[static_cast<std::size_t>(bone)];
        spring.first_child = static_cast<std::int32_t>(set.children.size());
        for (const affected_bone<Real>& candidate : set.affected) {
            const std::size_t c = static_cast<std::size_t>(candidate.bone);
            if (rig.parents[c] != bone) {
                continue;
            }
            const auto given = offsets.find(candidate.bone);
            const vec3<Real> offset = given != offsets.end() ? cast<Real>(given->second)
                                                             : spring.rest_tail - rig.rest_head[c];
            set.children.push_back({slot[c], offset});
        }
        spring.child_count = static_cast<std::int32_t>(set.children.size()) - spring.first_child;
        const std::int32_t parent = rig.parents[static_cast<std::size_t>(bone)];
        set.affected[static_cast<std::size_t>(spring.slot)].is_placed =
            spring.fixed_length && parent >= 0 && chosen.contains(parent);
        set.springs.push_back(spring);
    }
    return set;
}

template result<basic_spring_set<float>> reference_builder::build(const basic_rig<float>&) const;
template result<basic_spring_set<double>> reference_builder::build(const basic_rig<double>&) const;

} // namespace jounce
