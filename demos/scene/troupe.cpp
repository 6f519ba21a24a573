#include "troupe.hpp"

#include "controls.hpp"
#include "file_model.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/spring_actions.hpp>
#include <jounce/modules/procedural/deviation.hpp>
#include <jounce/modules/tuning/presets.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace demo {

using namespace jounce;

namespace {

using maker = procedural::model (*)(solver_id);
constexpr maker makers[kind_count + 1] = {
    &procedural::plant,    &procedural::duck,      &procedural::cape,     &procedural::belly,
    &procedural::creature, &procedural::pony_tail, &procedural::tentacle, &procedural::twist_bar};
constexpr int twist_kind = kind_count;

/// What each kind is on stage for.
constexpr const char* claims[kind_count + 1] = {
    "leaves: fixed length", "duck: stretches",     "cape: cloth, colliders", "belly: helper bones",
    "point springs",        "ponytail: colliders", "one long chain",         "twist"};

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

} // namespace

troupe::troupe(entt::registry& registry, gpu::skin_renderer* renderer)
    : registry_(registry), renderer_(renderer) {}
troupe::~troupe() = default;

result<bool> troupe::load(const std::filesystem::path& file, const std::filesystem::path& springs) {
    result<std::unique_ptr<file_model>> loaded = load_file_model(file, springs, renderer_);
    if (!loaded) {
        return loaded.error();
    }
    file_ = *std::move(loaded);
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
            const procedural::surface& shape = *kind.model.shape;
            const skin_binding& joints = kind.model.kind->bind;
            gpu::mesh_source drawn{shape.vertices, shape.triangles,
                                   static_cast<std::int32_t>(joints.joints.size()), joints.mode};
            drawn.colours = shape.colours;
            const result<gpu::mesh_id> id = renderer_->add_mesh(drawn);
            JOUNCE_ASSERT(id, "a procedural mesh must be drawable");
            kind.mesh = *id;
        }
    }
}

