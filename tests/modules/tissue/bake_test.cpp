// Whole bakes: what is refused and why, and what does not change the result.

#include "made_skin.hpp"

#include <jounce/modules/tissue/presets.hpp>
#include <jounce/modules/tissue/tissue_arrays.hpp>

#include <catch2/catch_test_macros.hpp>
#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <limits>
#include <string>

using namespace jounce;
using namespace jounce::tissue;
using namespace jounce::test;

namespace {

std::string refused(const made_skin& skin, const tissue_options& options = quick_bake()) {
    const auto baked = skin.bake(options);
    if (!baked) {
        CHECK(!baked.error().message.empty());
    }
    return baked ? "" : baked.error().name;
}

bool same_bits(const baked_tissue& a, const baked_tissue& b) {
    const auto left = arrays_of(a), right = arrays_of(b);
    return a.mesh_hash == b.mesh_hash &&
           std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const tissue_array& x, const tissue_array& y) {
                          return x.indices == y.indices && x.numbers == y.numbers;
                      });
}

bool warns(const tissue_bake& of, const std::string& words) {
    return std::any_of(of.warnings.begin(), of.warnings.end(), [&](const std::string& one) {
        return one.find(words) != std::string::npos;
    });
}

} // namespace

TEST_CASE("a bake is whole, and fits together", "[tissue]") {
    const made_skin limb = made_limb();
    const auto baked = limb.bake(quick_bake());
    REQUIRE(baked);
    CHECK(baked->warnings.empty());
    CHECK(!check_tissue(baked->tissue));
    CHECK(baked->tissue.handles.size() == 12);
    CHECK(baked->tissue.mode_rates.size() == 24);
    CHECK(baked->tissue.joint_count == 2);
    CHECK(baked->figures.affine_error < 1e-10);
    CHECK(baked->figures.unity_error < 1e-10);
    CHECK(baked->figures.negative_points == 0);
    // The drive's last number is mass: summed over joints it is what a handle moves if nothing else does.
    for (std::uint32_t h = 0; h < 12; ++h) {
        double driven = 0;
        for (const drive_term& one : baked->tissue.drive) {
            driven += one.handle == h ? one.moment[3] : 0;
        }
        CHECK(driven > 0);
        CHECK(driven < baked->figures.mass);
    }
}

TEST_CASE("bakes have the same bits for any number of workers", "[tissue]") {
    const made_skin limb = made_limb();
    const auto alone = limb.bake(quick_bake());
    REQUIRE(alone);
    for (const std::size_t count : {1U, 2U, 5U}) {
        tf::Executor workers(count);
        tissue_options options = quick_bake();
        options.work.workers = &workers;
        const auto shared = limb.bake(options);
        REQUIRE(shared);
        CHECK(same_bits(alone->tissue, shared->tissue));
    }
}

TEST_CASE("a bake can be cancelled at every step", "[tissue]") {
    const made_skin limb = made_limb();
    int calls = 0;
    tissue_options options = quick_bake();
    options.work.progress = [&](std::string_view, double) { return ++calls > 0; };
    REQUIRE(limb.bake(options));
    const int all = calls;
    for (int stop = 0; stop < all; stop += std::max(1, all / 12)) {
        int left = stop;
        options.work.progress = [&](std::string_view, double) { return left-- > 0; };
        CHECK(refused(limb, options) == errors::cancelled);
    }
}

