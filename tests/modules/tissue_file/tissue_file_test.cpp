#include "modules/tissue/made_skin.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/tissue_arrays.hpp>
#include <jounce/modules/tissue_bake/write_tissue.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

using namespace jounce;
using namespace jounce::tissue;
using namespace jounce::test;

namespace {

const tissue_bake& baked() {
    static const result<tissue_bake> made = made_limb().bake(quick_bake());
    REQUIRE(made);
    return *made;
}

std::string bytes_of(const baked_tissue& tissue) {
    const auto made = tissue_bytes(tissue, baked().figures);
    REQUIRE(made);
    return *made;
}

result<baked_tissue> parse(const std::string& bytes) {
    return parse_tissue(std::as_bytes(std::span(bytes)), "some.tissue.glb");
}

/// The same text with one word changed, of the same length so that the container stays whole.
std::string refused(const std::string& from, const std::string& to) {
    std::string bytes = bytes_of(baked().tissue);
    REQUIRE(from.size() == to.size());
    const std::size_t at = bytes.find(from);
    REQUIRE(at != std::string::npos);
    bytes.replace(at, from.size(), to);
    const auto read = parse(bytes);
    REQUIRE(!read);
    CHECK(read.error().message.find("some.tissue.glb") != std::string::npos);
    return read.error().name;
}

} // namespace

TEST_CASE("what is written is what is read, to the last bit", "[tissue]") {
    tissue_figures figures;
    const std::string bytes = bytes_of(baked().tissue);
    const auto read = parse_tissue(std::as_bytes(std::span(bytes)), "some.tissue.glb", &figures);
    REQUIRE(read);
    const auto wanted = arrays_of(baked().tissue), found = arrays_of(*read);
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        INFO(wanted[i].name);
        CHECK(found[i].indices == wanted[i].indices);
        CHECK(found[i].numbers == wanted[i].numbers);
    }
    CHECK(read->mesh_hash == baked().tissue.mesh_hash);
    CHECK(read->joint_count == 2);
    CHECK(read->material.young == baked().tissue.material.young);
    CHECK(figures.tets == baked().figures.tets);
    CHECK(figures.stiffness_error == baked().figures.stiffness_error);
}

TEST_CASE("a kept lattice is written and read, and files without one are as before", "[tissue]") {
    tissue_options options = quick_bake();
    options.keep_lattice = true;
    const auto kept = made_limb().bake(options);
    REQUIRE(kept);
    const baked_tissue& with = kept->tissue;
    REQUIRE(!with.lattice.empty());
    const auto read = parse(bytes_of(with));
    REQUIRE(read);
    const auto wanted = arrays_of(with), found = arrays_of(*read);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        INFO(wanted[i].name);
        CHECK(found[i].indices == wanted[i].indices);
        CHECK(found[i].numbers == wanted[i].numbers);
    }
    // Every edge is a side of a cube, and no node is there twice or for nothing.
    std::vector<int> used(with.lattice.size(), 0);
    for (const lattice_edge& edge : with.lattice_edges) {
        ++used[edge.from];
        ++used[edge.to];
        const vec3<double> way = with.lattice[edge.to] - with.lattice[edge.from];
        CHECK(std::abs(length(way) - kept->figures.cell) < 1e-6);
        CHECK(std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)}) > length(way) - 1e-6);
    }
    CHECK(*std::min_element(used.begin(), used.end()) >= 3);
    CHECK(*std::max_element(used.begin(), used.end()) <= 6);
    // All else is what it is without it.
    CHECK(bytes_of(baked().tissue).find("lattice") == std::string::npos);
    baked_tissue without = with;
    without.lattice.clear();
    without.lattice_first.clear();
    without.lattice_weights.clear();
    without.lattice_joint_first.clear();
    without.lattice_joints.clear();
    without.lattice_edges.clear();
    CHECK(bytes_of(without) == bytes_of(baked().tissue));
}

