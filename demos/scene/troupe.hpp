#pragma once

#include "flesh_stage.hpp"
#include "settings.hpp"
#include "stampede.hpp"

#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jounce::render {
class surface_renderer;
}

namespace demo {

struct file_model; ///< a glTF or VRM file

/// Kinds that springs move; the twisted bar is beside them.
inline constexpr int kind_count = 7;
inline constexpr int twist_kind = kind_count;

/// One character on stage.
struct actor {
    entt::entity who{};
    int kind = 0; ///< of `troupe::kinds`, -1: from the file, -2: of the stage of flesh
    double phase = 0;
    bool always_linear = false; ///< whatever the settings say, for comparisons
    bool always_dual = false;
    bool always_rigid = false;
    bool springs_off = false;
    std::optional<jounce::tissue_tier> tier = {};                   ///< none: without flesh
    std::shared_ptr<const jounce::tissue::baked_tissue> flesh = {}; ///< the bake of it
    std::string label;                                              ///< what it shows; may be empty
};

/// What something on stage is there for.
struct caption {
    std::string text;
    jounce::vec3<float> foot; ///< below it
};

/// What the camera should see at first.
struct stage_size {
    jounce::vec3<float> centre{0, 0.8F, 0};
    float radius = 4;
    float distance = 8;
    float pitch = 0.2F;
};

/// The characters: made for an exhibition, moved, and changed as the settings ask.
class troupe {
public:
    /// @param renderer  null: nothing is drawn, as with no surfaces
    troupe(entt::registry& registry, jounce::render::skin_renderer* renderer,
           jounce::render::surface_renderer* surfaces);
    ~troupe();

    /// Errors: those of reading models; the message names the file.
    jounce::result<bool> load(const std::filesystem::path& file,
                              const std::filesystem::path& springs);
    bool has_file() const { return file_ != nullptr; }
    /// The herd is made of these files; none: the project's own animal. Errors: those of `stampede::make`.
    jounce::result<bool> load_herd(std::span<const std::filesystem::path> files);

    /// Makes everything as the settings ask, as far as it is not so already. True if characters are
    /// others than before.
    bool follow(const settings& wanted);
    /// Poses everyone for a time in seconds.
    void animate(double time);
    void reset_springs();
    void push_springs();

    const std::vector<actor>& actors() const { return actors_; }
    const std::vector<caption>& captions() const { return captions_; }
    /// Characters without bones of their own.
    std::size_t herd_size() const { return herd_ != nullptr ? herd_->size() : 0; }
    /// Null until flesh is shown.
    flesh_stage* flesh() const { return flesh_.get(); }
    stage_size size() const { return size_; }
    const std::string& kind_name(int kind) const;
    /// A line for each kind on stage: how many, bones, springs.
    std::string summary() const;
    /// Largest distance of a spring's tail from the animated pose so far, of chain lengths, by kind.
    void observe();
    std::string movement() const;

private:
    struct shown_kind {
        jounce::procedural::model first; ///< as made
        jounce::procedural::model model; ///< as tuned
        jounce::render::mesh_id mesh{};
        double largest = 0;
        double sum = 0;
        std::size_t observations = 0;
    };

    void make_kinds();
    void clear();
    /// Puts a character on stage, with another mesh than its kind's if one is given.
    void add(int kind, const jounce::vec3<double>& at, float facing, actor like,
             std::optional<jounce::render::mesh_id> mesh = {});
    void stage_gallery();
    void stage_side_by_side(int kind);
    void stage_twist();
    void stage_weights(int kind);
    jounce::render::mesh_id add_mesh(const jounce::procedural::model& of,
                                     const jounce::procedural::surface& shape);
    void stage_crowd(std::int64_t count);
    void stage_stampede(std::int64_t count, bool edited);
    void stage_bodies();
    void stage_file();
    void take(std::vector<flesh_stage::player> players);
    void stage_flesh();
    void stage_touched();
    void stage_flesh_crowd(std::int64_t count);
    void retune(const tuning_edit& edit);
    void dress(const settings& wanted);

    entt::registry& registry_;
    jounce::render::skin_renderer* renderer_;
    jounce::render::surface_renderer* surfaces_;
    std::vector<shown_kind> kinds_;
    std::map<int, std::vector<jounce::render::mesh_id>>
        weight_meshes_; ///< by kind, made when shown
    std::unique_ptr<file_model> file_;
    std::unique_ptr<stampede> herd_;     ///< made when shown, or of files
    std::unique_ptr<flesh_stage> flesh_; ///< made when shown
    std::vector<actor> actors_;
    std::vector<caption> captions_;
    stage_size size_;
    settings now_;
    bool is_made_ = false;
};

} // namespace demo
