#include "stage.hpp"

#include "stage_state.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <algorithm>
#include <utility>

namespace viewer {

using namespace jounce;

namespace {

error in_file(const std::filesystem::path& file, const error& why) {
    return {why.name, file.string() + ": " + why.message};
}

/// Reads a model so that it can be drawn. Flesh was baked for the vertices of the file: where tangents double some of
/// them, normal maps have to do without.
result<editing::edit_session> open_session(const std::filesystem::path& model,
                                           editing::session_options how, bool draws) {
    how.surfaces.read_images = draws;
    how.surfaces.need_tangents = draws;
    result<editing::edit_session> out = editing::edit_session::open(model, how);
    if (!out || out->character().kind.kind->tissue == nullptr) {
        return out;
    }
    const bool has_copies =
        std::ranges::any_of(out->character().model.meshes, [&](const gltf::mesh& m) {
            return m.skin == out->character().tissue_skin && !m.copied_from.empty();
        });
    if (!has_copies) {
        return out;
    }
    how.surfaces.need_tangents = false;
    return editing::edit_session::open(model, how);
}

} // namespace

stage::stage() = default;
stage::~stage() = default;

stage::state::~state() {
    take_down(edited);
    take_down(opened);
}

result<std::unique_ptr<stage>> stage::open(const std::filesystem::path& model,
                                           const editing::session_options& how, stage_renderers to,
                                           tf::Executor& workers) {
    result<editing::edit_session> session = open_session(model, how, to.skins != nullptr);
    if (!session) {
        return session.error();
    }
    std::unique_ptr<stage> out(new stage);
    out->all_ = std::make_unique<state>(*std::move(session), to, workers);
    state& all = *out->all_;
    const authoring::ready_character& who = all.session.character();
    all.rest = demo::rest_extent(who.model, who.kind);
    all.faces_away = std::ranges::any_of(
        who.model.extensions, [](const gltf::used_extension& e) { return e.name == "VRM"; });
    gltf::model as_opened = who.model;
    as_opened.buffers.clear(); // not drawn
    as_opened.json.clear();
    all.opened_model = std::make_shared<const gltf::model>(std::move(as_opened));
    all.opened_skin = who.tissue_skin;
    all.opened.kind = who.kind;
    all.opened.kind.kind = std::make_shared<const character_kind>(*who.kind.kind);
    if (const result<void> made = all.spawn_again(); !made) {
        return in_file(model, made.error());
    }
    if (to.skins != nullptr) {
        to.skins->follow(all.systems, all.registry);
        if (const result<bool> measured = to.skins->measure_with(all.systems.profile());
            !measured) {
            return in_file(model, measured.error());
        }
    }
    return out;
}

result<demo::model_meshes> stage::state::meshes_of(const gltf::model& model,
                                                   const gltf::ready_kind& kind,
                                                   std::int32_t tissue_skin,
                                                   demo::mesh_colours colours) const {
    if (to.skins == nullptr) {
        return demo::model_meshes{};
    }
    return demo::add_model(model, *kind.kind, to, colours, tissue_skin);
}

result<void> stage::state::spawn_again() {
    const authoring::ready_character& now = session.character();
    result<demo::model_meshes> meshes =
        meshes_of(now.model, now.kind, now.tissue_skin, demo::mesh_colours::of_file);
    if (!meshes) {
        return meshes.error();
    }
    std::optional<clip_player> played;
    if (registry.valid(edited.who)) {
        if (const clip_player* player = registry.try_get<const clip_player>(edited.who)) {
            played = *player;
        }
    }
    take_down(edited);
    edited.kind = now.kind;
    edited.meshes = *std::move(meshes);
    rest = demo::rest_extent(now.model, now.kind);
    spawn(edited);
    if (played && edited.kind.clips != nullptr) {
        // Indices beyond the new clips show the rest pose, so any player fits.
        played->clips = edited.kind.clips;
        played->found_keys.clear();
        registry.emplace_or_replace<clip_player>(edited.who, *std::move(played));
    }
    return {};
}

void stage::state::spawn(actor& of) {
    of.who = gltf::spawn(registry, of.kind, place_of(&of == &edited));
    spring_control control;
    control.reset = true;
    // Whoever is dragged or walked back moves fast, and never jumps without a word.
    control.teleport_distance = 0;
    control.teleport_angle = 0;
    registry.emplace<spring_control>(of.who, control);
    if (to.skins != nullptr) {
        render::appearance look;
        look.meshes = of.meshes.meshes;
        registry.emplace<render::appearance>(of.who, look);
    }
}

void stage::state::take_down(actor& of) {
    if (of.who != entt::null) {
        despawn(registry, of.who);
        of.who = entt::null;
    }
    if (to.skins != nullptr) {
        demo::remove_model(of.meshes, to);
        if (of.coloured) {
            demo::remove_model(*of.coloured, to);
        }
    }
    of.meshes = {};
    of.coloured.reset();
}

editing::edit_session& stage::session() { return all_->session; }
entt::registry& stage::registry() { return all_->registry; }
pipeline& stage::systems() { return all_->systems; }
entt::entity stage::edited() const { return all_->edited.who; }
entt::entity stage::opened() const { return all_->opened.who; }
bool stage::faces_away() const { return all_->faces_away; }
const std::string& stage::message() const { return all_->message; }
bool stage::message_is_error() const { return all_->is_error; }

extent stage::size() const { return all_->world_extent(0); }

extent stage::whole_size() const {
    const double aside = all_->is_split ? all_->step_aside() : 0;
    const vec3<float> by = cast<float>(all_->carried);
    return {all_->world_extent(-aside).low + by, all_->world_extent(aside).high + by};
}

result<std::int32_t> stage::find_clip(std::string_view name) const {
    const auto& clips = all_->edited.kind.clips;
    return jounce::find_clip(clips != nullptr ? *clips : clip_set{}, name);
}

const std::optional<editing::crowd_cost>& stage::cost(bool measure) {
    if (measure) {
        result<editing::crowd_cost> done =
            editing::estimate_cost(all_->edited.kind, {}, [] { return now_ns(); });
        if (done) {
            all_->cost = *std::move(done);
        } else {
            all_->fail(done.error());
        }
    }
    return all_->cost;
}

} // namespace viewer
