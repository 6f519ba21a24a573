#include <jounce/modules/decompose_file/make_levels.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/profiling/append_format.hpp>
#include <jounce/modules/simplify/simplify.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::decompose {
namespace {

constexpr std::size_t most_poses = 12;
constexpr double picture_lines = 1080;
constexpr double pixels_per_triangle = 12; ///< five pixels wide, half of a square

/// A vertex of a frame as bones, weights and corrections make it.
vec3<double> skinned_place(const mesh_animation& of, const decomposition& found, std::size_t frame,
                           std::size_t vertex) {
    vec3<double> rest = of.rest[vertex];
    const corrections& extra = found.corrected;
    for (std::size_t k = 0; k < extra.rank; ++k) {
        rest = rest + extra.coefficients[frame * extra.rank + k] *
                          extra.basis[k * of.rest.size() + vertex];
    }
    vec3<double> out;
    for (const weights::bone_weight& one : found.weights.of(vertex)) {
        out = out + one.weight * (found.bone(frame, static_cast<std::size_t>(one.bone)) * rest);
    }
    return out;
}

/// Of the vertices that a level keeps, without a copy of the others.
double kept_error(const mesh_animation& of, const decomposition& found,
                  std::span<const std::uint32_t> kept) {
    std::vector<vec3<double>> frames;
    std::vector<vec3<double>> skinned;
    frames.reserve(kept.size() * of.frame_count());
    skinned.reserve(frames.capacity());
    std::vector<std::uint32_t> all;
    for (std::size_t f = 0; f < of.frame_count(); ++f) {
        for (const std::uint32_t v : kept) {
            frames.push_back(of.frame(f)[v]);
            skinned.push_back(skinned_place(of, found, f, v));
        }
    }
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        all.push_back(i);
    }
    return simplify::error_on_kept(frames, skinned, kept.size(), all);
}

/// How small a character may be before this level takes over from a finer one.
double largest_size(const character_level& level) {
    // Half of the triangles are seen, and they fill about a quarter of the square around the character.
    const std::size_t triangles = level.triangles.size() / 3;
    const double seen = 0.5 * static_cast<double>(triangles);
    const double by_triangles = std::sqrt(4 * pixels_per_triangle * seen) / picture_lines;
    const double by_distance = level.distance > 0 ? 1 / (picture_lines * level.distance) : 1;
    // Few digits, for people who change them.
    return std::round(1e4 * std::min({1.0, by_triangles, by_distance})) / 1e4;
}

} // namespace

std::optional<error> find_share_fault(std::span<const double> shares) {
    if (shares.size() > max_levels) {
        return error{errors::too_many, "levels of detail: there are " +
                                           std::to_string(shares.size()) + " shares, at most " +
                                           std::to_string(max_levels) + " are possible"};
    }
    for (std::size_t i = 0; i < shares.size(); ++i) {
        std::string text;
        append_format(text, "levels of detail: share %zu is %g", i + 1, shares[i]);
        if (!(shares[i] > 0 && shares[i] < 1)) {
            return error{errors::out_of_range,
                         text + "; give shares of the triangles between 0 and 1"};
        }
        if (i > 0 && !(shares[i] < shares[i - 1])) {
            return error{errors::bad_order, text + ", not less than the one before; give finest "
                                                   "first, for example 0.5,0.12"};
        }
    }
    return std::nullopt;
}

result<character_levels> make_levels(const mesh_animation& of, const decomposition& found,
                                     std::span<const double> shares) {
    if (std::optional<error> wrong = find_share_fault(shares)) {
        return *std::move(wrong);
    }
    character_levels out;
    if (shares.empty()) {
        return out;
    }
    std::vector<vec3<double>> poses;
    for (const std::size_t f : simplify::spread_frames(of.frame_count(), most_poses)) {
        poses.insert(poses.end(), of.frame(f).begin(), of.frame(f).end());
    }
    const std::size_t whole = of.triangles.size() / 3;
    std::vector<std::size_t> targets;
    for (const double share : shares) {
        const double wanted = std::round(share * static_cast<double>(whole));
        targets.push_back(std::max<std::size_t>(1, static_cast<std::size_t>(wanted)));
    }
    result<std::vector<simplify::mesh_detail>> made =
        simplify::simplify({of.rest, of.triangles, poses}, targets);
    if (!made) {
        return made.error();
    }
    std::size_t before = whole;
    for (std::size_t i = 0; i < made->size(); ++i) {
        simplify::mesh_detail& level = (*made)[i];
        const std::size_t count = level.triangles.size() / 3;
        if (count == 0 || count >= before) {
            std::string text;
            append_format(text,
                          "the level of %g of the triangles was left out: the mesh cannot be "
                          "simplified below %zu of %zu triangles without tearing it",
                          shares[i], before, whole);
            out.warnings.push_back(std::move(text));
            continue;
        }
        before = count;
        character_level& to = out.coarser.emplace_back();
        to.share = shares[i];
        to.kept_vertices = level.kept.size();
        to.error = kept_error(of, found, level.kept);
        to.distance = level.error;
        to.triangles = std::move(level.triangles);
    }
    for (std::size_t i = 0; i < out.coarser.size(); ++i) {
        (i == 0 ? out.finest_coverage : out.coarser[i - 1].coverage) = largest_size(out.coarser[i]);
    }
    return out;
}

std::string levels_table(const character_levels& levels) {
    std::string out;
    for (const character_level& one : levels.coarser) {
        append_format(out,
                      "level of %g: %zu triangles on %zu vertices, error on these %.3f %%, surface "
                      "off by %.3f %% of the extent, drawn from %g of the picture's height\n",
                      one.share, one.triangles.size() / 3, one.kept_vertices, one.error,
                      100 * one.distance, one.coverage);
    }
    return out;
}

} // namespace jounce::decompose