TEST_CASE("skins without an inside are refused by name", "[tissue]") {
    made_skin open = made_limb();
    open.triangles.resize(open.triangles.size() - 6);
    CHECK(refused(open) == errors::open_mesh);
    tissue_options closing = quick_bake();
    closing.close_holes = true;
    const auto closed = open.bake(closing);
    REQUIRE(closed);
    CHECK(warns(*closed, "capped"));

    made_skin flat = made_limb();
    for (vec3<double>& at : flat.positions) {
        at.z = 0; // both sides are welded into one
    }
    CHECK((refused(flat) == errors::open_mesh || refused(flat) == errors::no_volume));
    for (vec3<double>& at : flat.positions) {
        at.y = 0;
    }
    CHECK(refused(flat) == errors::no_volume);

    made_skin torn = made_limb();
    torn.positions[3].y = std::numeric_limits<double>::quiet_NaN();
    CHECK(refused(torn) == errors::not_finite);
    made_skin beyond = made_limb();
    beyond.triangles[5] = 100'000;
    CHECK(refused(beyond) == errors::bad_index);
    made_skin none = made_limb();
    none.triangles.clear();
    CHECK(refused(none) == errors::no_triangles);
    made_skin nothing;
    CHECK(refused(nothing) == errors::no_vertices);
}

TEST_CASE("skins that face inwards or cross themselves are baked", "[tissue]") {
    made_skin turned = made_limb();
    for (std::size_t t = 0; t < turned.triangles.size(); t += 3) {
        std::swap(turned.triangles[t], turned.triangles[t + 1]);
    }
    const auto inwards = turned.bake(quick_bake());
    const auto outwards = made_limb().bake(quick_bake());
    REQUIRE(inwards);
    REQUIRE(outwards);
    CHECK(inwards->tissue.mass == outwards->tissue.mass);
    CHECK(inwards->tissue.full_stiffness == outwards->tissue.full_stiffness);
    CHECK(inwards->tissue.mesh_hash != outwards->tissue.mesh_hash);

    made_skin crossing = made_limb();
    add_ellipsoid(crossing, {0.02, 0.07, 0.01}, {0.09, 0.06, 0.05});
    const auto both = crossing.bake(quick_bake());
    REQUIRE(both);
    CHECK(warns(*both, "crosses itself"));
}

TEST_CASE("weights and bones that cannot hold flesh are refused by name", "[tissue]") {
    made_skin bare = made_limb();
    bare.joints = {};
    CHECK(refused(bare) == errors::no_weights);
    made_skin part = made_limb();
    part.joints = {};
    for (std::size_t v = 0; v < part.positions.size(); ++v) {
        part.joints.add(v == 7 ? std::vector<weights::bone_weight>{}
                               : std::vector<weights::bone_weight>{{0, 1}});
    }
    CHECK(refused(part) == errors::no_weights);
    made_skin away = made_limb();
    for (weights::bone_segment& bone : away.bones) {
        bone.head.y += 1;
        bone.tail.y += 1;
    }
    CHECK(refused(away) == errors::bones_outside);
    away.bones.clear();
    CHECK(refused(away) == errors::no_bones);
    made_skin half = made_limb();
    half.bones[1].head.y += 1;
    half.bones[1].tail.y += 1;
    const auto baked = half.bake(quick_bake());
    REQUIRE(baked);
    CHECK(warns(*baked, "1 of 2 bones lie outside"));
}

TEST_CASE("options out of range are refused by name", "[tissue]") {
    const made_skin limb = made_limb();
    const auto with = [&](const auto& change) {
        tissue_options options = quick_bake();
        change(options);
        return refused(limb, options);
    };
    CHECK(with([](tissue_options& o) { o.handles = 3; }) == errors::bad_option);
    CHECK(with([](tissue_options& o) { o.handles = 1001; }) == errors::bad_option);
    CHECK(with([](tissue_options& o) { o.material.poisson = 0.5; }) == errors::bad_option);
    CHECK(with([](tissue_options& o) { o.material.young = -1; }) == errors::bad_option);
    CHECK(with([](tissue_options& o) { o.cell = 1e-4; }) == errors::too_large);
    CHECK(with([](tissue_options& o) { o.bone_radius = 5; }) == errors::no_handles);
    CHECK(with([](tissue_options& o) { o.joint_factors = {{9, 2}}; }) == errors::bad_option);
    const std::vector<double> few(3, 1), dark(limb.positions.size(), 0);
    CHECK(with([&](tissue_options& o) { o.density = few; }) == errors::bad_count);
    CHECK(with([&](tissue_options& o) { o.density = dark; }) == errors::no_handles);
    tet_mesh bad;
    bad.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    bad.tets = {{0, 1, 2, 3}};
    bad.fill = {1};
    CHECK(with([&](tissue_options& o) { o.tets = &bad; }) == errors::bad_mesh);
}