bool troupe::follow(const settings& wanted) {
    const exhibition stage =
        wanted.stage == exhibition::file && file_ == nullptr ? exhibition::gallery : wanted.stage;
    const bool same = is_made_ && stage == now_.stage && wanted.solver == now_.solver &&
                      (stage != exhibition::side_by_side || wanted.selected == now_.selected) &&
                      (stage != exhibition::crowd || wanted.crowd == now_.crowd);
    const bool same_tuning = is_made_ && wanted.tuning == now_.tuning;
    const bool same_solver = is_made_ && wanted.solver == now_.solver;
    const bool same_dress = same && wanted.springs_on == now_.springs_on &&
                            wanted.rigid == now_.rigid && wanted.method == now_.method;
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
        case exhibition::crowd: stage_crowd(wanted.crowd); break;
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

void troupe::clear() {
    for (const actor& each : actors_) {
        despawn(registry_, each.who);
    }
    actors_.clear();
    feet_.clear();
    compact(registry_);
}

void troupe::add(int kind, const vec3<double>& at, float facing, actor like) {
    like.kind = kind;
    like.who = procedural::spawn(registry_, kinds_[static_cast<std::size_t>(kind)].model);
    placement& where = registry_.get<placement>(like.who);
    where.position = at;
    where.rotation = axis_angle<float>({0, 1, 0}, facing);
    registry_.emplace<spring_control>(like.who);
    registry_.emplace<detail_control>(like.who);
    if (renderer_ != nullptr) {
        gpu::appearance look;
        look.meshes = {kinds_[static_cast<std::size_t>(kind)].mesh};
        registry_.emplace<gpu::appearance>(like.who, look);
    }
    actors_.push_back(std::move(like));
    feet_.push_back(cast<float>(at));
}

void troupe::stage_gallery() {
    // An arc about the camera, everybody facing it; the two bars at its ends.
    constexpr double spacing = 1.55;
    for (int k = 0; k < kind_count; ++k) {
        const double along = (k - (kind_count - 1) / 2.0) * spacing;
        actor like;
        like.label = claims[k];
        like.phase = procedural::crowd_phase(static_cast<std::size_t>(k));
        add(k, {along, 0, -0.06 * along * along}, static_cast<float>(-0.06 * along), like);
    }
    for (const bool is_linear : {true, false}) {
        actor like;
        like.always_linear = is_linear;
        like.always_dual = !is_linear;
        like.phase = 0.05; // furthest round a second after its start
        like.label = is_linear ? "twist: linear" : "twist: dual quaternions";
        add(twist_kind, {is_linear ? -0.85 : 0.85, 0, -2.2}, 0, like);
    }
    size_ = {{0, 0.1F, -0.3F}, 6.5F, 8.2F, 0.17F};
}

void troupe::stage_side_by_side(int kind) {
    for (int column = 0; column < 4; ++column) {
        actor like;
        like.always_rigid = column == 0;
        like.always_linear = column == 1;
        like.always_dual = column == 2;
        like.springs_off = column == 3;
        like.label = column == 0   ? "rigid skinning"
                     : column == 1 ? "springs, linear blending"
                     : column == 2 ? "springs, dual quaternions"
                                   : "springs off";
        add(kind % kind_count, {(column - 1.5) * 1.7, 0, 0}, 0, like);
    }
    size_ = {{0, 0.4F, 0}, 4, 6.0F, 0.14F};
}

void troupe::stage_twist() {
    for (const bool is_linear : {true, false}) {
        actor like;
        like.always_linear = is_linear;
        like.always_dual = !is_linear;
        like.phase = 0.05; // furthest round a second after its start
        like.label =
            is_linear ? "linear blending: collapses" : "dual quaternions: keeps its volume";
        add(twist_kind, {is_linear ? -0.8 : 0.8, 0, 0}, 0, like);
    }
    size_ = {{0, 0.35F, 0}, 3, 3.9F, 0.12F};
}

void troupe::stage_crowd(std::int64_t count) {
    const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    constexpr double spacing = 1.6;
    for (std::int64_t i = 0; i < count; ++i) {
        actor like;
        like.phase = procedural::crowd_phase(static_cast<std::size_t>(i));
        const double x =
            (static_cast<double>(i % side) - static_cast<double>(side - 1) / 2) * spacing;
        const double z = -static_cast<double>(i / side) * spacing + 2;
        add(static_cast<int>((i * 5) % kind_count), {x, 0, z},
            static_cast<float>(0.3 * std::sin(static_cast<double>(i))), like);
    }
    const auto wide = static_cast<float>(side) * 1.6F;
    size_ = {{0, 0.5F, -0.25F * wide},
             std::min(0.75F * wide + 2, 30.0F),
             std::min(0.8F * wide + 5, 40.0F),
             0.42F};
}

void troupe::stage_file() {
    actor like;
    like.kind = -1;
    like.label = file_->name;
    like.who = gltf::spawn(registry_, file_->kind);
    placement& where = registry_.get<placement>(like.who);
    where.scale = file_->scale;
    where.position = {-0.5 * static_cast<double>(file_->scale * (file_->low.x + file_->high.x)),
                      -static_cast<double>(file_->scale * file_->low.y),
                      -0.5 * static_cast<double>(file_->scale * (file_->low.z + file_->high.z))};
    registry_.emplace<spring_control>(like.who);
    if (renderer_ != nullptr) {
        gpu::appearance look;
        look.meshes = file_->meshes;
        registry_.emplace<gpu::appearance>(like.who, look);
    }
    if (file_->kind.clips != nullptr && !file_->kind.clips->clips.empty()) {
        play(registry_, like.who, file_->kind.clips->clips.front().name);
    }
    actors_.push_back(std::move(like));
    feet_.push_back({});
    const float tall = file_->scale * (file_->high.y - file_->low.y);
    size_ = {{0, 0.4F * tall, 0}, 2.5F, 3.4F, 0.2F};
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
        registry_.get<spring_control>(each.who).weight =
            wanted.springs_on && !each.springs_off ? 1.0F : 0.0F;
        if (gpu::appearance* look = registry_.try_get<gpu::appearance>(each.who)) {
            look->rigid = each.always_rigid || wanted.rigid;
            look->method = each.always_linear ? skin_method::linear
                           : each.always_dual ? skin_method::dual_quaternion
                                              : wanted.method;
        }
    }
}

void troupe::animate(double time) {
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
    std::string out;
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
