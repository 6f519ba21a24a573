// The animal of the paper, if its file is there: 16843 triangles to 2100, as its figure shows.

#include "shapes.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>

using namespace jounce;
using namespace simplify_test;

namespace {

struct animation {
    shape mesh;                ///< without poses
    std::vector<point> frames; ///< [frame][vertex]
    std::size_t frame_count = 0;
};

std::optional<animation> read(const std::string& name) {
    const char* folder = std::getenv("JOUNCE_DATA_DIR");
    if (folder == nullptr) {
        return std::nullopt;
    }
    std::ifstream file(std::string(folder) + "/sma/" + name, std::ios::binary);
    char mark[8] = {};
    std::uint32_t counts[4] = {};
    file.read(mark, sizeof mark);
    file.read(reinterpret_cast<char*>(counts), sizeof counts);
    if (!file || std::memcmp(mark, "JSMA0001", 8) != 0 || counts[0] > 100000 ||
        counts[1] > 200000 || counts[2] > 1000) {
        return std::nullopt;
    }
    const auto points = [&](std::size_t count) {
        std::vector<float> numbers(3 * count);
        file.read(reinterpret_cast<char*>(numbers.data()),
                  static_cast<std::streamsize>(numbers.size() * sizeof(float)));
        std::vector<point> out(count);
        for (std::size_t i = 0; i < count; ++i) {
            out[i] =
                cast<double>(vec3<float>{numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]});
        }
        return out;
    };
    animation out;
    out.mesh.rest = points(counts[0]);
    out.mesh.triangles.resize(3 * std::size_t{counts[1]});
    file.read(reinterpret_cast<char*>(out.mesh.triangles.data()),
              static_cast<std::streamsize>(12 * std::size_t{counts[1]}));
    out.frame_count = counts[2];
    out.frames = points(std::size_t{counts[0]} * counts[2]);
    return file ? std::optional(std::move(out)) : std::nullopt;
}

point unit_normal(const point* at, const std::uint32_t* t) {
    const point n = cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]]);
    const double size = length(n);
    return size > 0 ? (1 / size) * n : n;
}

/// How much the angle between the triangles at a vertex changes over all frames: large where a joint bends.
std::vector<double> bending(const animation& of) {
    const shape& mesh = of.mesh;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> edges;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const std::uint32_t a = mesh.triangles[i];
        const std::uint32_t b = mesh.triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[{std::min(a, b), std::max(a, b)}].push_back(i / 3);
    }
    std::vector<double> out(mesh.rest.size(), 0.0);
    for (const auto& [edge, triangles] : edges) {
        if (triangles.size() != 2) {
            continue;
        }
        double low = 2;
        double high = -2;
        for (std::size_t f = 0; f < of.frame_count; ++f) {
            const point* at = of.frames.data() + f * mesh.rest.size();
            const double cosine = dot(unit_normal(at, mesh.triangles.data() + 3 * triangles[0]),
                                      unit_normal(at, mesh.triangles.data() + 3 * triangles[1]));
            low = std::min(low, cosine);
            high = std::max(high, cosine);
        }
        out[edge.first] = std::max(out[edge.first], high - low);
        out[edge.second] = std::max(out[edge.second], high - low);
    }
    return out;
}

} // namespace

TEST_CASE("the horse of the paper keeps its joints at an eighth of its triangles",
          "[simplify][data]") {
    auto horse = read("horse-gallop.sma");
    if (!horse) {
        SKIP("JOUNCE_DATA_DIR has no sma/horse-gallop.sma");
    }
    shape& mesh = horse->mesh;
    const std::size_t vertices = mesh.rest.size();
    for (const std::size_t f : simplify::spread_frames(horse->frame_count / 2, 12)) {
        const auto first = horse->frames.begin() + static_cast<std::ptrdiff_t>(f * vertices);
        mesh.poses.insert(mesh.poses.end(), first, first + static_cast<std::ptrdiff_t>(vertices));
    }
    const std::vector<std::size_t> targets = {2100};
    const auto by_poses = simplify::simplify(mesh.input(), targets);
    const auto by_rest = simplify::simplify(mesh.input(false), targets);
    REQUIRE(by_poses);
    REQUIRE(by_rest);
    const simplify::mesh_detail& level = by_poses->front();
    CHECK(level.triangles.size() / 3 <= 2101);
    WARN("horse, 2100 triangles: rms " << 100 * level.error << " % of the extent over all poses");
    CHECK(level.error < 0.002);

    // Joints: the tenth of the vertices where it bends most.
    const std::vector<double> bends = bending(*horse);
    std::vector<double> sorted = bends;
    std::sort(sorted.begin(), sorted.end());
    const double threshold = sorted[9 * sorted.size() / 10];
    const auto joints = [&](const simplify::mesh_detail& of) {
        return std::count_if(of.kept.begin(), of.kept.end(),
                             [&](std::uint32_t v) { return bends[v] > threshold; });
    };
    WARN("kept where it bends most: " << joints(level) << " with poses, "
                                      << joints(by_rest->front()) << " by the rest pose alone");
    CHECK(joints(level) > joints(by_rest->front()));

    // Against the normals of the kept vertices in the whole mesh, in every frame: few triangles look inwards.
    std::size_t flipped = 0;
    std::size_t all = 0;
    for (std::size_t f = 0; f < horse->frame_count; ++f) {
        const point* at = horse->frames.data() + f * vertices;
        std::vector<point> normals(vertices, {0, 0, 0});
        for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
            const std::uint32_t* t = mesh.triangles.data() + i;
            const point n = cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]]);
            for (std::size_t c = 0; c < 3; ++c) {
                normals[t[c]] = normals[t[c]] + n;
            }
        }
        for (std::size_t i = 0; i < level.triangles.size(); i += 3) {
            const std::uint32_t* t = level.triangles.data() + i;
            const point n = unit_normal(at, t);
            flipped +=
                dot(n, normals[t[0]]) < 0 && dot(n, normals[t[1]]) < 0 && dot(n, normals[t[2]]) < 0;
            ++all;
        }
    }
    WARN("flipped: " << flipped << " of " << all << " triangles of all frames");
    CHECK(static_cast<double>(flipped) < 0.002 * static_cast<double>(all));
}
