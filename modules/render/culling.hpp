#pragma once

#include <jounce/modules/render/frustum.hpp>
#include <jounce/modules/render/instance.hpp>
#include <jounce/modules/render/skin_reach.hpp>

#include <span>
#include <vector>

namespace jounce::render {

/// What a frame leaves out because nobody sees it.
class culling {
public:
    /// Moves planes to where a frame has its origin. No frusta: nothing is left out.
    void aim(std::span<const frustum> frusta, const vec3<double>& origin);

    bool is_on() const { return !frusta_.empty(); }
    /// Whether a point is inside one of the frusta.
    bool sees(const instance& at, const vec3<float>& point) const noexcept;
    /// Whether each frustum has a plane with all of the box on its outer side. False if in doubt.
    bool hides(const instance& at, float scale, const model_box& box) const noexcept;

private:
    std::vector<std::array<frustum_plane, 6>> frusta_;
};

} // namespace jounce::render
