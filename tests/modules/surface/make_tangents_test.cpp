#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/surface/make_tangents.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace jounce;
using Catch::Approx;

namespace {

struct surface {
    std::vector<vec3<float>> positions = {};
    std::vector<vec3<float>> normals = {};
    std::vector<std::array<float, 2>> texcoords = {};
    std::vector<std::uint32_t> triangles = {};

    std::uint32_t add(const vec3<float>& p, const vec3<float>& n, const std::array<float, 2>& uv) {
        positions.push_back(p);
        normals.push_back(n);
        texcoords.push_back(uv);
        return static_cast<std::uint32_t>(positions.size()) - 1;
    }
    operator tangent_source() const { return {positions, normals, texcoords, triangles}; }
};

constexpr vec3<float> up = {0, 0, 1};

/// A square in the plane z = 0, seen from above; u grows along x, v against y as pictures have it.
surface square() {
    surface out;
    out.add({0, 0, 0}, up, {0, 1});
    out.add({1, 0, 0}, up, {1, 1});
    out.add({1, 1, 0}, up, {1, 0});
    out.add({0, 1, 0}, up, {0, 0});
    out.triangles = {0, 1, 2, 0, 2, 3};
    return out;
}

vec3<double> along(const std::array<float, 4>& t) {
    return cast<double>(vec3<float>{t[0], t[1], t[2]});
}

void check_tangent(const std::array<float, 4>& found, const std::array<float, 4>& wanted) {
    CAPTURE(found[0], found[1], found[2], found[3]);
    CHECK(length(along(found) - along(wanted)) < 1e-6);
    CHECK(found[3] == wanted[3]);
}

/// Tangents have unit length and are perpendicular to the normals of their vertices.
void check_frames(const surface& of, const made_tangents& made) {
    REQUIRE(made.tangents.size() == of.positions.size() + made.copied_from.size());
    REQUIRE(made.triangles.size() == of.triangles.size());
    for (std::size_t i = 0; i < made.tangents.size(); ++i) {
        const std::size_t source =
            i < of.positions.size() ? i : made.copied_from[i - of.positions.size()];
        REQUIRE(source < of.positions.size());
        const vec3<double> t = along(made.tangents[i]);
        CHECK(length(t) == Approx(1).margin(1e-6));
        const vec3<double> n = cast<double>(of.normals[source]);
        CHECK(std::abs(dot(t, (1 / length(n)) * n)) < 1e-6);
        CHECK(std::abs(made.tangents[i][3]) == 1);
    }
    for (std::size_t c = 0; c < made.triangles.size(); ++c) {
        const std::uint32_t vertex = made.triangles[c];
        const std::uint32_t source =
            vertex < of.positions.size() ? vertex : made.copied_from[vertex - of.positions.size()];
        CHECK(source == of.triangles[c]);
    }
}

} // namespace

TEST_CASE("the tangent of a square runs along u, and its picture is not mirrored", "[tangents]") {
    const surface of = square();
    const made_tangents made = make_tangents(of);
    CHECK(made.copied_from.empty());
    CHECK(made.triangles == of.triangles);
    for (const auto& t : made.tangents) {
        check_tangent(t, {1, 0, 0, 1}); // up x along = y, where v falls: the picture stands upright
    }
}

TEST_CASE("mirrored pictures have the other side, turned ones turned tangents", "[tangents]") {
    surface mirrored = square();
    for (auto& uv : mirrored.texcoords) {
        uv[0] = -uv[0];
    }
    for (const auto& t : make_tangents(mirrored).tangents) {
        check_tangent(t, {-1, 0, 0, -1});
    }
    surface turned = square(); // u grows along y, v along x
    for (std::size_t v = 0; v < 4; ++v) {
        turned.texcoords[v] = {turned.positions[v].y, turned.positions[v].x};
    }
    for (const auto& t : make_tangents(turned).tangents) {
        check_tangent(t, {0, 1, 0, 1});
    }
}

