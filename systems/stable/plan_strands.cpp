#include <jounce/systems/stable/plan_strands.hpp>

#include <jounce/components/base/index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace jounce {
namespace {

/// A bone that is no child of another on the walk, and all below it that ticks visit.
struct chain {
    std::vector<std::int32_t> bones; ///< places in the walk
    std::vector<std::int32_t> shape; ///< equal for chains that can lie side by side
    bool is_ordinary = true;
};

template <class Real> bool is_ordinary(const stable_spring<Real>& spring) {
    const bool is_round = spring.limit == limit_shape::none || spring.limit == limit_shape::cone;
    return !spring.translate && !(spring.hook > 0) && !spring.pinned && spring.limit_is_centred &&
           is_round;
}

template <class Real>
void add_bone(const basic_stable_set<Real>& set, std::int32_t place, std::int32_t parent_in_chain,
              chain& to) {
    const walked_bone& walked = set.walk[at(place)];
    to.bones.push_back(place);
    to.shape.insert(to.shape.end(),
                    {parent_in_chain, walked.parent < 0 && walked.anchor >= 0, walked.spring >= 0,
                     walked.has_springs_below, walked.below_spring});
    if (walked.spring >= 0) {
        const stable_spring<Real>& spring = set.springs[at(walked.spring)];
        to.is_ordinary = to.is_ordinary && is_ordinary(spring);
        to.shape.insert(to.shape.end(),
                        {spring.fixed_length, spring.collide_segment, spring.inherit < Real(1),
                         static_cast<std::int32_t>(spring.collides_with)});
    }
}

template <class Real> std::vector<chain> chains_of(const basic_stable_set<Real>& set) {
    std::vector<chain> out;
    std::vector<std::pair<std::size_t, std::int32_t>> found(set.walk.size()); // chain, place in it
    for (std::size_t w = 0; w < set.walk.size(); ++w) {
        const walked_bone& walked = set.walk[w];
        if (!walked.leads_to_spring) {
            continue; // nor does any bone below it
        }
        const bool is_first = walked.parent < 0;
        if (is_first) {
            out.emplace_back();
        }
        const std::size_t c = is_first ? out.size() - 1 : found[at(walked.parent)].first;
        const std::int32_t parent = is_first ? -1 : found[at(walked.parent)].second;
        found[w] = {c, static_cast<std::int32_t>(out[c].bones.size())};
        add_bone(set, static_cast<std::int32_t>(w), parent, out[c]);
    }
    return out;
}

template <class Real>
void set_lane_of(lane_oscillator_step<Real>& to, std::size_t lane,
                 const oscillator_step<Real>& from) {
    to.yy.v[lane] = from.yy;
    to.yv.v[lane] = from.yv;
    to.ya.v[lane] = from.ya;
    to.vy.v[lane] = from.vy;
    to.vv.v[lane] = from.vv;
}

template <class Real>
void set_lane_of(strand_spring<Real>& to, std::size_t lane, const stable_spring<Real>& from) {
    to.fixed_length = from.fixed_length;
    to.collide_segment = from.collide_segment;
    to.is_bounded = from.inherit < Real(1);
    to.collides_with = from.collides_with;
    set_lane(to.axis, static_cast<int>(lane), from.axis);
    to.length.v[lane] = from.length;
    for (std::size_t level = 0; level < from.steps.size(); ++level) {
        set_lane_of(to.steps[level].bend, lane, from.steps[level].bend);
        set_lane_of(to.steps[level].axial, lane, from.steps[level].axial);
    }
    to.drag.v[lane] = from.drag;
    to.gravity.v[lane] = from.gravity;
    to.inverse_mass.v[lane] = from.inverse_mass;
    to.inherit.v[lane] = from.inherit;
    to.max_speed.v[lane] = from.max_speed;
    to.least_stretch.v[lane] = from.least_stretch;
    to.most_stretch.v[lane] = from.most_stretch;
    to.limit_x.v[lane] = from.limit_x;
    to.radius.v[lane] = from.radius;
    to.friction.v[lane] = from.friction;
    to.bend_omega2.v[lane] = from.bend_omega2;
    to.axial_omega2.v[lane] = from.axial_omega2;
}

/// Chains from first to last side by side, so many lanes apart.
template <class Real>
basic_strand_set<Real> lay_side_by_side(const basic_stable_set<Real>& set,
                                        const std::vector<const chain*>& chains, std::size_t first,
                                        std::size_t last, std::size_t apart) {
    basic_strand_set<Real> out;
    out.tick_seconds = set.tick_seconds;
    out.extent = set.extent;
    out.chains = static_cast<std::int32_t>(last - first);
    const auto chain_at = [&](std::size_t slot) -> const chain& {
        return *chains[first + slot % (last - first)]; // again, where lanes are left
    };
    const chain& model = chain_at(0);
    std::map<std::int32_t, std::int32_t> places; // in the kind's walk, in the chain
    for (std::size_t b = 0; b < model.bones.size(); ++b) {
        const std::int32_t place = static_cast<std::int32_t>(b);
        places[model.bones[b]] = place;
        walked_bone walked = set.walk[at(model.bones[b])];
        walked.bone = place;
        walked.parent = walked.parent < 0 ? -1 : places.at(walked.parent);
        if (walked.parent < 0 && walked.anchor >= 0) {
            walked.anchor = 0;
            out.anchors = {0};
        }
        typename basic_strand_set<Real>::of_chains bones{};
        typename basic_strand_set<Real>::of_chains ids{};
        strand_spring<Real> springs;
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            const chain& one = chain_at(lane / apart);
            const walked_bone& of_kind = set.walk[at(one.bones[b])];
            bones[lane] = one.bones[b];
            if (of_kind.parent < 0 && of_kind.anchor >= 0) {
                out.anchor_ids[lane] = of_kind.anchor;
            }
            if (walked.spring >= 0) {
                ids[lane] = of_kind.spring;
                set_lane_of(springs, lane, set.springs[at(of_kind.spring)]);
            }
        }
        if (walked.spring >= 0) {
            walked.spring = static_cast<std::int32_t>(out.springs.size());
            out.springs.push_back(springs);
            out.spring_ids.push_back(ids);
        }
        out.walk.push_back(walked);
        out.bones.push_back(bones);
    }
    return out;
}

