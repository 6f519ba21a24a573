#include <jounce/systems/stable/run_strands.hpp>

#include <jounce/components/base/index.hpp>

#include <array>
#include <bit>
#include <cstddef>

namespace jounce {
namespace {

/// Writes a lane of a value into a lane of the block's.
template <class Real, class Value>
void give(const Value& from, std::size_t lane_of, int lane_to, Value& to) {
    constexpr std::size_t count = sizeof(Value) / sizeof(lane<Real>);
    const lane<Real>* in = reinterpret_cast<const lane<Real>*>(&from);
    lane<Real>* out = reinterpret_cast<lane<Real>*>(&to);
    for (std::size_t i = 0; i < count; ++i) {
        out[i].v[lane_to] = in[i].v[lane_of];
    }
}

/// Room for as many colliders as the block has; `fill_strands` places them.
template <class Real>
void fit_colliders(const basic_block_colliders<Real>& from, basic_block_colliders<Real>& to) {
    to.contacts = {};
    const std::size_t count = from.traits.size();
    if (count == 0 && to.traits.empty()) {
        return;
    }
    to.traits.assign(from.traits.begin(), from.traits.end());
    to.motions.resize(count);
    for (lane_vector<lane_collider<Real>>* list :
         {&to.frame_start, &to.frame_end, &to.tick_start, &to.tick_end}) {
        list->resize(count);
    }
}

} // namespace

strand_lanes lanes_of_strands(std::int32_t chains, std::uint32_t active,
                              std::int32_t apart) noexcept {
    std::array<int, lane_count> present{};
    strand_lanes out;
    for (std::uint32_t left = active; left != 0; left &= left - 1) {
        present[at(out.characters++)] = std::countr_zero(left);
    }
    const int shift = std::countr_zero(static_cast<std::uint32_t>(apart));
    for (int lane = 0; lane < lane_count; ++lane) {
        const int slot = lane & (apart - 1);
        out.character[at(lane)] = present[slot < out.characters ? at(slot) : 0];
        if (slot < out.characters && lane >> shift < chains) {
            out.used[at(out.used_count++)] = lane;
        }
    }
    return out;
}

template <class Real>
strand_view<Real> gather_strands(const stable_view<Real>& block,
                                 const basic_strand_set<Real>& strands, const strand_lanes& who,
                                 basic_strand_room<Real>& room) {
    fit_strand_room(room, strands.walk.size(), strands.springs.size(),
                    block.colliders.traits.size());
    fit_colliders(block.colliders, room.colliders);
    fill_strands(block, strands, who, room);
    return {block.rig,    strands,        room.local, room.rigid,    room.history, room.environment,
            room.carried, room.colliders, room.state, block.scratch, block.shown};
}

template <class Real>
void scatter_strands(const basic_strand_set<Real>& strands, const basic_strand_room<Real>& room,
                     const strand_lanes& who, const stable_view<Real>& block) noexcept {
    for (std::size_t s = 0; s < strands.springs.size(); ++s) {
        for (int u = 0; u < who.used_count; ++u) {
            const std::size_t v = at(who.used[at(u)]);
            give<Real>(room.state.springs[s], v, who.character[v],
                       block.state.springs[at(strands.spring_ids[s][v])]);
        }
    }
    for (int u = 0; u < who.used_count; ++u) {
        const std::size_t v = at(who.used[at(u)]);
        block.colliders.contacts[at(who.character[v])] += room.colliders.contacts[v];
    }
}

template <class Real>
void scatter_rates(const basic_strand_set<Real>& strands, const basic_strand_room<Real>& room,
                   const strand_lanes& who, const stable_view<Real>& block) noexcept {
    for (std::size_t b = 0; b < strands.walk.size(); ++b) {
        for (int u = 0; u < who.used_count; ++u) {
            const std::size_t v = at(who.used[at(u)]);
            give<Real>(room.history.local_rates[b], v, who.character[v],
                       block.history.local_rates[at(strands.bones[b][v])]);
        }
    }
}

template <class Real>
void scatter_frame(const basic_strand_room<Real>& room, const strand_lanes& who,
                   const stable_view<Real>& block) noexcept {
    const std::size_t walked = block.set.walk.size();
    for (int v = 0; v < who.characters; ++v) {
        const int to = who.character[at(v)];
        for (std::size_t w = 0; w < walked; ++w) {
            give<Real>(block.local.bones[at(block.set.walk[w].bone)], at(to), to,
                       block.history.local[w]);
        }
        give<Real>(room.carried.lanes.front(), at(v), to, block.carried.lanes.front());
        for (std::size_t c = 0; c < block.colliders.traits.size(); ++c) {
            give<Real>(room.colliders.tick_end[c], at(v), to, block.colliders.tick_end[c]);
        }
    }
}

// Float lanes run, double lanes verify.
#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template strand_view<Real> gather_strands(const stable_view<Real>&,                            \
                                              const basic_strand_set<Real>&, const strand_lanes&,  \
                                              basic_strand_room<Real>&);                           \
    template void scatter_strands(const basic_strand_set<Real>&, const basic_strand_room<Real>&,   \
                                  const strand_lanes&, const stable_view<Real>&) noexcept;         \
    template void scatter_rates(const basic_strand_set<Real>&, const basic_strand_room<Real>&,     \
                                const strand_lanes&, const stable_view<Real>&) noexcept;           \
    template void scatter_frame(const basic_strand_room<Real>&, const strand_lanes&,               \
                                const stable_view<Real>&) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
