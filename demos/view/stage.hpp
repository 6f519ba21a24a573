#pragma once

#include "choices.hpp"

#include "common/model_meshes.hpp"

#include <jounce/modules/editing/cost_estimate.hpp>
#include <jounce/modules/editing/edit_session.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tf {
class Executor;
}

namespace viewer {

/// What the stage draws with; both null: it only simulates.
using stage_renderers = demo::model_renderers;
using demo::extent;

/// One character whose springs are edited, beside it on demand the one that was opened, and their world.
class stage {
public:
    /// Errors: those of `edit_session::open`, `skin_renderer::add_mesh` and `surface_renderer::add_materials`;
    /// messages name the file.
    static jounce::result<std::unique_ptr<stage>> open(const std::filesystem::path& model,
                                                       const jounce::editing::session_options& how,
                                                       stage_renderers to, tf::Executor& workers);
    ~stage();

    jounce::editing::edit_session& session();
    entt::registry& registry();
    jounce::pipeline& systems();
    /// The character that is edited; another entity after an edit that needs new bones.
    entt::entity edited() const;
    /// The one beside it, as it was opened; `entt::null` unless `choices::split`.
    entt::entity opened() const;
    /// Where the edited character is in its rest pose before anybody drags it, in the world.
    extent size() const;
    /// Where all that stand there are now, if they were in their rest pose.
    extent whole_size() const;
    /// Whether the file has it looking along -z, as VRM 0.x: it is turned round to face the camera.
    bool faces_away() const;
    /// Index of a clip; error `no_such_clip` lists those there are.
    jounce::result<std::int32_t> find_clip(std::string_view name) const;
    /// Leaves the character where the file has it: not on the ground, not turned, its origin at that of the world.
    void keep_in_place();

    /// @{ Does it in the session and carries the effect out in the world. What went wrong is in `message`, and
    /// nothing has changed then. @param gesture  as `edit_session::apply`
    bool make(const jounce::editing::edit& what, std::uint64_t gesture = 0);
    bool undo();
    bool redo();
    bool save();
    bool save_as(const std::filesystem::path& file);
    bool save_into_model();
    bool take_theirs();
    void keep_mine();
    /// @}
    /// Looks for changes of the files on disk; carries them out. True: there was something, `message` says what.
    bool poll();
    /// What the last action did or why not, for people; empty: nothing to say.
    const std::string& message() const;
    bool message_is_error() const;

    /// One frame of the world: clips, drag, wind, springs.
    void advance(float seconds, const choices& how);
    /// Puts the clip that is chosen to a time at which it stays while springs come to rest.
    void hold(float clip_time, const choices& how);
    /// Springs at rest, characters back at their place.
    void reset();

    /// @{ Drags the whole character: its placement follows the target within the next frames. World space.
    void drag_to(const jounce::vec3<double>& by);
    void let_go();
    /// @}
    /// What 1000 such characters cost per frame, measured when it was last asked for; anew if `measure`, which takes a
    /// moment. Nothing before the first time.
    const std::optional<jounce::editing::crowd_cost>& cost(bool measure);

private:
    stage();
    struct state;
    std::unique_ptr<state> all_;
};

} // namespace viewer
