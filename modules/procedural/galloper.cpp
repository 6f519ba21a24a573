#include <jounce/modules/procedural/galloper.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/procedural/field_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace jounce::procedural {
namespace {

using point = vec3<double>;

/// How a limb turns about the x axis through its first end: `rest + reach * sin(phase + lead)`, radians.
struct swing {
    double rest = 0, reach = 0, lead = 0;
};

/// A round limb from one end to another, and how it moves.
struct limb {
    int parent = -1;
    point from, to;
    double thick = 0, thin = 0; ///< radius at either end
    swing turns;
};

/// Limbs of one side; those of the other side are a little later.
constexpr double late = 0.5;

std::vector<limb> limbs_of_animal() {
    std::vector<limb> all = {
        {-1, {0, 0.98, -0.06}, {0, 0.98, -0.46}, 0.19, 0.22, {0, 0.10, 0.4}},    // 0 hips
        {0, {0, 0.98, -0.06}, {0, 1.00, 0.34}, 0.19, 0.23, {0, 0.17, 3.6}},      // 1 chest
        {1, {0, 1.10, 0.42}, {0, 1.50, 0.76}, 0.15, 0.09, {0.1, 0.14, 1.2}},     // 2 neck
        {2, {0, 1.52, 0.78}, {0, 1.38, 1.10}, 0.105, 0.062, {0, 0.12, 4.2}},     // 3 head
        {0, {0, 1.06, -0.62}, {0, 0.92, -0.92}, 0.05, 0.045, {0.35, 0.16, 1.0}}, // 4 tail
        {4, {0, 0.92, -0.92}, {0, 0.56, -1.06}, 0.05, 0.042, {0.25, 0.3, 0.2}},  // 5 tail's end
        {3, {0.05, 1.58, 0.78}, {0.085, 1.70, 0.75}, 0.042, 0.034, {0, 0, 0}},   // 6 ears
        {3, {-0.05, 1.58, 0.78}, {-0.085, 1.70, 0.75}, 0.042, 0.034, {0, 0, 0}}, // 7
    };
    for (const double side : {1.0, -1.0}) {
        const double lead = side > 0 ? 0.0 : -late;
        const double x = 0.14 * side;
        const int first = static_cast<int>(all.size());
        all.push_back({0, {x, 0.92, -0.46}, {x, 0.52, -0.36}, 0.15, 0.075, {0, 0.62, lead}});
        all.push_back(
            {first, {x, 0.52, -0.36}, {x, 0.13, -0.50}, 0.07, 0.047, {0.42, 0.5, lead - 1.4}});
        all.push_back(
            {first + 1, {x, 0.12, -0.50}, {x, 0.05, -0.44}, 0.05, 0.05, {0.2, 0.4, lead - 2.0}});
        all.push_back({1, {x, 0.90, 0.36}, {x, 0.50, 0.36}, 0.12, 0.068, {0, 0.62, lead + 2.4}});
        all.push_back(
            {first + 3, {x, 0.50, 0.36}, {x, 0.13, 0.34}, 0.065, 0.046, {0.5, 0.52, lead + 1.1}});
        all.push_back(
            {first + 4, {x, 0.12, 0.34}, {x, 0.05, 0.40}, 0.05, 0.05, {0.2, 0.4, lead + 0.5}});
    }
    return all;
}

/// Distance from the surface of a limb, below zero inside.
double distance_from(const limb& of, const point& p) {
    const point along = of.to - of.from;
    const double share = std::clamp(dot(p - of.from, along) / dot(along, along), 0.0, 1.0);
    return length(p - of.from - share * along) - (of.thick + share * (of.thin - of.thick));
}

/// The nearest limb's distance, rounded where limbs meet.
double animal_field(std::span<const limb> limbs, const point& p) {
    constexpr double roundness = 0.03;
    double sum = 0;
    for (const limb& each : limbs) {
        sum += std::exp(-distance_from(each, p) / roundness);
    }
    return -roundness * std::log(sum);
}

affine<double> turn_about(const point& pivot, double angle) {
    affine<double> out;
    out.linear = to_matrix(axis_angle<double>({1, 0, 0}, angle));
    out.translation = pivot - out.linear * pivot;
    return out;
}

void add_bones(deforming_mesh& to, std::span<const limb> limbs, double phase) {
    const std::size_t first = to.bones.size();
    for (const limb& each : limbs) {
        const swing& turns = each.turns;
        affine<double> own =
            turn_about(each.from, turns.rest + turns.reach * std::sin(phase + turns.lead));
        if (each.parent < 0) {
            own.translation.y += 0.05 * std::sin(phase + 2.6);
            to.bones.push_back(own);
        } else {
            to.bones.push_back(to.bones[first + static_cast<std::size_t>(each.parent)] * own);
        }
    }
}

/// Weights of the nearest limb and of those that it is joined to.
void add_weights(deforming_mesh& to, std::span<const limb> limbs, const point& p) {
    constexpr double reach = 0.035;
    std::vector<std::pair<double, std::uint16_t>> near;
    std::size_t nearest = 0;
    for (std::size_t b = 1; b < limbs.size(); ++b) {
        nearest = distance_from(limbs[b], p) < distance_from(limbs[nearest], p) ? b : nearest;
    }
    const double least = distance_from(limbs[nearest], p);
    for (std::size_t b = 0; b < limbs.size(); ++b) {
        const bool is_joined = b == nearest || limbs[b].parent == static_cast<int>(nearest) ||
                               limbs[nearest].parent == static_cast<int>(b);
        if (is_joined) {
            near.emplace_back(std::exp((least - distance_from(limbs[b], p)) / reach),
                              static_cast<std::uint16_t>(b));
        }
    }
    std::sort(near.begin(), near.end(), std::greater<>());
    near.resize(4);
    double sum = 0;
    for (const auto& [weight, bone] : near) {
        sum += weight;
    }
    to.joints.emplace_back();
    to.weights.emplace_back();
    for (std::size_t k = 0; k < 4; ++k) {
        to.joints.back()[k] = near[k].second;
        to.weights.back()[k] = near[k].first / sum;
    }
}

} // namespace

