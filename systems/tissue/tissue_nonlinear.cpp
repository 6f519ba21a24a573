#include <jounce/systems/tissue/tissue_step_kernels.hpp>

#include <jounce/systems/tissue/tissue_contacts.hpp>
#include <jounce/systems/tissue/tissue_result.hpp>
#include <jounce/systems/tissue/tissue_strain.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// From this strain on forces fade to linear ones; squared.
template <class Real> constexpr Real strain_limit2 = Real(0.49);

/// gradient = rate2 (mass offset + push).
template <class Real> void add_inertia(const tissue_view<Real>& block, Real rate2) {
    const std::size_t count = static_cast<std::size_t>(block.set.handle_count);
    const lane_vec3<Real>* offset = block.scratch.offset.data();
    const lane_vec3<Real>* push = block.scratch.push.data();
    lane_vec3<Real>* out = block.scratch.gradient.data();
    const Real* numbers = block.set.mass_tiles.data();
    for (std::size_t first = 0; first < count; first += 4) {
        const num<Real> zero = splat(Real(0));
        vec<Real> a = {zero, zero, zero}, b = a, c = a, d = a;
        for (std::size_t j = 0; j < count; ++j, numbers += 4) {
            const vec<Real> value = load(offset[j]);
            a = a + splat(numbers[0]) * value;
            b = b + splat(numbers[1]) * value;
            c = c + splat(numbers[2]) * value;
            d = d + splat(numbers[3]) * value;
        }
        // The last tile writes beyond the last handle, where there is room.
        store(out[first], rate2 * (a + load(push[first])));
        store(out[first + 1], rate2 * (b + load(push[first + 1])));
        store(out[first + 2], rate2 * (c + load(push[first + 2])));
        store(out[first + 3], rate2 * (d + load(push[first + 3])));
    }
}

template <class Real> void add_forces(const tissue_view<Real>& block) {
    const basic_tissue_set<Real>& set = block.set;
    const tissue_handle<Real>* handles = block.state.handles.data();
    lane_vec3<Real>* out = block.scratch.gradient.data();
    const num<Real> limit2 = splat(strain_limit2<Real>);
    const tissue_pull<Real>* pulls = set.pulls.data();
    for (std::size_t p = 0; p < set.volumes.size(); ++p) {
        const std::uint32_t first = set.pull_first.data()[p];
        const std::uint32_t end = set.pull_first.data()[p + 1];
        matrix<Real> strain = zero_matrix<Real>();
        for (std::uint32_t i = first; i < end; ++i) {
            add_strain(strain, load(handles[pulls[i].handle].now), pulls[i].gradient);
        }
        const split_stress<Real> stress = stress_of<Real>(strain, set.mu, set.lambda);
        const num<Real> size2 = dot(strain.column[0], strain.column[0]) +
                                dot(strain.column[1], strain.column[1]) +
                                dot(strain.column[2], strain.column[2]);
        const num<Real> ratio = limit2 / size2.max(limit2);
        const num<Real> share = set.volumes.data()[p] * ratio * ratio;
        matrix<Real> total;
        for (int c = 0; c < 3; ++c) {
            total.column[c] =
                set.volumes.data()[p] * stress.linear.column[c] + share * stress.beyond.column[c];
        }
        for (std::uint32_t i = first; i < end; ++i) {
            const vec3<Real>& g = pulls[i].gradient;
            lane_vec3<Real>& to = out[pulls[i].handle];
            store(to,
                  load(to) + g.x * total.column[0] + g.y * total.column[1] + g.z * total.column[2]);
        }
    }
}

} // namespace

template <class Real>
void tissue_nonlinear(const tissue_view<Real>& block, const tissue_tick<Real>& at,
                      const lane<Real>& still) noexcept {
    const basic_tissue_set<Real>& set = block.set;
    basic_tissue_scratch<Real>& scratch = block.scratch;
    const tissue_level<Real>& level = set.levels[static_cast<std::size_t>(at.level)];
    const Real rate = Real(1) / level.seconds;
    add_inertia<Real>(block, rate * rate);
    add_forces<Real>(block);
    const std::int32_t size = 3 * set.handle_count;
    multiply<Real>(level.inverse, size, size, flat(scratch.gradient.data()),
                   flat(scratch.result.data()));
    const auto found = [&](std::size_t h) JOUNCE_INLINED {
        return load(block.state.handles.data()[h].now) - load(scratch.result.data()[h]);
    };
    if (!at.touches) {
        take_results<Real>(block, tissue_tier::nonlinear, still, rate, found);
        return;
    }
    for (std::size_t h = 0; h < static_cast<std::size_t>(set.handle_count); ++h) {
        store(scratch.result.data()[h], found(h));
    }
    hold_probes(block, at);
    take_results<Real>(block, tissue_tier::nonlinear, still, rate,
                       [&](std::size_t h) { return load(scratch.result.data()[h]); });
}

JOUNCE_DEFINED(tissue_nonlinear)

} // namespace jounce::JOUNCE_LEVEL
