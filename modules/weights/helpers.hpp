#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::weights {

/// How far a helper bone reaches.
enum class helper_rule : std::uint8_t {
    distance, ///< straight through the air
    heat,     ///< along the surface, to where the helper is visible: not to an arm beside a belly
};

/// A bone for flesh or cloth that has none. Head and tail may be the same point.
struct helper {
    std::int32_t bone = 0; ///< that its vertices get
    vec3<double> head = {};
    vec3<double> tail = {};
    double reach = 0; ///< vertices nearer than this follow it; above 0
    double share = 1; ///< 0..1, of the weight there that the nearest vertices give to it
    /// The bone whose weight it takes, or -1: all bones give in proportion.
    std::int32_t owner = -1;
    helper_rule rule = helper_rule::distance;
};

/// The share that a vertex at a distance gives: `share` s(1 - d / reach), s(t) = t^2 (3 - 2t).
double share_at(const helper& of, const vec3<double>& place);

/// Gives helpers weight of the bones that own their region. Helpers with the same owner together take no
/// more than all of it; those that take from another helper come after it. The sum of a row stays.
/// @param keeps  [bone], 1: gives nothing; or empty
/// Error names: `bad_helper` (reach, share, rule or places cannot be used), `bad_count`, `bad_index`,
/// `cancelled`.
result<weight_table> give_to_helpers(const surface& mesh, const weight_table& owners,
                                     std::span<const helper> helpers,
                                     std::span<const std::uint8_t> keeps = {},
                                     const work_options& work = {});

/// Why a helper is proposed.
enum class helper_kind : std::uint8_t {
    flesh, ///< vertices far from the bone that moves them: belly, cheeks
    cloth, ///< a chain down an open sheet: cape, skirt
};

/// Helpers that hang on each other, first to last.
struct proposed_chain {
    helper_kind kind = helper_kind::flesh;
    std::string name;                 ///< "belly" or "sheet", numbered
    std::int32_t parent = 0;          ///< bone that the first one hangs on
    std::vector<vec3<double>> points; ///< heads, then the last tail: two or more
    double reach = 0;
    std::size_t vertices = 0; ///< that will follow it
};

/// What counts as flesh and cloth.
struct propose_options {
    vec3<double> down = {0, -1, 0}; ///< cloth hangs this way
    std::int32_t most_flesh = 4;    ///< helpers for flesh at most
    std::int32_t most_chains = 8;   ///< chains down a sheet at most
    std::int32_t chain_bones = 4;   ///< of each chain
    /// How much farther from its bone than usual flesh is, as a factor.
    double far = 1.5;
};

/// Finds where helper bones would do good: one for flesh, parallel chains down every open sheet (a single
/// chain cannot carry a cloth).
/// @param weights  as the mesh is bound now
std::vector<proposed_chain> propose_helpers(const surface& mesh, const weight_table& weights,
                                            std::span<const bone_segment> bones,
                                            const propose_options& options = {});

} // namespace jounce::weights
