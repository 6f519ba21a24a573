#pragma once

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/tissue_lanes.hpp>
#include <jounce/modules/dev/replay/recorded_bones.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/tissue_run/add_reactive_bones.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>
#include <jounce/systems/tissue/tissue_frame.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace jounce::replay {

/// The flesh of eight characters that do what a case recorded.
template <class Real> class flesh_stepper {
public:
    static result<flesh_stepper> make(const golden_tissue& recorded, tissue_tier tier) {
        flesh_stepper out(recorded);
        const std::size_t bones = recorded.baked.joint_count;
        basic_skin_binding<Real> bind;
        for (std::size_t b = 0; b < bones; ++b) {
            bind.joints.push_back({});
            bind.joints.back().bone = static_cast<std::int32_t>(b);
            out.rest_.push_back({});
        }
        basic_rig<Real> rig;
        if (recorded.reactive) {
            result<basic_rig<Real>> made = rig_of(*recorded.reactive);
            if (!made) {
                return made.error();
            }
            rig = *std::move(made);
            for (std::size_t b = 0; b < bones; ++b) {
                out.rest_[b] = to_affine(cast<double>(rig.rest_model[b]));
                bind.joints[b].inverse_bind = cast<Real>(inverse(out.rest_[b]));
            }
        }
        tissue_run_options options;
        options.tier = tier;
        options.newton_steps = recorded.newton_steps;
        options.tick_rate = 1 / recorded.seconds;
        options.modes = static_cast<std::int32_t>(recorded.baked.mode_rates.size());
        options.mode_damping = 0.1; // of the recorded linear model
        if (recorded.ball) {
            options.contact_stiffness = recorded.ball->stiffness;
            options.friction = recorded.ball->friction;
        }
        const basic_skinned_mesh<Real> skin = skin_of<Real>(recorded);
        result<basic_tissue_set<Real>> set =
            make_tissue_set<Real>(recorded.baked, bind, 1, options, &skin);
        if (!set) {
            return set.error();
        }
        if (recorded.ball) {
            set->touch.slow = static_cast<Real>(recorded.ball->slow);
        }
        if (recorded.reactive) {
            if (std::optional<error> fault = add_reactive_bones(*set, recorded.baked, rig, bind,
                                                                options_of(*recorded.reactive))) {
                return *std::move(fault);
            }
        }
        out.kind_.tissue = std::make_shared<const basic_tissue_set<Real>>(*std::move(set));
        out.begin(tier);
        return out;
    }

    void step(std::size_t number) {
        for (std::size_t b = 0; b < bones_.bones.size(); ++b) {
            const affine<Real> at = cast<Real>(animated(number, b) * rest_[b]);
            for (int lane = 0; lane < lane_count; ++lane) {
                set_lane(bones_.linear[b], lane, at.linear);
                set_lane(bones_.bones[b].translation, lane, at.translation);
            }
        }
        clock_.time += recorded_->seconds;
        number_ = number;
        if (recorded_->ball) {
            options_.surround = &place_ball;
            options_.user = this;
        }
        run_tissue<Real>({*kind_.tissue, state_, scratch_}, bones_, environment_, clock_, options_,
                         shown_);
        // Before the record everything stood still: its speed is known.
        std::fill_n(state_.lanes.front().known.v, lane_count, Real(2));
    }

    vec3<double> displacement(std::size_t handle) const {
        return cast<double>(get_lane(shown_.handles[handle], 0));
    }

    /// Of the first character.
    reactive_result bones_of(std::size_t number) const {
        reactive_result out;
        const basic_reactive_set<Real>& set = kind_.tissue->reactive;
        for (std::size_t b = 0; b < set.bones.size(); ++b) {
            const bone_correction<Real>& now = state_.bones[b].now;
            const affine<double> at = animated(number, b);
            out.centres.push_back(at * cast<double>(set.bones[b].centre) +
                                  cast<double>(get_lane(now.shift, 0)));
            out.turns.push_back(to_matrix(cast<double>(get_lane(now.turn, 0))) * at.linear);
        }
        for (std::size_t p = 0; p < set.points.size(); ++p) {
            const reactive_point<Real>& point = set.points[p];
            vec3<double> rest = cast<double>(point.rest);
            for (std::uint32_t i = 0; i < point.weight_count; ++i) {
                const tissue_weight<Real>& w = set.weights[point.first_weight + i];
                rest = rest + static_cast<double>(w.weight) *
                                  displacement(static_cast<std::size_t>(w.handle));
            }
            vec3<double> at;
            for (std::uint32_t i = 0; i < point.share_count; ++i) {
                const tissue_share<Real>& share = set.shares[point.first_share + i];
                const std::size_t b = static_cast<std::size_t>(share.joint);
                at = at + static_cast<double>(share.weight) *
                              (out.centres[b] +
                               out.turns[b] * (rest - cast<double>(set.bones[b].centre)));
            }
            const vec3<double> push =
                static_cast<double>(point.mass) * cast<double>(get_lane(state_.velocities[p], 0));
            out.momentum = out.momentum + push;
            out.angular = out.angular + cross(at, push);
        }
        out.reaction = cast<double>(get_lane(state_.reactive.front().touched, 0));
        return out;
    }

    bool lanes_agree() const {
        bool agree = true;
        read_lanes(state_, [&](std::span<const lane<Real>> all) {
            for (const lane<Real>& one : all) {
                for (int lane = 1; lane < lane_count; ++lane) {
                    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): bits are compared
                    agree = agree && std::memcmp(&one.v[lane], &one.v[0], sizeof(Real)) == 0;
                }
            }
        });
        return agree;
    }

    /// How far the deepest vertex is inside of the ball.
    double penetration(std::size_t number) const {
        const vec3<double> centre = recorded_->ball->centre.vector_at(3 * number);
        double deepest = 0;
        for (std::size_t v = 0; v + 1 < recorded_->baked.vertex_first.size(); ++v) {
            vec3<double> rest = recorded_->skin.vector_at(3 * v);
            for (std::uint32_t i = recorded_->baked.vertex_first[v];
                 i < recorded_->baked.vertex_first[v + 1]; ++i) {
                const tissue::handle_weight& w = recorded_->baked.vertex_weights[i];
                rest = rest + w.weight * displacement(w.handle);
            }
            vec3<double> at;
            for (std::size_t b = 0; b < bones_.bones.size(); ++b) {
                const double share = recorded_->skin_weights.values[v * bones_.bones.size() + b];
                at = at + share * (cast<double>(get_lane(bones_.linear[b], 0)) * rest +
                                   cast<double>(get_lane(bones_.bones[b].translation, 0)));
            }
            deepest = std::max(deepest, recorded_->ball->radius - length(at - centre));
        }
        return deepest;
    }

