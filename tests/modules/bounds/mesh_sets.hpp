#pragma once

// Mesh animations of the data sets, with bones fitted to them well enough to have something to bound.

#include "modules/bounds/bounded_skins.hpp"

#include <Eigen/Dense>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace jounce::test {

struct mesh_set {
    std::vector<vec3<float>> rest;
    std::vector<std::uint32_t> triangles;
    std::vector<std::vector<vec3<float>>> frames;
};

/// Nothing where the data is not there.
inline std::optional<mesh_set> read_mesh_set(const std::string& name) {
    const char* folder = std::getenv("JOUNCE_DATA_DIR");
    if (folder == nullptr) {
        return std::nullopt;
    }
    std::ifstream file(std::filesystem::path(folder) / "sma" / (name + ".sma"), std::ios::binary);
    std::array<char, 8> magic{};
    std::array<std::uint32_t, 4> counts{};
    const auto read = [&](auto& to, std::size_t count) {
        to.resize(count);
        file.read(reinterpret_cast<char*>(to.data()),
                  static_cast<std::streamsize>(count * sizeof(to[0])));
    };
    file.read(magic.data(), magic.size());
    file.read(reinterpret_cast<char*>(counts.data()), sizeof counts);
    if (!file || std::string(magic.data(), 8) != "JSMA0001" || counts[0] > 1000000 ||
        counts[1] > 1000000 || counts[2] > 10000) {
        return std::nullopt;
    }
    mesh_set out;
    read(out.rest, counts[0]);
    read(out.triangles, std::size_t{3} * counts[1]);
    out.frames.resize(counts[2]);
    for (std::vector<vec3<float>>& frame : out.frames) {
        read(frame, counts[0]);
    }
    return file ? std::optional(std::move(out)) : std::nullopt;
}

/// Places far from each other, for a bone each.
inline std::vector<std::size_t> far_points(const std::vector<vec3<float>>& among,
                                           std::size_t count) {
    std::vector<std::size_t> out = {0};
    std::vector<float> distance(among.size(), 1e30F);
    while (out.size() < count) {
        for (std::size_t v = 0; v < among.size(); ++v) {
            distance[v] = std::min(distance[v], length(among[v] - among[out.back()]));
        }
        out.push_back(static_cast<std::size_t>(std::max_element(distance.begin(), distance.end()) -
                                               distance.begin()));
    }
    return out;
}

/// Weights of four bones by distance.
inline bounds::skin_surface weighted(const mesh_set& set, std::size_t bones) {
    bounds::skin_surface out;
    out.triangles = set.triangles;
    out.vertices.positions = set.rest;
    out.vertices.first_influence.push_back(0);
    const std::vector<std::size_t> seeds = far_points(set.rest, bones);
    for (const vec3<float>& p : set.rest) {
        std::vector<std::pair<float, std::uint16_t>> near;
        for (std::size_t b = 0; b < bones; ++b) {
            near.push_back({length(p - set.rest[seeds[b]]), static_cast<std::uint16_t>(b)});
        }
        std::partial_sort(near.begin(), near.begin() + 5, near.end());
        // Fades to nothing at the fifth.
        float sum = 0;
        std::array<float, 4> weight{};
        for (std::size_t i = 0; i < 4; ++i) {
            const float share = 1 - near[i].first / near[4].first;
            weight[i] = share * share * share;
            sum += weight[i];
        }
        for (std::size_t i = 0; i < 4; ++i) {
            out.vertices.influences.push_back({near[i].second, sum > 0 ? weight[i] / sum : 0.25F});
        }
        out.vertices.first_influence.push_back(
            static_cast<std::uint32_t>(out.vertices.influences.size()));
    }
    return out;
}

/// Affine bones of every frame by least squares: rows `weight [p, 1]`.
inline std::vector<palette> fitted_bones(const mesh_set& set, const bounds::skin_surface& surface,
                                         std::size_t bones) {
    const auto size = static_cast<Eigen::Index>(4 * bones);
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(size, size);
    const auto row_of = [&](std::size_t v) {
        std::array<std::pair<Eigen::Index, Eigen::Vector4d>, 4> out;
        const vec3<double> p = cast<double>(set.rest[v]);
        for (std::size_t i = 0; i < 4; ++i) {
            const influence& one = surface.vertices.influences[4 * v + i];
            out[i] = {4 * one.joint,
                      static_cast<double>(one.weight) * Eigen::Vector4d(p.x, p.y, p.z, 1)};
        }
        return out;
    };
    for (std::size_t v = 0; v < set.rest.size(); ++v) {
        const auto row = row_of(v);
        for (const auto& [at, a] : row) {
            for (const auto& [to, b] : row) {
                gram.block<4, 4>(at, to) += a * b.transpose();
            }
        }
    }
    gram.diagonal().array() += 1e-6 * gram.diagonal().mean();
    const Eigen::LDLT<Eigen::MatrixXd> solver(gram);
    std::vector<palette> out;
    for (const std::vector<vec3<float>>& frame : set.frames) {
        Eigen::MatrixXd right = Eigen::MatrixXd::Zero(size, 3);
        for (std::size_t v = 0; v < frame.size(); ++v) {
            const vec3<double> p = cast<double>(frame[v]);
            for (const auto& [at, a] : row_of(v)) {
                right.block<4, 3>(at, 0) += a * Eigen::RowVector3d(p.x, p.y, p.z);
            }
        }
        const Eigen::MatrixXd solved = solver.solve(right);
        palette rows;
        rows.mode = palette_mode::matrix;
        rows.joint_count = static_cast<std::int32_t>(bones);
        rows.rows.resize(static_cast<std::size_t>(lane_count * rows.lane_stride()));
        for (std::size_t b = 0; b < bones; ++b) {
            for (std::size_t r = 0; r < 3; ++r) {
                for (std::size_t c = 0; c < 4; ++c) {
                    rows.rows[3 * b + r].v[c] = static_cast<float>(
                        solved(static_cast<Eigen::Index>(4 * b + c), static_cast<Eigen::Index>(r)));
                }
            }
        }
        out.push_back(std::move(rows));
    }
    return out;
}

} // namespace jounce::test
