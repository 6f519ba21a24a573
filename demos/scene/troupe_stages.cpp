// Who stands where in each exhibition.

#include "file_model.hpp"
#include "troupe.hpp"
#include "weight_view.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

/// What each kind is on stage for.
constexpr const char* claims[kind_count + 1] = {
    "leaves: fixed length", "duck: stretches",     "cape: cloth, colliders", "belly: helper bones",
    "point springs",        "ponytail: colliders", "one long chain",         "twist"};

/// Of a square of people, the nearest of whom stand before the origin.
stage_size crowd_size(std::int64_t count, float spacing) {
    const float wide = spacing * std::ceil(std::sqrt(static_cast<float>(count)));
    return {{0, 0.5F, -0.25F * wide},
            std::min(0.75F * wide + 2, 30.0F),
            std::min(0.8F * wide + 5, 40.0F),
            0.42F};
}

} // namespace

void troupe::clear() {
    for (const actor& each : actors_) {
        despawn(registry_, each.who);
    }
    actors_.clear();
    captions_.clear();
    if (herd_ != nullptr) {
        herd_->disperse(registry_);
    }
    if (flesh_ != nullptr) {
        flesh_->clear(registry_);
    }
    compact(registry_);
}

void troupe::add(int kind, const vec3<double>& at, float facing, actor like,
                 std::optional<render::mesh_id> mesh) {
    like.kind = kind;
    like.who = procedural::spawn(registry_, kinds_[static_cast<std::size_t>(kind)].model);
    placement& where = registry_.get<placement>(like.who);
    where.position = at;
    where.rotation = axis_angle<float>({0, 1, 0}, facing);
    registry_.emplace<spring_control>(like.who);
    registry_.emplace<detail_control>(like.who);
    if (renderer_ != nullptr) {
        render::appearance look;
        look.meshes = {mesh.value_or(kinds_[static_cast<std::size_t>(kind)].mesh)};
        registry_.emplace<render::appearance>(like.who, look);
    }
    captions_.push_back({like.label, cast<float>(at)});
    actors_.push_back(std::move(like));
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

void troupe::stage_weights(int kind) {
    using weights::bind_method;
    constexpr std::pair<const char*, std::optional<bind_method>> columns[] = {
        {"weights by hand", {}},
        {"heat diffusion", bind_method::heat},
        {"joint curves", bind_method::curves_narrow},
        {"nearest bone", bind_method::nearest}};
    kind %= kind_count;
    std::vector<render::mesh_id>& meshes = weight_meshes_[kind];
    for (std::size_t c = meshes.size(); renderer_ != nullptr && c < std::size(columns); ++c) {
        const procedural::model& model = kinds_[static_cast<std::size_t>(kind)].first;
        meshes.push_back(add_mesh(model, by_weights(model, columns[c].second)));
    }
    for (std::size_t c = 0; c < std::size(columns); ++c) {
        actor like;
        like.label = columns[c].first;
        add(kind, {(static_cast<double>(c) - 1.5) * 1.7, 0, 0}, 0, like,
            meshes.empty() ? std::nullopt : std::optional(meshes[c]));
    }
    size_ = {{0, 0.4F, 0}, 4, 6.0F, 0.14F};
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
    size_ = crowd_size(count, static_cast<float>(spacing));
}

void troupe::stage_stampede(std::int64_t count, bool edited) {
    herd_->gather(registry_, count, edited);
    const float wide = herd_->radius();
    size_ = {{0, 0.9F, -0.3F * wide}, std::min(0.6F * wide + 4, 30.0F), 0.4F * wide + 9, 0.2F};
}

void troupe::stage_bodies() {
    for (auto& [text, foot] : herd_->line_up(registry_)) {
        captions_.push_back({text, foot});
    }
    const float wide = herd_->radius();
    size_ = {{0, 0.75F, 0}, wide + 1, 1.05F * wide + 3.4F, 0.16F};
}

void troupe::take(std::vector<flesh_stage::player> players) {
    for (flesh_stage::player& each : players) {
        actor like;
        like.kind = -2;
        like.who = each.who;
        like.always_rigid = each.always_rigid;
        like.tier = each.tier;
        like.flesh = std::move(each.flesh);
        like.label = std::move(each.label);
        captions_.push_back({like.label, each.foot});
        actors_.push_back(std::move(like));
    }
}

void troupe::stage_flesh() {
    take(flesh_->line_up(registry_));
    size_ = {{-0.25F, 0.8F, 0}, 4, 5.6F, 0.1F};
}

void troupe::stage_touched() {
    take(flesh_->touched(registry_));
    size_ = {{0.35F, 1.12F, 0.3F}, 3, 3.6F, 0.06F};
}

void troupe::stage_flesh_crowd(std::int64_t count) {
    take(flesh_->crowd(registry_, count));
    size_ = crowd_size(count, 1.7F);
}

void troupe::stage_file() {
    actor like;
    like.kind = -1;
    like.label = file_->name;
    like.who = gltf::spawn(registry_, file_->kind);
    placement& where = registry_.get<placement>(like.who);
    where.scale = file_->scale;
    if (file_->faces_away) {
        where.rotation = {0, 1, 0, 0}; // half a turn: everybody faces the camera
    }
    const vec3<float> middle = 0.5F * (file_->low + file_->high);
    const vec3<float> foot = {middle.x, file_->low.y, middle.z};
    where.position = cast<double>(-file_->scale * rotate(where.rotation, foot));
    registry_.emplace<spring_control>(like.who);
    if (renderer_ != nullptr) {
        render::appearance look;
        look.meshes = file_->meshes;
        registry_.emplace<render::appearance>(like.who, look);
    }
    if (file_->kind.clips != nullptr && !file_->kind.clips->clips.empty()) {
        play(registry_, like.who, file_->kind.clips->clips.front().name);
    }
    captions_.push_back({like.label, {}});
    actors_.push_back(std::move(like));
    const float tall = file_->scale * (file_->high.y - file_->low.y);
    size_ = {{0, 0.4F * tall, 0}, 2.5F, 3.4F, 0.2F};
}

} // namespace demo