TEST_CASE("a vertex between two halves of a mirrored face is doubled", "[tangents]") {
    // u grows from the middle to both sides, as on a face that is painted once: x from -1 to 1, u = |x|.
    surface face;
    for (const float x : {-1.0F, 0.0F, 1.0F}) {
        face.add({x, 0, 0}, up, {std::abs(x), 1});
        face.add({x, 1, 0}, up, {std::abs(x), 0});
    }
    face.triangles = {2, 4, 5, 2, 5, 3, 0, 2, 3, 0, 3, 1};
    const made_tangents made = make_tangents(face);
    check_frames(face, made);
    // The right half comes first and keeps the middle; the left one gets copies of it.
    REQUIRE(made.copied_from == std::vector<std::uint32_t>{2, 3});
    check_tangent(made.tangents[2], {1, 0, 0, 1});
    check_tangent(made.tangents[4], {1, 0, 0, 1});
    check_tangent(made.tangents[0], {-1, 0, 0, -1});
    check_tangent(made.tangents[6], {-1, 0, 0, -1});
    check_tangent(made.tangents[7], {-1, 0, 0, -1});
    CHECK(made.triangles == std::vector<std::uint32_t>{2, 4, 5, 2, 5, 3, 0, 6, 7, 0, 7, 1});

    // A level that has the left half alone, as one triangle, takes the copies.
    surface level = face;
    level.triangles = {0, 2, 3, 2, 4, 3};
    CHECK(choose_copies(level, made) == std::vector<std::uint32_t>{0, 6, 7, 2, 4, 3});
}

TEST_CASE("vertices that are the same but for their number share a tangent", "[tangents]") {
    // Two triangles bent along their common edge, each with vertices of its own, whose normals are those of the bend.
    const float h = std::sqrt(0.5F);
    const vec3<float> bend = {0, 0, 1};
    surface apart;
    apart.add({-1, 0, -1}, {-h, 0, h}, {0, 0.5F});
    apart.add({0, -1, 0}, bend, {1, 0});
    apart.add({0, 1, 0}, bend, {1, 1});
    apart.add({0, -1, 0}, bend, {1, 0});
    apart.add({1, 0, -1}, {h, 0, h}, {2, 0.5F});
    apart.add({0, 1, 0}, bend, {1, 1});
    apart.triangles = {0, 1, 2, 3, 4, 5};
    const made_tangents made = make_tangents(apart);
    check_frames(apart, made);
    CHECK(made.copied_from.empty());
    CHECK(made.tangents[1] == made.tangents[3]);
    CHECK(made.tangents[2] == made.tangents[5]);
    // One rises and one falls, both along x: together they are level. v grows with y here.
    check_tangent(made.tangents[1], {1, 0, 0, -1});
    check_tangent(made.tangents[0], {h, 0, h, -1});
}

TEST_CASE("triangles count by their angle", "[tangents]") {
    // Two triangles at the origin, one of 90 degrees and one of 45, whose pictures lie alike at first.
    surface of;
    of.add({0, 0, 0}, up, {0, 0});
    of.add({1, 0, 0}, up, {1, 0});
    of.add({0, 1, 0}, up, {0, -1}); // v against y: the right way round, u along x
    of.add({-1, 1, 0}, up, {-1, -1});
    of.triangles = {0, 1, 2, 0, 2, 3};
    const made_tangents same = make_tangents(of);
    check_tangent(same.tangents[0], {1, 0, 0, 1});

    // Skewed: the edges (0, 1) and (-1, 1) of the second are (0, -1) and (-2, -1.5) in the picture. The area there is
    // 0 * -1.5 - -1 * -2 = -2, and u grows along -(-1.5 (0, 1) - -1 (-1, 1)) = (1, 0.5), of unit length (2, 1) / sqrt(5).
    of.texcoords[3] = {-2, -1.5F};
    const made_tangents skewed = make_tangents(of);
    const double s = 1 / std::sqrt(5.0);
    const vec3<double> sum = 90.0 * vec3<double>{1, 0, 0} + 45.0 * vec3<double>{2 * s, s, 0};
    const vec3<double> wanted = (1 / length(sum)) * sum;
    check_tangent(skewed.tangents[0],
                  {static_cast<float>(wanted.x), static_cast<float>(wanted.y), 0, 1});
    check_tangent(skewed.tangents[1], {1, 0, 0, 1});
    check_tangent(skewed.tangents[3], {static_cast<float>(2 * s), static_cast<float>(s), 0, 1});
}

