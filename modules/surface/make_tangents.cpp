#include <jounce/modules/surface/make_tangents.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/surface/face_tangent.hpp>
#include <jounce/modules/surface/tangent_groups.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace jounce {
namespace {

using direction = vec3<double>;

/// Of unit length, or nothing.
direction unit(const direction& v) {
    const double size = length(v);
    return size > 0 && std::isfinite(size) ? (1 / size) * v : direction{};
}

direction flattened(const direction& v, const direction& normal) {
    return v - dot(v, normal) * normal;
}

/// Any direction at right angles to the normal.
direction beside(const direction& normal) {
    const double x = std::abs(normal.x);
    const double y = std::abs(normal.y);
    const double z = std::abs(normal.z);
    const direction axis = x <= y && x <= z ? direction{1, 0, 0}
                           : y <= z         ? direction{0, 1, 0}
                                            : direction{0, 0, 1};
    return unit(flattened(axis, normal));
}

/// What the triangles of a group say together.
struct group_sum {
    direction along;
    float side = 0; ///< 0: none of them says anything
};

class tangent_maker {
public:
    explicit tangent_maker(const tangent_source& of)
        : of_(of), faces_(faces_of(of)), groups_(of, faces_) {}

    made_tangents make() {
        sum_groups();
        made_tangents out;
        out.triangles.assign(of_.triangles.begin(), of_.triangles.end());
        out.tangents.resize(of_.positions.size());
        std::vector<std::uint8_t> is_taken(of_.positions.size(), 0);
        // Tangents beside that of the vertex itself, few as a rule.
        std::map<std::pair<std::uint32_t, std::array<float, 4>>, std::uint32_t> copies;
        for (std::uint32_t corner = 0; corner < of_.triangles.size(); ++corner) {
            const std::uint32_t vertex = of_.triangles[corner];
            const std::array<float, 4> wanted = tangent_at(corner);
            if (is_taken[vertex] == 0) {
                is_taken[vertex] = 1;
                out.tangents[vertex] = wanted;
            } else if (out.tangents[vertex] != wanted) {
                const auto next = static_cast<std::uint32_t>(out.tangents.size());
                const auto [found, is_new] = copies.try_emplace({vertex, wanted}, next);
                if (is_new) {
                    out.tangents.push_back(wanted);
                    out.copied_from.push_back(vertex);
                }
                out.triangles[corner] = found->second;
            }
        }
        for (std::size_t v = 0; v < is_taken.size(); ++v) {
            if (is_taken[v] == 0) { // of no triangle
                out.tangents[v] = packed(beside(normal(static_cast<std::uint32_t>(v))), 1);
            }
        }
        return out;
    }

private:
    static std::vector<face_tangent> faces_of(const tangent_source& of) {
        JOUNCE_ASSERT(of.normals.size() == of.positions.size() &&
                          of.texcoords.size() == of.positions.size() &&
                          of.triangles.size() % 3 == 0,
                      "make_tangents: lists are not of one length");
        std::vector<face_tangent> out;
        out.reserve(of.triangles.size() / 3);
        for (std::size_t corner = 0; corner < of.triangles.size(); corner += 3) {
            out.push_back(tangent_of_face(of, of.triangles.data() + corner));
        }
        return out;
    }

    direction normal(std::uint32_t vertex) const {
        const direction out = unit(cast<double>(of_.normals[vertex]));
        return dot(out, out) > 0 ? out : direction{0, 0, 1};
    }

    void sum_groups() {
        sums_.resize(of_.triangles.size());
        spare_.resize(of_.positions.size());
        for (std::uint32_t corner = 0; corner < of_.triangles.size(); ++corner) {
            const face_tangent& face = faces_[corner / 3];
            if (!face.is_known) {
                continue;
            }
            const direction up = normal(of_.triangles[corner]);
            group_sum& sum = sums_[groups_.of(corner)];
            sum.along = sum.along + angle_at(corner, up) * unit(flattened(face.along, up));
            sum.side = sum.side == 0 ? face.side : sum.side;
        }
        for (std::uint32_t corner = 0; corner < of_.triangles.size(); ++corner) {
            group_sum& spare = spare_[groups_.place(of_.triangles[corner])];
            const group_sum& sum = sums_[groups_.of(corner)];
            spare = spare.side == 0 && dot(sum.along, sum.along) > 0 ? sum : spare;
        }
    }

    /// Between the edges of the triangle, as the normal sees them.
    double angle_at(std::uint32_t corner, const direction& up) const {
        const std::uint32_t first = corner / 3 * 3;
        const auto place = [&](std::uint32_t i) {
            return cast<double>(of_.positions[of_.triangles[first + (corner - first + i) % 3]]);
        };
        const direction one = flattened(place(1) - place(0), up);
        const direction other = flattened(place(2) - place(0), up);
        return std::atan2(length(cross(one, other)), dot(one, other));
    }

    std::array<float, 4> tangent_at(std::uint32_t corner) const {
        const std::uint32_t vertex = of_.triangles[corner];
        const group_sum& own = sums_[groups_.of(corner)];
        const direction up = normal(vertex);
        if (const direction along = unit(flattened(own.along, up)); dot(along, along) > 0) {
            return packed(along, own.side);
        }
        const group_sum& spare = spare_[groups_.place(vertex)];
        const direction along = unit(flattened(spare.along, up));
        const float side = own.side != 0 ? own.side : spare.side != 0 ? spare.side : 1.0F;
        return packed(dot(along, along) > 0 ? along : beside(up), side);
    }

    static std::array<float, 4> packed(const direction& along, float side) {
        return {static_cast<float>(along.x), static_cast<float>(along.y),
                static_cast<float>(along.z), side};
    }

    const tangent_source& of_;
    std::vector<face_tangent> faces_;
    tangent_groups groups_;
    std::vector<group_sum> sums_;  ///< [corner]; of groups, at the corner that names them
    std::vector<group_sum> spare_; ///< [place]; a group there that knows
};

} // namespace

made_tangents make_tangents(const tangent_source& of) { return tangent_maker(of).make(); }

std::vector<std::uint32_t> choose_copies(const tangent_source& level, const made_tangents& made) {
    const auto vertex_count = static_cast<std::uint32_t>(level.positions.size());
    std::vector<std::vector<std::uint32_t>> copies(made.copied_from.empty() ? 0 : vertex_count);
    constexpr std::size_t enough = 16; // of one vertex; only broken files have more
    for (std::size_t c = 0; c < made.copied_from.size(); ++c) {
        auto& of_vertex = copies[made.copied_from[c]];
        if (of_vertex.size() < enough) {
            of_vertex.push_back(vertex_count + static_cast<std::uint32_t>(c));
        }
    }
    std::vector<std::uint32_t> out(level.triangles.begin(), level.triangles.end());
    for (std::size_t corner = 0; corner < out.size() && !copies.empty(); ++corner) {
        const face_tangent face = tangent_of_face(level, level.triangles.data() + corner / 3 * 3);
        const auto fit = [&](std::uint32_t vertex) {
            const std::array<float, 4>& t = made.tangents[vertex];
            return dot(face.along, cast<double>(vec3<float>{t[0], t[1], t[2]})) +
                   (t[3] == face.side ? 4 : 0);
        };
        const std::uint32_t vertex = level.triangles[corner];
        for (const std::uint32_t copy : copies[vertex]) {
            out[corner] = face.is_known && fit(copy) > fit(out[corner]) ? copy : out[corner];
        }
    }
    return out;
}

} // namespace jounce
