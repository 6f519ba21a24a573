// Spheres and queries on the data sets.

#include "modules/bounds/mesh_sets.hpp"

#include <jounce/modules/bounds/skin_queries.hpp>
#include <jounce/modules/bounds/triangle_distance.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace jounce;
using namespace jounce::bounds;
using namespace jounce::test;

namespace {

struct fitted_set {
    mesh_set set;
    skin_surface surface;
    std::vector<palette> poses;
    skin_tree tree;
};

std::optional<fitted_set> fit(const std::string& name) {
    auto set = read_mesh_set(name);
    if (!set) {
        return std::nullopt;
    }
    fitted_set out;
    out.surface = weighted(*set, 30);
    out.poses = fitted_bones(*set, out.surface, 30);
    out.tree = *make_skin_tree(out.surface, 30);
    out.set = *std::move(set);
    return out;
}

/// Nodes that do not hold one of their vertices.
std::size_t nodes_that_leak(posed_skin& skin, std::span<const vec3<float>> vertices) {
    const skin_tree& tree = skin.tree();
    std::size_t leaks = 0;
    for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
        const skin_node& node = tree.nodes[n];
        const bounding_sphere& ball = skin.sphere(n);
        double most = 0;
        for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
            const std::uint32_t* corner =
                tree.surface.triangles.data() + 3 * tree.order[node.first_triangle + i];
            for (int k = 0; k < 3; ++k) {
                const vec3<double> from = cast<double>(vertices[corner[k]]) - ball.centre;
                most = std::max(most, dot(from, from));
            }
        }
        leaks += std::sqrt(most) > ball.radius ? 1U : 0U;
    }
    return leaks;
}

} // namespace

TEST_CASE("spheres hold every vertex of every frame of the data sets", "[bounds]") {
    const std::string name = GENERATE("horse-gallop", "elephant-gallop", "chickenCrossing", "pcow");
    const auto fitted = fit(name);
    if (!fitted) {
        SKIP("JOUNCE_DATA_DIR has no sma/" << name << ".sma");
    }
    posed_skin skin;
    containment tightness;
    std::size_t leaks = 0;
    double off = 0, moved = 0;
    const std::size_t frames = fitted->poses.size();
    for (std::size_t f = 0; f < frames; ++f) {
        skin.pose(fitted->tree, skin_method::linear, fitted->poses[f], 0);
        const std::vector<vec3<float>> vertices =
            skinned_vertices(fitted->surface, skin_method::linear, fitted->poses[f], 0);
        leaks += nodes_that_leak(skin, vertices);
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            off += static_cast<double>(length(vertices[v] - fitted->set.frames[f][v]));
            moved += static_cast<double>(length(fitted->set.frames[f][v] - fitted->set.rest[v]));
        }
        if (f % 12 == 0) {
            tightness.add(look_at_spheres(skin, vertices));
        }
    }
    CHECK(leaks == 0);
    CHECK(off < 0.5 * moved); // the bones follow the animation, or this would show little
    CHECK(tightness.mean_ratio() < 2.7);
    WARN(name << ": " << fitted->tree.node_count() << " nodes, "
              << fitted->tree.bytes() / fitted->tree.triangle_count()
              << " bytes per triangle, depth " << fitted->tree.depth << "; " << frames
              << " frames; radius over the exact one: leaves " << tightness.leaf_ratio()
              << ", mean " << tightness.mean_ratio() << ", root " << tightness.root_ratio);
}

TEST_CASE("a ball on the flank of the horse visits few nodes", "[bounds]") {
    const auto fitted = fit("horse-gallop");
    if (!fitted) {
        SKIP("JOUNCE_DATA_DIR has no sma/horse-gallop.sma");
    }
    // The side is where it is thinnest.
    vec3<float> low = fitted->set.rest[0], high = low;
    for (const vec3<float>& p : fitted->set.rest) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const vec3<double> size = cast<double>(high - low);
    const vec3<double> side = size.x <= size.y && size.x <= size.z ? vec3<double>{1, 0, 0}
                              : size.y <= size.z                   ? vec3<double>{0, 1, 0}
                                                                   : vec3<double>{0, 0, 1};
    posed_skin skin;
    std::vector<surface_hit> hits;
    std::size_t most = 0, sum = 0, asked = 0, touched = 0, most_of_ray = 0, most_of_nearest = 0;
    for (const palette& rows : fitted->poses) {
        skin.pose(fitted->tree, skin_method::linear, rows, 0);
        vec3<double> middle;
        for (const vec3<float>& p :
             skinned_vertices(fitted->surface, skin_method::linear, rows, 0)) {
            middle = middle + (1 / static_cast<double>(fitted->set.rest.size())) * cast<double>(p);
        }
        for (const double sign : {1.0, -1.0}) {
            const vec3<double> beside = middle + (sign * length(size)) * side;
            cast_ray(skin, beside, (-sign) * side);
            most_of_ray = std::max(most_of_ray, skin.visited());
            const auto flank = nearest_point(skin, beside);
            most_of_nearest = std::max(most_of_nearest, skin.visited());
            REQUIRE(flank);
            touch_sphere(skin, flank->point, 0.05 * length(size), hits);
            most = std::max(most, skin.visited());
            sum += skin.visited();
            ++asked;
            touched += hits.size();
            std::size_t expected = 0;
            for (std::uint32_t i = 0; i < fitted->tree.triangle_count(); ++i) {
                const triangle corners = skin.corners(i);
                expected += length(nearest_on_triangle(flank->point, corners) - flank->point) <=
                                    0.05 * length(size)
                                ? 1U
                                : 0U;
            }
            CHECK(hits.size() == expected);
        }
    }
    const auto share = [&](double nodes) {
        return 100 * nodes / static_cast<double>(fitted->tree.node_count());
    };
    WARN("ball on a flank: " << static_cast<double>(touched) / static_cast<double>(asked)
                             << " triangles touched, "
                             << share(static_cast<double>(sum) / static_cast<double>(asked))
                             << " % of the nodes visited, at most "
                             << share(static_cast<double>(most)) << " %; ray: at most "
                             << share(static_cast<double>(most_of_ray))
                             << " %; nearest point: at most "
                             << share(static_cast<double>(most_of_nearest)) << " %");
    CHECK(share(static_cast<double>(most)) < 10);
    CHECK(share(static_cast<double>(most_of_ray)) < 10);
}
