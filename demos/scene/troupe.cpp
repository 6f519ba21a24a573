#include "troupe.hpp"

#include "controls.hpp"
#include "file_model.hpp"

#include <jounce/components/base/assert.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/procedural/deviation.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

using maker = procedural::model (*)(solver_id);
constexpr maker makers[kind_count + 1] = {
    &procedural::plant,    &procedural::duck,      &procedural::cape,     &procedural::belly,
    &procedural::creature, &procedural::pony_tail, &procedural::tentacle, &procedural::twist_bar};

spring_tuning edited(const spring_tuning& own, const tuning_edit& edit) {
    spring_tuning out = own;
    if (edit.preset >= 0) {
        const spring_tuning& preset = presets()[static_cast<std::size_t>(edit.preset)].tuning;
        out.frequency = preset.frequency;
        out.damping_ratio = preset.damping_ratio;
        out.drag = preset.drag;
        out.gravity = preset.gravity;
        out.inherit = preset.inherit;
    }
    out.frequency *= static_cast<double>(edit.frequency);
    out.axial_frequency *= static_cast<double>(edit.frequency);
    out.damping_ratio *= static_cast<double>(edit.damping);
    out.gravity = std::min(out.gravity * static_cast<double>(edit.gravity), 2.0);
    out.drag *= static_cast<double>(edit.drag);
    return out;
}

bool is_of_flesh(exhibition stage) {
    return stage == exhibition::flesh || stage == exhibition::touched ||
           stage == exhibition::flesh_crowd;
}

} // namespace

troupe::troupe(entt::registry& registry, render::skin_renderer* renderer,
               render::surface_renderer* surfaces)
    : registry_(registry), renderer_(renderer), surfaces_(surfaces) {}
troupe::~troupe() = default;

result<bool> troupe::load(const std::filesystem::path& file, const std::filesystem::path& springs) {
    result<std::unique_ptr<file_model>> loaded =
        load_file_model(file, springs, {renderer_, surfaces_});
    if (!loaded) {
        return loaded.error();
    }
    file_ = *std::move(loaded);
    return true;
}

result<bool> troupe::load_herd(std::span<const std::filesystem::path> files) {
    result<std::unique_ptr<stampede>> made = stampede::make(renderer_, files);
    if (!made) {
        return made.error();
    }
    herd_ = *std::move(made);
    return true;
}

void troupe::make_kinds() {
    for (int k = 0; k <= kind_count; ++k) {
        const bool is_new = static_cast<std::size_t>(k) == kinds_.size();
        if (is_new) {
            kinds_.emplace_back();
        }
        shown_kind& kind = kinds_[static_cast<std::size_t>(k)];
        kind.first = makers[k](now_.solver);
        kind.model = kind.first;
        if (is_new && renderer_ != nullptr) {
            kind.mesh = add_mesh(kind.model, *kind.model.shape);
        }
    }
}

render::mesh_id troupe::add_mesh(const procedural::model& of, const procedural::surface& shape) {
    const skin_binding& joints = of.kind->bind;
    render::mesh_source drawn{shape.vertices, shape.triangles,
                              static_cast<std::int32_t>(joints.joints.size()), joints.mode};
    drawn.colours = shape.colours;
    const result<render::mesh_id> id = renderer_->add_mesh(drawn);
    JOUNCE_ASSERT(id, "a procedural mesh must be drawable");
    return *id;
}

bool troupe::follow(const settings& wanted) {
    exhibition stage =
        wanted.stage == exhibition::file && file_ == nullptr ? exhibition::gallery : wanted.stage;
    if ((stage == exhibition::stampede || stage == exhibition::bodies) && herd_ == nullptr) {
        if (const result<bool> made = load_herd({}); !made) {
            std::fprintf(stderr, "jounce demo: %s\n", made.error().message.c_str());
            stage = exhibition::gallery;
        }
    }
    if (is_of_flesh(stage) && flesh_ == nullptr) {
        result<std::unique_ptr<flesh_stage>> made = flesh_stage::make(renderer_);
        if (!made) {
            std::fprintf(stderr, "jounce demo: %s\n", made.error().message.c_str());
            stage = exhibition::gallery;
        } else {
            flesh_ = *std::move(made);
        }
    }
    const bool same = is_made_ && stage == now_.stage && wanted.solver == now_.solver &&
                      ((stage != exhibition::side_by_side && stage != exhibition::weights) ||
                       wanted.selected == now_.selected) &&
                      ((stage != exhibition::crowd && stage != exhibition::stampede &&
                        stage != exhibition::flesh_crowd) ||
                       wanted.crowd == now_.crowd) &&
                      (stage != exhibition::stampede || wanted.edited_bodies == now_.edited_bodies);
    const bool same_tuning = is_made_ && wanted.tuning == now_.tuning;
    const bool same_solver = is_made_ && wanted.solver == now_.solver;
    const bool same_dress = same && wanted.springs_on == now_.springs_on &&
                            wanted.rigid == now_.rigid && wanted.method == now_.method &&
                            wanted.tier == now_.tier;
    now_ = wanted;
    now_.stage = stage;
    if (!same) {
        clear();
        if (!same_solver) {
            make_kinds();
        }
    }
    if (!same_solver || !same_tuning) {
        retune(wanted.tuning);
    }
    if (!same) {
        switch (stage) {
        case exhibition::gallery: stage_gallery(); break;
        case exhibition::side_by_side: stage_side_by_side(wanted.selected); break;
        case exhibition::twist: stage_twist(); break;
        case exhibition::weights: stage_weights(wanted.selected); break;
        case exhibition::crowd: stage_crowd(wanted.crowd); break;
        case exhibition::stampede: stage_stampede(wanted.crowd, wanted.edited_bodies); break;
        case exhibition::bodies: stage_bodies(); break;
        case exhibition::flesh: stage_flesh(); break;
        case exhibition::touched: stage_touched(); break;
        case exhibition::flesh_crowd: stage_flesh_crowd(wanted.crowd); break;
        case exhibition::file: stage_file(); break;
        }
    }
    is_made_ = true;
    if (!same_dress) {
        dress(wanted);
    }
    context<world_forces>(registry_).wind = {wanted.wind, 0, 0.3 * wanted.wind};
    detail_budget& budget = context<detail_budget>(registry_);
    budget.milliseconds = wanted.budget_ms;
    budget.by_distance = stage == exhibition::crowd;
    return !same;
}