TEST_CASE("the unit of a mesh does not matter", "[tissue]") {
    made_skin small = made_limb();
    const auto metres = small.bake(quick_bake());
    for (vec3<double>& at : small.positions) {
        at = {100 * at.x, 100 * at.y, 100 * at.z};
    }
    for (weights::bone_segment& bone : small.bones) {
        bone.head.x *= 100;
        bone.tail.x *= 100;
    }
    tissue_options options = quick_bake();
    options.metres_per_unit = 0.01;
    const auto centimetres = small.bake(options);
    REQUIRE(metres);
    REQUIRE(centimetres);
    CHECK(std::abs(metres->figures.mass - centimetres->figures.mass) < 1e-6);
    CHECK(std::abs(metres->figures.lowest_hertz - centimetres->figures.lowest_hertz) < 1e-3);
}

TEST_CASE("regions and paint change stiffness and density", "[tissue]") {
    const made_skin limb = made_limb();
    const auto plain = limb.bake(quick_bake());
    REQUIRE(plain);
    tissue_options options = quick_bake();
    options.joint_factors = {{0, 4}, {1, 4}};
    const auto stiff = limb.bake(options);
    REQUIRE(stiff);
    CHECK(std::abs(stiff->figures.lowest_hertz / plain->figures.lowest_hertz - 2) < 1e-9);
    options.joint_factors.clear();
    const std::vector<double> painted(limb.positions.size(), 4);
    options.stiffness = painted;
    const auto coloured = limb.bake(options);
    REQUIRE(coloured);
    CHECK(std::abs(coloured->figures.lowest_hertz / plain->figures.lowest_hertz - 2) < 1e-9);

    options = quick_bake();
    std::vector<double> right;
    for (const vec3<double>& at : limb.positions) {
        right.push_back(at.x > 0 ? 1 : 0);
    }
    options.density = right;
    const auto dense = limb.bake(options);
    REQUIRE(dense);
    for (const vec3<double>& handle : dense->tissue.handles) {
        CHECK(handle.x > -0.06);
    }
    options = quick_bake();
    const std::vector<vec3<double>> places = {
        {-0.1, 0.1, 0}, {0.1, 0.1, 0}, {0, -0.1, 0}, {0, 0, 0.1}, {0, 0, -0.1}};
    options.handle_places = places;
    const auto given = limb.bake(options);
    REQUIRE(given);
    CHECK(given->tissue.handles.size() == 5);
}

TEST_CASE("a part without bones is held where it is", "[tissue]") {
    made_skin two = made_limb();
    add_ellipsoid(two, {1, 0, 0}, {0.01, 0.01, 0.01}, 6, 8);
    tissue_options options = quick_bake();
    options.density = {};
    const std::size_t own = made_limb().positions.size();
    std::vector<double> density(two.positions.size(), 0);
    std::fill(density.begin(), density.begin() + static_cast<std::ptrdiff_t>(own), 1);
    options.density = density;
    const auto baked = two.bake(options);
    REQUIRE(baked);
    CHECK(warns(*baked, "too small for handles"));
    for (std::size_t v = own; v < two.positions.size(); ++v) {
        CHECK(baked->tissue.vertex_first[v] == baked->tissue.vertex_first[v + 1]);
    }
}

TEST_CASE("presets bake to what they say", "[tissue]") {
    CHECK(tissue_presets().size() == 5);
    CHECK(!preset_of("bone"));
    double last = 0;
    for (const char* name : {"jelly", "cheek", "fat", "muscle", "rubber"}) {
        tissue_options options = quick_bake();
        options.material = *preset_of(name);
        const auto baked = made_limb().bake(options);
        REQUIRE(baked);
        CHECK(baked->figures.lowest_hertz > last);
        last = baked->figures.lowest_hertz;
    }
}