colour galloper_coat(const vec3<double>& p) {
    const colour body = mix(colours::terracotta, colours::sand, (0.8 - p.y) / 0.5);
    const colour legs = mix(body, colours::ink, (0.34 - p.y) / 0.2);
    const bool is_mane = p.z > 0.2 && p.z < 0.85 && p.y > 1.0 && p.y - 1.33 > 1.15 * (p.z - 0.52);
    return p.z < -0.72 || is_mane ? colours::ink : legs;
}

deforming_mesh galloper(double cell, std::size_t frames) {
    const std::vector<limb> limbs = limbs_of_animal();
    bare_mesh made = mesh_of_field([&](const point& p) { return animal_field(limbs, p); },
                                   {-0.46, -0.12, -1.3}, {0.46, 1.86, 1.36}, cell);
    deforming_mesh out;
    out.rest = std::move(made.positions);
    out.triangles = std::move(made.triangles);
    out.frame_count = frames;
    out.bone_count = limbs.size();
    for (const point& p : out.rest) {
        out.colours.push_back(galloper_coat(p));
        add_weights(out, limbs, p);
    }
    for (std::size_t f = 0; f < frames; ++f) {
        const double phase =
            2 * std::numbers::pi * static_cast<double>(f) / static_cast<double>(frames);
        add_bones(out, limbs, phase);
        const affine<double>* bones = out.bones.data() + f * limbs.size();
        for (std::size_t v = 0; v < out.rest.size(); ++v) {
            point at = {0, 0, 0};
            for (std::size_t k = 0; k < 4; ++k) {
                at = at + out.weights[v][k] * (bones[out.joints[v][k]] * out.rest[v]);
            }
            // The belly sways, twice a stride.
            const point off = out.rest[v] - point{0, 0.84, 0};
            at.y += 0.03 * std::exp(-dot(off, off) / 0.05) * std::sin(2 * phase);
            out.frames.push_back(at);
        }
    }
    return out;
}

} // namespace jounce::procedural