template <class Real> void leave_out(const chain& one, basic_stable_set<Real>& rest) {
    for (const std::int32_t place : one.bones) {
        rest.walk[at(place)].leads_to_spring = false;
    }
}

} // namespace

template <class Real>
basic_strand_plans<Real> plan_strands(const basic_rig<Real>& rig,
                                      const basic_stable_set<Real>& set) {
    basic_strand_plans<Real> out;
    if (rig.is_affine || set.chains_collide) {
        return out;
    }
    const std::vector<chain> chains = chains_of(set);
    std::map<std::vector<std::int32_t>, std::vector<const chain*>> groups;
    for (const chain& one : chains) {
        if (one.is_ordinary) {
            groups[one.shape].push_back(&one);
        }
    }
    for (const std::size_t characters : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
        strand_plan<Real> plan;
        plan.characters = static_cast<std::int32_t>(characters);
        plan.rest = set;
        const std::size_t at_once = lane_count / characters;
        for (const auto& [shape, group] : groups) {
            const std::size_t batches = (group.size() + at_once - 1) / at_once;
            if (batches == group.size()) {
                continue; // each alone: nothing would be gained
            }
            for (std::size_t first = 0; first < group.size(); first += at_once) {
                const std::size_t last = std::min(first + at_once, group.size());
                plan.strands.push_back(lay_side_by_side(set, group, first, last, characters));
            }
            for (const chain* one : group) {
                leave_out(*one, plan.rest);
            }
        }
        if (std::ranges::none_of(plan.rest.walk, &walked_bone::leads_to_spring)) {
            plan.rest.walk.clear();
        }
        out.plans.push_back(std::move(plan));
    }
    if (out.plans.front().strands.empty()) {
        out.plans.clear();
    }
    return out;
}

template basic_strand_plans<float> plan_strands(const basic_rig<float>&,
                                                const basic_stable_set<float>&);
template basic_strand_plans<double> plan_strands(const basic_rig<double>&,
                                                 const basic_stable_set<double>&);

} // namespace jounce
