#include <jounce/modules/procedural/figure.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tuning/presets.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace jounce::procedural {
namespace {

constexpr std::int32_t tail_links = 6;
constexpr double tail_link = 0.085;
constexpr std::int32_t locks = 5;
constexpr std::int32_t lock_links = 2;

struct hair_bones {
    std::int32_t tail = 0;           ///< first of the ponytail
    std::int32_t fringe[locks] = {}; ///< first of each lock
};

/// Springs of a preset along a curved way. Returns the first bone.
std::int32_t add_curved_chain(model_builder& body, const std::string& name, std::int32_t parent,
                              const std::vector<vec3<double>>& through, std::string_view like,
                              double radius) {
    const preset& hair = *find_preset(like);
    spring_tuning tuning = hair.tuning;
    tuning.radius = radius;
    tuning.collide_segment = true;
    const std::size_t links = through.size() - 1;
    std::int32_t first = 0;
    for (std::size_t i = 0; i < links; ++i) {
        const std::string link = name + "_" + std::to_string(i);
        parent = body.bone(link, parent, through[i], through[i + 1]);
        body.spring(
            link, at(tuning, hair.curves, static_cast<double>(i) / static_cast<double>(links - 1)));
        first = i == 0 ? parent : first;
    }
    return first;
}

hair_bones add_hair_bones(model_builder& body, std::int32_t head) {
    hair_bones out;
    // Away from the head first, then down.
    std::vector<vec3<double>> through = {head_centre + vec3<double>{0, 0.085, -0.135}};
    for (std::int32_t i = 0; i < tail_links; ++i) {
        const double down = 0.25 + 1.25 * std::min(1.0, i / 2.5);
        through.push_back(through.back() +
                          tail_link * vec3<double>{0, -std::sin(down), -std::cos(down)});
    }
    out.tail = add_curved_chain(body, "pony_tail", head, through, "long_hair", 0.035);
    for (std::int32_t l = 0; l < locks; ++l) {
        const double heading = 0.42 * (l - 0.5 * (locks - 1));
        const auto on_brow = [&](double rise, double away) {
            return head_centre + away * vec3<double>{std::sin(heading) * std::cos(rise),
                                                     std::sin(rise),
                                                     std::cos(heading) * std::cos(rise)};
        };
        out.fringe[l] = add_curved_chain(
            body, "fringe_" + std::to_string(l), head,
            {on_brow(0.95, 0.138), on_brow(0.60, 0.147), on_brow(0.22, 0.150)}, "hair", 0.008);
    }
    return out;
}

void add_hair_shape(surface_builder& to, const model_builder& body, std::int32_t head,
                    const hair_bones& of) {
    const paint brown = upwards(colours::chestnut, colours::caramel, 1.2, 1.75);
    ellipsoid cap;
    cap.centre = head_centre + vec3<double>{0, 0.018, -0.016};
    cap.radii = {0.126, 0.128, 0.128};
    cap.rings = 14;
    cap.sides = 22;
    cap.by = to_bone(head);
    cap.painted = brown;
    cap.warp = free_face;
    add_ellipsoid(to, cap);

    const bone_chain chain = body.chain(of.tail, tail_links, head);
    tube tail;
    tail.section = shaped({{0.030, 0.030},
                           {0.050, 0.048},
                           {0.060, 0.054},
                           {0.058, 0.050},
                           {0.046, 0.040},
                           {0.030, 0.026},
                           {0.010, 0.010}});
    tail.rings = 32;
    tail.sides = 18;
    tail.painted = brown;
    add_tube(to, chain, tail);
    ellipsoid tie;
    tie.centre = chain.point(0.012);
    tie.radii = {0.042, 0.016, 0.042};
    tie.turn = axis_angle<double>({1, 0, 0}, -0.5 * std::numbers::pi + 0.25);
    tie.rings = 8;
    tie.sides = 16;
    tie.by = as_at([&](const vec3<double>&) { return chain.weights(0.012); }, tie.centre);
    tie.painted = plain(colours::coral);
    add_ellipsoid(to, tie);

    for (const std::int32_t first : of.fringe) {
        const bone_chain lock = body.chain(first, lock_links, head);
        const vec3<double> outward = lock.point(0.5 * lock.length()) - head_centre;
        leaf_blade blade;
        blade.up = outward;
        blade.width = 0.068;
        blade.fold = -0.25; // around the brow
        blade.droop = 0;
        blade.rows = 10;
        blade.thickness = 0.004;
        blade.rib = colours::caramel;
        blade.edge = colours::chestnut;
        add_leaf(to, lock, blade);
    }
}

void add_skirt(surface_builder& to, const figure& of) {
    loft skirt;
    // Height, half width, half depth.
    const double shape[][3] = {{0.585, 0, 0},        {0.580, 0.225, 0.190}, {0.59, 0.240, 0.204},
                               {0.68, 0.226, 0.188}, {0.77, 0.210, 0.170},  {0.86, 0.192, 0.148},
                               {0.93, 0.168, 0.127}, {0.985, 0.146, 0.112}, {1.0, 0.130, 0.095},
                               {1.003, 0, 0}};
    for (const auto& [height, across, deep] : shape) {
        skirt.rings.push_back({{0, height, 0}, {across, 0, 0}, {0, 0, -deep}});
    }
    skirt.rings[1].sharp = true;
    skirt.sides = 28;
    skirt.by = to_bone(of.hips);
    skirt.painted = upwards(colours::sky, colours::denim, 0.6, 1.0);
    add_loft(to, skirt);
}

} // namespace

model pony_tail(solver_id solver) {
    model_builder body("pony_tail");
    body.solver(solver, 300);
    const figure wearer = add_figure(body);
    body.hop(wearer.hips, {0, 0.05, 0}, 1.8, 1);
    body.shake(wearer.head, {0, 1, 0}, 0.7, 1.1);
    const hair_bones hair = add_hair_bones(body, wearer.head);

    surface_builder to;
    figure_colours worn;
    worn.shirt = colours::cream;
    worn.trousers = colours::slate;
    worn.shoes = colours::coral;
    add_figure_shape(to, body, wearer, worn);
    add_skirt(to, wearer);
    add_hair_shape(to, body, wearer.head, hair);
    return body.finish(tail_links * tail_link, to.finish());
}

} // namespace jounce::procedural
