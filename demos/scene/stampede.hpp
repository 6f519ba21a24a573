#pragma once

#include <jounce/modules/bgfx/skin_renderer.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace demo {

/// A herd of animals without bones of their own: a mesh that deforms by a formula, made into a skinned one, at several
/// levels of detail, playing one clip from the GPU's memory.
class stampede {
public:
    /// Makes the animal, its levels and its clip, once. Takes a second or two.
    /// @param renderer  null: nothing is drawn
    explicit stampede(jounce::render::skin_renderer* renderer);

    /// Replaces the herd.
    void gather(entt::registry& registry, std::int64_t count);
    void disperse(entt::registry& registry);
    bool empty() const { return herd_.empty(); }
    /// Where everybody is at a time in seconds.
    void run(entt::registry& registry, double time);
    /// Half the width of the field that they cross, metres.
    float radius() const { return radius_; }
    /// What the animal was made of, and what it takes.
    std::string summary() const;

private:
    struct animal {
        entt::entity who{};
        double lane = 0;  ///< x
        double start = 0; ///< z at time 0
        double speed = 1; ///< m/s
    };

    jounce::render::skin_renderer* renderer_;
    jounce::render::mesh_id mesh_{};
    jounce::render::clip_id clip_{};
    float clip_seconds_ = 1;
    std::vector<animal> herd_;
    double length_ = 0; ///< of the field, metres; who leaves it comes in again
    float radius_ = 0;
    std::string made_of_;
};

} // namespace demo
