#include <jounce/systems/tissue/tissue_step_kernels.hpp>

#include <jounce/systems/tissue/tissue_result.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void tissue_linear(const tissue_view<Real>& block, const tissue_tick<Real>& at,
                   const lane<Real>& still) noexcept {
    const basic_tissue_set<Real>& set = block.set;
    basic_tissue_scratch<Real>& scratch = block.scratch;
    const tissue_level<Real>& level = set.levels[static_cast<std::size_t>(at.level)];
    const std::int32_t modes = std::min(at.modes, set.mode_count);
    const std::int32_t size = 3 * set.handle_count;
    const std::size_t room = static_cast<std::size_t>(set.mode_count) + tiled_matrix<Real>::tile;
    lane<Real>* place = scratch.modes.data();
    lane<Real>* speed = place + room;
    lane<Real>* force = speed + room;
    multiply_both<Real>(set.project, modes, size, flat(scratch.carried.data()), place,
                        flat(scratch.velocity.data()), speed);
    multiply<Real>(set.transpose, modes, size, flat(scratch.push.data()), force);
    const Real rate2 = Real(1) / (level.seconds * level.seconds);
    for (std::int32_t m = 0; m < modes; ++m) {
        const oscillator_step<Real>& step = level.oscillators[static_cast<std::size_t>(m)];
        const num<Real> y = load(place[m]);
        const num<Real> v = load(speed[m]);
        const num<Real> a = -rate2 * load(force[m]);
        store<Real>(place[m], step.yy * y + step.yv * v + step.ya * a);
        store<Real>(speed[m], step.vy * y + step.vv * v + step.yv * a);
    }
    multiply_both<Real>(set.shapes, size, modes, place, flat(scratch.result.data()), speed,
                        flat(scratch.gradient.data()));
    const mask<Real> own = lanes_of(block, tissue_tier::linear);
    const mask<Real> is_still = less<Real>(splat(Real(0)), load(still));
    for (std::size_t h = 0; h < static_cast<std::size_t>(set.handle_count); ++h) {
        const vec<Real> velocity = load(scratch.gradient.data()[h]);
        take_result<Real>(block, h, own, is_still, load(scratch.result.data()[h]), &velocity,
                          Real(0));
    }
}

JOUNCE_DEFINED(tissue_linear)

} // namespace jounce::JOUNCE_LEVEL
