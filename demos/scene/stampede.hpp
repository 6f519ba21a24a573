#pragma once

#include "breed.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace demo {

/// A herd of animals without bones of their own: skinned meshes at several levels of detail that play clips from the
/// GPU's memory. Each breed comes with several bodies, made of the same mesh by editing its rest pose.
class stampede {
public:
    /// @param renderer  null: nothing is drawn
    /// @param files  a breed each; empty: the project's own animal
    /// Errors: those of `read_breed`, `skin_renderer::add_mesh`, `add_levels` and `add_clips`.
    static jounce::result<std::unique_ptr<stampede>>
    make(jounce::render::skin_renderer* renderer, std::span<const std::filesystem::path> files);

    /// Replaces the herd.
    /// @param edited  bodies and sizes differ; else all are as in the file
    void gather(entt::registry& registry, std::int64_t count, bool edited);
    /// The same with one of each body, side by side, on the spot. Returns where they stand, for labels.
    std::vector<std::pair<std::string, jounce::vec3<float>>> line_up(entt::registry& registry);
    void disperse(entt::registry& registry);
    bool empty() const { return herd_.empty(); }
    std::size_t size() const { return herd_.size(); }
    /// Where everybody is at a time in seconds.
    void run(entt::registry& registry, double time);
    /// Half the width of the field that they cross, metres.
    float radius() const { return radius_; }
    /// What the animals are made of, and what they take.
    std::string summary() const;

private:
    struct drawn_breed {
        std::array<jounce::render::mesh_id, body_count> bodies{};
        jounce::render::clip_id clip{};
        float seconds = 1;         ///< of the clip
        float scale = 1;           ///< to the size of a horse
        jounce::quat<float> turn;  ///< its longer side along z
        jounce::vec3<float> below; ///< the middle of its feet, in the file
        std::string made_of;
    };
    struct animal {
        entt::entity who{};
        double lane = 0;            ///< x
        double start = 0;           ///< z at time 0
        double speed = 1;           ///< m/s; 0: on the spot
        jounce::vec3<double> below; ///< from its origin to its feet, metres
    };

    explicit stampede(jounce::render::skin_renderer* renderer) : renderer_(renderer) {}
    /// @param coat  [vertex]
    jounce::result<bool> add(const breed& from, const std::vector<std::uint32_t>& coat);
    animal add_animal(entt::registry& registry, const drawn_breed& of, body shape, float size,
                      float phase, float pace, std::uint32_t tint);

    jounce::render::skin_renderer* renderer_;
    std::vector<drawn_breed> breeds_;
    std::vector<animal> herd_;
    double length_ = 1; ///< of the field, metres; who leaves it comes in again
    float radius_ = 0;
};

} // namespace demo