TEST_CASE("triangles without area in the picture take what neighbours have", "[tangents]") {
    surface of = square();
    of.add({2, 0, 0}, up, {1, 1}); // its triangle is a line in the picture
    of.triangles.insert(of.triangles.end(), {1, 4, 2});
    const made_tangents made = make_tangents(of);
    check_frames(of, made);
    CHECK(made.copied_from.empty());
    check_tangent(made.tangents[1], {1, 0, 0, 1});
    check_tangent(made.tangents[2], {1, 0, 0, 1});

    // It does not tie together what is mirrored: a sliver lies between both halves.
    surface halves = square();
    const std::uint32_t a = halves.add({1.1F, 0, 0}, up, {1, 1});
    const std::uint32_t b = halves.add({1.1F, 1, 0}, up, {1, 0});
    const std::uint32_t c = halves.add({2, 0, 0}, up, {0, 1});
    halves.triangles.insert(halves.triangles.end(), {1, a, b, 1, b, 2, a, c, b});
    const made_tangents both = make_tangents(halves);
    check_frames(halves, both);
    check_tangent(both.tangents[c], {-1, 0, 0, -1});
    check_tangent(both.tangents[0], {1, 0, 0, 1});
}

TEST_CASE("what says nothing still has a frame", "[tangents]") {
    surface of;
    for (int i = 0; i < 3; ++i) { // no area anywhere
        of.add({1, 2, 3}, {0, 3, 4}, {0.5F, 0.5F});
    }
    of.add({0, 0, 0}, {1, 0, 0}, {0, 0}); // in no triangle
    of.triangles = {0, 1, 2, 0, 0, 0};
    check_frames(of, make_tangents(of));
    CHECK(make_tangents(surface{}).tangents.empty());
}

TEST_CASE("triangles that meet at a vertex alone have tangents of their own", "[tangents]") {
    surface bow;
    bow.add({0, 0, 0}, up, {0, 0});
    bow.add({1, 0, 0}, up, {1, 0});
    bow.add({1, 1, 0}, up, {1, -1});
    bow.add({-1, 0, 0}, up, {0, 1});
    bow.add({-1, -1, 0}, up, {1, 1});
    bow.triangles = {0, 1, 2, 0, 3, 4};
    const made_tangents made = make_tangents(bow);
    check_frames(bow, made);
    CHECK(made.copied_from == std::vector<std::uint32_t>{0});
    check_tangent(made.tangents[0], {1, 0, 0, 1});
    check_tangent(made.tangents[5], {0, -1, 0, 1});
}

TEST_CASE("any surface has frames, and always the same", "[tangents]") {
    std::mt19937 random(11);
    const auto number = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    for (int round = 0; round < 60; ++round) {
        surface of;
        const std::uint32_t count = 3 + static_cast<std::uint32_t>(random() % 30);
        for (std::uint32_t v = 0; v < count; ++v) {
            // Few different places: many vertices are the same, or neighbours of the same.
            const auto pick = [&] { return static_cast<float>(random() % 3); };
            const vec3<float> n = {number(), number(), number() + 1.5F};
            of.add({pick(), pick(), 0}, round % 2 == 0 ? up : n, {pick(), pick()});
        }
        for (int t = 0; t < 60; ++t) {
            of.triangles.push_back(static_cast<std::uint32_t>(random() % count));
        }
        const made_tangents made = make_tangents(of);
        check_frames(of, made);
        // Corners of one triangle that is seen in the picture agree on the side.
        for (std::size_t c = 0; c < made.triangles.size(); c += 3) {
            const auto uv = [&](std::size_t i, std::size_t axis) {
                return of.texcoords[of.triangles[c + i]][axis] -
                       of.texcoords[of.triangles[c]][axis];
            };
            const float area = uv(1, 0) * uv(2, 1) - uv(1, 1) * uv(2, 0);
            const auto at = [&](std::size_t i) {
                return cast<double>(of.positions[of.triangles[c + i]]);
            };
            if (std::abs(area) > 0.01F && length(cross(at(1) - at(0), at(2) - at(0))) > 0.01) {
                for (std::size_t i = 0; i < 3; ++i) {
                    CHECK(made.tangents[made.triangles[c + i]][3] == (area < 0 ? 1 : -1));
                }
            }
        }
        CHECK(make_tangents(of).tangents == made.tangents);
    }
}
