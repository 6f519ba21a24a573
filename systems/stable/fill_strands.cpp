#include <jounce/systems/stable/fill_strands.hpp>

#include <jounce/systems/simd/lane_num.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Fills the lanes of a value; `from(v)` is the value of the block that lane v is taken from.
template <class Real, class Value, class From>
JOUNCE_INLINE void fill(Value& to, const strand_lanes& who, From&& from) {
    static_assert(sizeof(Value) % sizeof(lane<Real>) == 0);
    constexpr std::size_t count = sizeof(Value) / sizeof(lane<Real>);
    lane<Real>* out = reinterpret_cast<lane<Real>*>(&to);
    // All lanes of a number are written at once: piece by piece, ticks would wait for the pieces.
    constexpr std::size_t half = lane_count / 2;
    const Real* first[lane_count];
    bool repeats = true; // four chains of one character, two of two, ...
    for (std::size_t v = 0; v < lane_count; ++v) {
        first[v] = reinterpret_cast<const Real*>(from(v)) + who.character[v];
        repeats = repeats && (v < half || first[v] == first[v - half]);
    }
    using four = typename four_lanes<Real>::numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t n = i * lane_count;
        const four lower = {first[0][n], first[1][n], first[2][n], first[3][n]};
        four upper = lower;
        if (!repeats) {
            upper = four{first[4][n], first[5][n], first[6][n], first[7][n]};
        }
        std::memcpy(out[i].v, &lower, sizeof lower);
        std::memcpy(out[i].v + half, &upper, sizeof upper);
    }
}

/// The same from a list, of which each chain has its own element.
template <class Real, class Value, class Ids>
JOUNCE_INLINE void fill_from(Value& to, const strand_lanes& who, const Value* list,
                             const Ids& ids) {
    fill<Real>(to, who, [&](std::size_t v) JOUNCE_INLINED { return list + ids[v]; });
}

/// The same of a value that all chains of a character share.
template <class Real, class Value>
JOUNCE_INLINE void spread(Value& to, const strand_lanes& who, const Value& from) {
    fill<Real>(to, who, [&](std::size_t) JOUNCE_INLINED { return &from; });
}

} // namespace

template <class Real>
void fill_strands(const stable_view<Real>& block, const basic_strand_set<Real>& strands,
                  const strand_lanes& who, basic_strand_room<Real>& room) noexcept {
    const std::size_t bones = strands.walk.size();
    for (std::size_t b = 0; b < bones; ++b) {
        const auto& ids = strands.bones.data()[b];
        fill<Real>(room.local.bones.data()[b], who, [&](std::size_t v) JOUNCE_INLINED {
            return block.local.bones.data() + block.set.walk.data()[ids[v]].bone;
        });
        fill_from<Real>(room.history.local.data()[b], who, block.history.local.data(), ids);
        fill_from<Real>(room.history.local_rates.data()[b], who, block.history.local_rates.data(),
                        ids);
    }
    if (!strands.anchors.empty()) {
        const auto& ids = strands.anchor_ids;
        fill<Real>(room.rigid.bones.data()[0], who, [&](std::size_t v) JOUNCE_INLINED {
            return block.rigid.bones.data() + block.set.anchors.data()[ids[v]];
        });
        fill_from<Real>(room.history.anchors.data()[0], who, block.history.anchors.data(), ids);
        fill_from<Real>(room.history.anchor_rates.data()[0], who, block.history.anchor_rates.data(),
                        ids);
    }
    const std::size_t springs = strands.springs.size();
    for (std::size_t s = 0; s < springs; ++s) {
        fill_from<Real>(room.state.springs.data()[s], who, block.state.springs.data(),
                        strands.spring_ids.data()[s]);
    }
    spread<Real>(room.environment.lanes.front(), who, block.environment.lanes.front());
    spread<Real>(room.carried.lanes.front(), who, block.carried.lanes.front());
    const std::size_t colliders = block.colliders.traits.size();
    for (std::size_t c = 0; c < colliders; ++c) {
        spread<Real>(room.colliders.frame_start.data()[c], who,
                     block.colliders.frame_start.data()[c]);
        spread<Real>(room.colliders.frame_end.data()[c], who, block.colliders.frame_end.data()[c]);
        spread<Real>(room.colliders.tick_end.data()[c], who, block.colliders.tick_end.data()[c]);
    }
}

JOUNCE_DEFINED(fill_strands)

} // namespace jounce::JOUNCE_LEVEL
