#include <jounce/modules/dev/replay/tissue_replay.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/tissue_lanes.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>
#include <jounce/systems/simd/isa.hpp>
#include <jounce/systems/tissue/tissue_frame.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

namespace jounce::replay {
namespace {

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
        out.kind_.tissue = std::make_shared<const basic_tissue_set<Real>>(*std::move(set));
        out.begin(tier);
        return out;
    }

    void step(std::size_t number) {
        const double* matrices =
            recorded_->bones.values.data() + number * recorded_->bones.stride();
        for (std::size_t b = 0; b < bones_.bones.size(); ++b) {
            const double* m = matrices + 12 * b;
            mat3<Real> linear;
            for (int c = 0; c < 3; ++c) {
                linear.column[c] = cast<Real>(vec3<double>{m[c], m[4 + c], m[8 + c]});
            }
            for (int lane = 0; lane < lane_count; ++lane) {
                set_lane(bones_.linear[b], lane, linear);
                set_lane(bones_.bones[b].translation, lane,
                         cast<Real>(vec3<double>{m[3], m[7], m[11]}));
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

    bool lanes_agree() const {
        bool agree = true;
        read_lanes(shown_, [&](std::span<const lane<Real>> all) {
            for (const lane<Real>& one : all) {
                for (int lane = 1; lane < lane_count; ++lane) {
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

double largest(const golden_array& of) {
    double out = 0;
    for (const double one : of.values) {
        out = std::max(out, std::abs(one));
    }
    return out;
}

template <class Real>
result<bool> compare(const golden_tissue& recorded, const golden_array& expected, tissue_tier tier,
                     report& out) {
    result<flesh_stepper<Real>> stepper = flesh_stepper<Real>::make(recorded, tier);
    if (!stepper) {
        return stepper.error();
    }
    array_error displaced;
    displaced.name = expected.name;
    array_error pressed;
    pressed.name = "penetration";
    const bool is_pressed = recorded.penetration.has_value() && tier == tissue_tier::newton;
    const std::size_t handles = recorded.baked.handles.size();
    for (std::int64_t step = 0; step < recorded.steps; ++step) {
        const std::size_t number = static_cast<std::size_t>(step);
        stepper->step(number);
        out.lanes_agree = out.lanes_agree && stepper->lanes_agree();
        for (std::size_t h = 0; h < handles; ++h) {
            displaced.note(
                length(stepper->displacement(h) - expected.vector_at(3 * (number * handles + h))),
                step, h);
        }
        if (is_pressed) {
            pressed.note(
                std::abs(stepper->penetration(number) - recorded.penetration->values[number]), step,
                0);
        }
    }
    const bool is_double = sizeof(Real) == 8;
    const double share = is_double ? 1e-9 : recorded.ball ? 0.02 : 2e-4;
    const double allowed = share * largest(expected);
    out.tolerance = std::max(out.tolerance, allowed);
    out.max_error_flesh = std::max(out.max_error_flesh, displaced.max_error);
    bool is_good = displaced.max_error <= allowed;
    out.arrays.push_back(displaced);
    if (is_pressed) {
        is_good = is_good &&
                  pressed.max_error <= (is_double ? 1e-9 : 0.05) * largest(*recorded.penetration);
        out.arrays.push_back(pressed);
    }
    return is_good;
}

template <class Real> result<report> replay_with(const golden_tissue& recorded, precision with) {
    report out;
    out.name = recorded.name;
    out.isa = isa_name(active_isa());
    out.with = with;
    out.frames = recorded.steps;
    out.extent = largest(recorded.displacements);
    const result<bool> newton =
        compare<Real>(recorded, recorded.displacements, tissue_tier::newton, out);
    if (!newton) {
        return newton.error();
    }
    out.pass = *newton;
    if (recorded.modal) {
        const result<bool> linear =
            compare<Real>(recorded, *recorded.modal, tissue_tier::linear, out);
        if (!linear) {
            return linear.error();
        }
        out.pass = out.pass && *linear;
    }
    out.pass = out.pass && out.lanes_agree;
    return out;
}

} // namespace

result<report> replay_tissue(const golden_tissue& recorded, precision with) {
    if (recorded.is_two_way) {
        return error{errors::unsupported,
                     recorded.file.string() +
                         ": records bones that feel their flesh, which is not computed yet; "
                         "give a case that runs one way"};
    }
    return with == precision::f64 ? replay_with<double>(recorded, with)
                                  : replay_with<float>(recorded, with);
}

} // namespace jounce::replay
