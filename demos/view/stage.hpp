#pragma once

#include "choices.hpp"

#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/bgfx/surface_renderer.hpp>
#include <jounce/modules/editing/edit_session.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tf {
class Executor;
}

namespace viewer {

/// What the stage draws with; both null: it only simulates.
struct stage_renderers {
    jounce::render::skin_renderer* skins = nullptr;
    jounce::render::surface_renderer* surfaces = nullptr;
};

/// Where a character is in its rest pose, metres.
struct extent {
    jounce::vec3<float> low{}, high{};
};

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
    extent size() const;
    /// Turned round so that it faces the camera, as VRM 0.x needs.
    bool faces_away() const;

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
    /// Looks for changes of the files on disk; carries them out.
    void poll();
    /// What the last action did or why not, for people; empty: nothing to say.
    const std::string& message() const;
    bool message_is_error() const;

    /// One frame of the world: clips, drag, wind, springs.
    void advance(float seconds, const choices& how);
    /// Springs at rest, characters back at their place.
    void reset();

    /// @{ Drags the whole character: its placement follows the target within the next frames. World space.
    void drag_to(const jounce::vec3<double>& by);
    void let_go();
    /// @}
    /// Milliseconds per frame for 1000 characters of this kind, measured when it was last asked for; starts anew
    /// if `measure`. Takes a moment.
    std::optional<jounce::vec3<double>> cost(bool measure);

private:
    stage();
    struct state;
    std::unique_ptr<state> all_;
};

} // namespace viewer