TEST_CASE("a lattice that does not fit together is refused", "[tissue]") {
    tissue_options options = quick_bake();
    options.keep_lattice = true;
    const auto kept = made_limb().bake(options);
    REQUIRE(kept);
    const auto name = [&](const auto& damage) {
        baked_tissue broken = kept->tissue;
        damage(broken);
        const auto wrong = check_tissue(broken);
        return wrong ? std::string(wrong->name) : std::string("nothing is wrong");
    };
    using lattice = baked_tissue;
    CHECK(name([](lattice&) {}) == "nothing is wrong");
    CHECK(name([](lattice& t) { t.lattice_edges.back().to = 1U << 30U; }) == errors::bad_index);
    CHECK(name([](lattice& t) { t.lattice_weights.back().handle = 12; }) == errors::bad_index);
    CHECK(name([](lattice& t) { t.lattice_joints.back().joint = 2; }) == errors::bad_index);
    CHECK(name([](lattice& t) { t.lattice_first.pop_back(); }) == errors::bad_count);
    CHECK(name([](lattice& t) { t.lattice_joint_first[1] = 1U << 30U; }) == errors::bad_order);
    CHECK(name([](lattice& t) { t.lattice.clear(); }) == errors::bad_count);
    CHECK(name([](lattice& t) { t.lattice[0].x = std::numeric_limits<double>::quiet_NaN(); }) ==
          errors::not_finite);
}

TEST_CASE("tissue of another mesh is refused", "[tissue]") {
    made_skin other = made_limb();
    CHECK(check_mesh(baked().tissue, hash_of(other.mesh())));
    other.positions[5].x += 1e-4;
    const auto moved = check_mesh(baked().tissue, hash_of(other.mesh()));
    REQUIRE(!moved);
    CHECK(moved.error().name == errors::other_mesh);
    other = made_limb();
    std::swap(other.triangles[0], other.triangles[1]);
    CHECK(!check_mesh(baked().tissue, hash_of(other.mesh())));
    other = made_limb();
    other.joints.entries[4].weight += 0.01;
    CHECK(!check_mesh(baked().tissue, hash_of(other.mesh())));
}

TEST_CASE("damaged files of tissue are refused by name", "[tissue]") {
    CHECK(refused("\"version\":1,", "\"version\":9,") == errors::unsupported_version);
    CHECK(refused("jounce_tissue", "jounce_fisher") == errors::bad_container);
    CHECK(refused("\"vertex_handle\"", "\"vertex_hundle\"") == errors::missing_member);
    CHECK(refused("\"type\":\"f32\"", "\"type\":\"f64\"") == errors::wrong_type);
    CHECK(refused("\"width\":3", "\"width\":2") == errors::wrong_type);
    CHECK(refused("\"joint_count\":2", "\"joint_count\":1") == errors::bad_index);
    CHECK(refused("\"poisson\":0.45", "\"poisson\":0.55") == errors::bad_option);
    CHECK(refused("glTF", "glTX") == errors::bad_container);
    CHECK(!read_tissue("no/such.tissue.glb"));

    baked_tissue bad = baked().tissue;
    bad.mass[3] = std::numeric_limits<double>::infinity();
    CHECK(!tissue_bytes(bad, baked().figures));
    bad = baked().tissue;
    bad.cubature_weights[0].handle = 500;
    CHECK(tissue_bytes(bad, baked().figures).error().name == errors::bad_index);
    bad = baked().tissue;
    bad.vertex_first[4] = 100'000;
    CHECK(tissue_bytes(bad, baked().figures).error().name == errors::bad_order);
    bad = baked().tissue;
    bad.full_stiffness[1] += 1e6;
    CHECK(tissue_bytes(bad, baked().figures).error().name == errors::bad_number);
    bad = baked().tissue;
    bad.handle_bounds.pop_back();
    CHECK(tissue_bytes(bad, baked().figures).error().name == errors::bad_count);
}

TEST_CASE("any change of a file's bytes is refused with a reason, or still fits together",
          "[tissue]") {
    const std::string good = bytes_of(baked().tissue);
    for (std::size_t length = 0; length < good.size(); length += 1 + length / 40) {
        const auto cut = parse(good.substr(0, length));
        REQUIRE(!cut);
        CHECK(!cut.error().name.empty());
    }
    std::uint64_t state = 7;
    const auto dice = [&](std::uint64_t most) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return (state >> 33U) % most;
    };
    std::size_t refusals = 0;
    for (int round = 0; round < 300; ++round) {
        std::string bytes = good;
        for (std::uint64_t changes = 1 + dice(4); changes > 0; --changes) {
            // Mostly in the text at the beginning, where lengths and places are.
            const std::uint64_t reach = dice(3) == 0 ? bytes.size() : 6000;
            bytes[dice(reach)] = static_cast<char>(dice(256));
        }
        const auto read = parse(bytes);
        if (!read) {
            ++refusals;
            CHECK(!read.error().name.empty());
        } else {
            CHECK(!check_tissue(*read));
        }
    }
    CHECK(refusals > 100);
}