void troupe::retune(const tuning_edit& edit) {
    for (shown_kind& kind : kinds_) {
        result<procedural::model> made = procedural::retuned(
            kind.first, [&](spring_tuning& tuning) { tuning = edited(tuning, edit); });
        if (!made || made->kind == kind.model.kind) {
            continue; // what is no tuning is not taken
        }
        // Nobody of the kind is on stage while an exhibition is built: nothing to change then.
        const std::shared_ptr<const character_kind> old = kind.model.kind;
        kind.model = *std::move(made);
        if (const auto changed = jounce::retune(registry_, old, kind.model.kind); !changed) {
            std::fprintf(stderr, "jounce demo: %s\n", changed.error().message.c_str());
        }
    }
}

void troupe::dress(const settings& wanted) {
    for (const actor& each : actors_) {
        if (spring_control* springs = registry_.try_get<spring_control>(each.who)) {
            springs->weight = wanted.springs_on && !each.springs_off ? 1.0F : 0.0F;
        }
        if (tissue_control* flesh = registry_.try_get<tissue_control>(each.who)) {
            flesh->tier = wanted.tier ? wanted.tier : each.tier;
        }
        if (render::appearance* look = registry_.try_get<render::appearance>(each.who)) {
            look->rigid = each.always_rigid || wanted.rigid;
            look->method = each.always_linear ? skin_method::linear
                           : each.always_dual ? skin_method::dual_quaternion
                                              : wanted.method;
        }
    }
}

void troupe::animate(double time) {
    if (herd_ != nullptr && !herd_->empty()) {
        herd_->run(registry_, time);
    }
    if (flesh_ != nullptr) {
        flesh_->animate(registry_, time);
    }
    for (const actor& each : actors_) {
        if (each.kind >= 0) {
            procedural::animate(registry_, each.who, time, each.phase);
        }
    }
}

void troupe::reset_springs() {
    for (const actor& each : actors_) {
        jounce::reset_springs(registry_, each.who);
    }
}

void troupe::push_springs() {
    for (const actor& each : actors_) {
        if (each.kind < 0) {
            continue;
        }
        const character_kind& kind = *kinds_[static_cast<std::size_t>(each.kind)].model.kind;
        for (const stable_spring<float>& spring : kind.springs.stable.springs) {
            add_impulse(registry_, each.who, spring.bone, {1.5F, 0, 0});
        }
    }
}

const std::string& troupe::kind_name(int kind) const {
    return kind < 0 ? file_->name : kinds_[static_cast<std::size_t>(kind)].model.name;
}

std::string troupe::summary() const {
    std::string out = herd_ != nullptr && !herd_->empty() ? herd_->summary() : "";
    const auto fleshed = std::count_if(actors_.begin(), actors_.end(),
                                       [](const actor& a) { return a.tier.has_value(); });
    if (fleshed > 0) {
        out += "  " + std::to_string(fleshed) + " with flesh\n" + flesh_->summary();
    }
    for (int k = file_ != nullptr ? -1 : 0; k <= kind_count; ++k) {
        const auto count = std::count_if(actors_.begin(), actors_.end(),
                                         [k](const actor& a) { return a.kind == k; });
        if (count == 0) {
            continue;
        }
        const character_kind& kind =
            k < 0 ? *file_->kind.kind : *kinds_[static_cast<std::size_t>(k)].model.kind;
        const std::size_t springs = kind.springs.springs.size() +
                                    kind.springs.stable.springs.size() +
                                    kind.springs.vrm.springs.size();
        char line[160];
        std::snprintf(line, sizeof line, "  %5td %-10s %3d bones, %3zu springs\n", count,
                      kind_name(k).c_str(), kind.rig.bone_count(), springs);
        out += line;
    }
    return out;
}

void troupe::observe() {
    // A sample of a large crowd says as much as all of it.
    const std::size_t step = 1 + actors_.size() / 256;
    for (std::size_t i = 0; i < actors_.size(); i += step) {
        const actor& each = actors_[i];
        if (each.kind < 0 || each.kind == twist_kind) {
            continue;
        }
        shown_kind& kind = kinds_[static_cast<std::size_t>(each.kind)];
        const double moved =
            static_cast<double>(procedural::spring_deviation(registry_, each.who)) /
            static_cast<double>(kind.model.chain_length);
        kind.largest = std::max(kind.largest, moved);
        kind.sum += moved;
        ++kind.observations;
    }
}

std::string troupe::movement() const {
    std::string out;
    for (const shown_kind& kind : kinds_) {
        if (kind.observations > 0) {
            char line[160];
            std::snprintf(line, sizeof line, "  %-10s mean %5.1f %%, at most %5.1f %%\n",
                          kind.model.name.c_str(),
                          100 * kind.sum / static_cast<double>(kind.observations),
                          100 * kind.largest);
            out += line;
        }
    }
    return out;
}

} // namespace demo