private:
    /// A bone as the record's animation has it, from the rest pose to the world.
    affine<double> animated(std::size_t number, std::size_t bone) const {
        if (recorded_->reactive) {
            return animated_bone(*recorded_->reactive, number, bone);
        }
        const double* m =
            recorded_->bones.values.data() + number * recorded_->bones.stride() + 12 * bone;
        return {{{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}}},
                {m[3], m[7], m[11]}};
    }

    /// Bones in a row, as the case has their joints.
    static result<basic_rig<Real>> rig_of(const golden_reactive& from) {
        rig_builder builder;
        for (std::size_t b = 0; b + 1 < from.joints.shape[0]; ++b) {
            builder.add(rig_builder::segment{
                "bone " + std::to_string(b), static_cast<std::int32_t>(b) - 1,
                from.joints.vector_at(3 * b), from.joints.vector_at(3 * b + 3)});
        }
        return builder.build<Real>();
    }

    static reactive_options options_of(const golden_reactive& from) {
        reactive_options options;
        options.gravity = 1;
        options.flesh_gravity = 1;
        for (std::size_t b = 0; b + 1 < from.joints.shape[0]; ++b) {
            reactive_bone_options one;
            one.bone = static_cast<std::int32_t>(b);
            one.mass = from.bone_mass;
            one.hold = b > 0 ? from.joint : from.hold;
            one.hold_damping = b > 0 ? 0 : from.hold_damping;
            one.turn = b > 0 ? from.turn : from.root_turn;
            one.turn_damping = b > 0 ? from.turn_damping : from.root_turn_damping;
            one.limit = b > 0 ? from.limit : 0;
            one.limit_stiffness = b > 0 ? from.limit_stiffness : 0;
            options.bones.push_back(one);
        }
        return options;
    }

    explicit flesh_stepper(const golden_tissue& recorded) : recorded_(&recorded) {}

    void begin(tissue_tier tier) {
        make_component(state_, kind_, {});
        make_component(shown_, kind_, {});
        fit_tissue_scratch(scratch_, *kind_.tissue);
        bones_.bones.resize(recorded_->baked.joint_count);
        bones_.linear.resize(recorded_->baked.joint_count);
        std::fill_n(environment_.turn.w.v, lane_count, Real(1));
        std::fill_n(environment_.growth.v, lane_count, Real(1));
        std::fill_n(options_.tiers.v, lane_count, static_cast<Real>(tier));
        std::fill_n(options_.weight.v, lane_count, Real(1));
        if (recorded_->reactive) {
            for (int lane = 0; lane < lane_count; ++lane) {
                set_lane(options_.gravity, lane, cast<Real>(recorded_->reactive->gravity));
            }
        }
        clock_.dt = static_cast<float>(recorded_->seconds);
        clock_.lands = true; // ticks end with frames
    }

    /// The ball, from the end of the step before to that of this one.
    static void place_ball(void* user, const tissue_view<Real>& block) {
        const flesh_stepper& self = *static_cast<const flesh_stepper*>(user);
        const golden_ball& from = *self.recorded_->ball;
        const std::size_t number = self.number_;
        if (block.scratch.obstacles.empty()) {
            block.scratch.obstacles.resize(1);
        }
        tissue_obstacle<Real>& ball = block.scratch.obstacles[0];
        ball = {};
        for (int lane = 0; lane < lane_count; ++lane) {
            ball.end.radius.v[lane] = static_cast<Real>(from.radius);
            ball.start.radius.v[lane] = static_cast<Real>(from.radius);
            set_lane(ball.end.a, lane, cast<Real>(from.centre.vector_at(3 * number)));
            set_lane(ball.start.a, lane,
                     cast<Real>(from.centre.vector_at(3 * (number > 0 ? number - 1 : 0))));
        }
        block.scratch.obstacle_count = 1;
    }

    const golden_tissue* recorded_;
    std::vector<affine<double>> rest_; ///< [bone] in the rest pose of the flesh
    basic_character_kind<Real> kind_;
    basic_tissue_state<Real> state_;
    basic_displacements<Real> shown_;
    basic_tissue_scratch<Real> scratch_;
    basic_bone_transforms<Real> bones_;
    environment_lanes<Real> environment_{};
    frame_clock clock_;
    tissue_options<Real> options_;
    std::size_t number_ = 0; ///< of the step
};

} // namespace jounce::replay
