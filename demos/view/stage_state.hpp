#pragma once

#include "stage.hpp"

#include <jounce/components/host/clip_player.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <entt/entt.hpp>

#include <memory>
#include <optional>
#include <string>

namespace viewer {

/// A character in the world, and the meshes that it is drawn with.
struct actor {
    entt::entity who = entt::null;
    jounce::gltf::ready_kind kind;
    demo::model_meshes meshes;
    std::optional<demo::model_meshes> coloured; ///< by bones, made when first wanted
};

/// What a stage holds.
struct stage::state {
    state(jounce::editing::edit_session read, stage_renderers with, tf::Executor& on)
        : session(std::move(read)), to(with), workers(on), systems(registry) {}
    ~state();

    jounce::editing::edit_session session;
    stage_renderers to;
    tf::Executor& workers;
    entt::registry registry;
    jounce::pipeline systems;

    actor edited;
    /// As the file had it. Its kind is a copy of its own, which edits do not reach.
    actor opened;
    std::shared_ptr<const jounce::gltf::model> opened_model;
    std::int32_t opened_skin = -1; ///< whose vertices its flesh moves

    extent rest; ///< units of the model
    bool faces_away = false;
    bool in_place = false; ///< `keep_in_place`
    bool is_split = false;
    jounce::vec3<double> carried; ///< by dragging, so far
    jounce::vec3<double> wanted;  ///< where dragging wants it
    jounce::vec3<double> walked;  ///< by a clip that is walked back
    std::optional<jounce::vec3<double>> drag_began;

    std::int32_t clip = -2; ///< that plays; -1: the rest pose, -2: none was chosen yet
    float due = 0;          ///< seconds that frames of a fixed rate are behind
    std::string message;
    bool is_error = false;
    std::optional<jounce::editing::crowd_cost> cost;

    void say(std::string what, bool wrong = false);
    bool fail(const jounce::error& why);
    /// Does in the world what an edit did in the session. @param did  for people
    bool carry_out(const jounce::result<jounce::editing::applied_edit>& done, const char* did);
    /// New meshes and a new character for the present kind; what cannot be drawn is an error, and the old one stays.
    jounce::result<void> spawn_again();
    jounce::result<demo::model_meshes> meshes_of(const jounce::gltf::model& model,
                                                 const jounce::gltf::ready_kind& kind,
                                                 std::int32_t tissue_skin,
                                                 demo::mesh_colours colours) const;
    void spawn(actor& of);
    void take_down(actor& of);

    jounce::placement place_of(bool is_edited) const;
    extent world_extent(double aside) const;
    double step_aside() const;
    void place_all(bool jumps);
    void dress(actor& of, const jounce::gltf::model& model, std::int32_t tissue_skin,
               const choices& how);
    void set_split(bool split, const choices& how);
    void choose_clip(const choices& how);
    void start_clip(actor& of, std::int32_t index, float fade, float speed);
    void set_world(const choices& how);
    void follow_drag(float seconds);
    void walk_back(float seconds, const choices& how);
    void frame(float seconds, const choices& how);
};

} // namespace viewer
