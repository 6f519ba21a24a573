#include <jounce/modules/weights/intrinsic.hpp>

#include <modules/weights/test_meshes.hpp>

#include <catch2/catch_test_macros.hpp>

namespace jounce::weights {
namespace {

using namespace test;

/// What the Laplacian makes of one number per vertex.
std::vector<double> applied(const laplacian& flow, const std::vector<double>& to) {
    std::vector<double> out(to.size(), 0);
    for (const laplace_edge& edge : flow.edges) {
        out[edge.a] += edge.weight * (to[edge.a] - to[edge.b]);
        out[edge.b] += edge.weight * (to[edge.b] - to[edge.a]);
    }
    return out;
}

TEST_CASE("bad triangles become good ones without moving a vertex", "[weights]") {
    test_mesh mesh = sheet(6, 6, 1, 1);
    for (vec3<double>& p : mesh.positions) {
        p.x += 2.7 * p.y; // sheared: angles far above 90 degrees
    }
    const clean_surface clean_one = clean(mesh.view());
    const laplacian flow = make_laplacian(clean_one);
    CHECK(flow.flips > 0);
    double area = 0;
    for (const double one : flow.area) {
        area += one;
    }
    CHECK(std::abs(area - 1) < 1e-4); // a shear keeps it
    for (const laplace_edge& edge : flow.edges) {
        CHECK(edge.weight > 0);
    }
    // A linear function is harmonic: exact at inner vertices, whatever the triangles.
    std::vector<double> linear;
    for (const vec3<double>& p : clean_one.positions) {
        linear.push_back(3 * p.x - 5 * p.y + 1);
    }
    const std::vector<double> none = applied(flow, linear);
    std::size_t inner = 0;
    for (std::size_t v = 0; v < none.size(); ++v) {
        const vec3<double>& p = clean_one.positions[v];
        const double column = p.x - 2.7 * p.y;
        if (column > 0.01 && column < 0.99 && p.y < -0.01 && p.y > -0.99) {
            CHECK(std::abs(none[v]) < 2e-3);
            ++inner;
        }
    }
    CHECK(inner == 25);
}

TEST_CASE("a grid of right angles has the weights of the five-point stencil", "[weights]") {
    const clean_surface clean_one = clean(sheet(4, 4, 4, 4).view());
    const laplacian flow = make_laplacian(clean_one);
    CHECK(flow.clamped == 0);
    std::vector<double> peak(clean_one.positions.size(), 0);
    for (std::size_t v = 0; v < peak.size(); ++v) {
        const vec3<double>& p = clean_one.positions[v];
        peak[v] = std::abs(p.x - 2) + std::abs(p.y + 2) < 1e-9 ? 1 : 0;
    }
    const std::vector<double> out = applied(flow, peak);
    for (std::size_t v = 0; v < peak.size(); ++v) {
        const vec3<double>& p = clean_one.positions[v];
        const double far = std::abs(p.x - 2) + std::abs(p.y + 2);
        CHECK(std::abs(out[v] - (far < 0.5 ? 4 : far < 1.5 ? -1 : 0)) < 1e-4);
    }
}

} // namespace
} // namespace jounce::weights
