#include <jounce/modules/tissue/spread_weights.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/weights/triangle_tree.hpp>

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <map>

namespace jounce::tissue {
namespace {

using sparse = Eigen::SparseMatrix<double>;
/// Smaller shares are dropped: they cost a term for every handle.
constexpr double least_share = 1e-3;

/// What the skin has at the place nearest to a node.
struct skin_row {
    std::map<std::int32_t, double> joints;
    std::vector<double> painted;
};

skin_row row_at(const vec3<double>& node, const flesh_surface& skin,
                const weights::triangle_tree& tree, const tissue_mesh& given,
                std::span<const std::span<const double>> painted) {
    skin_row out;
    out.painted.assign(painted.size(), 0);
    const auto place = tree.nearest(node);
    if (!place) {
        return out;
    }
    for (std::size_t c = 0; c < 3; ++c) {
        const std::uint32_t vertex = skin.given_vertex[skin.skin.triangles[place->triangle][c]];
        double sum = 0;
        for (const weights::bone_weight& one : given.joints->of(vertex)) {
            sum += one.weight;
        }
        for (const weights::bone_weight& one : given.joints->of(vertex)) {
            out.joints[one.bone] += place->share[c] * one.weight / sum;
        }
        for (std::size_t p = 0; p < painted.size(); ++p) {
            out.painted[p] += place->share[c] * painted[p][vertex];
        }
    }
    return out;
}

/// The Laplacian of the hat functions, and which nodes are solved for.
struct laplacian {
    std::vector<int> place; ///< [node] among the unknowns, or -1
    sparse coupling;        ///< unknowns by nodes
    Eigen::SimplicialLLT<sparse> solver;
    bool is_sound = true;
};

void factor(const tet_mesh& mesh, const std::vector<std::uint8_t>& is_outer, laplacian& out) {
    out.place.assign(mesh.nodes.size(), -1);
    int unknowns = 0;
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
        out.place[n] = is_outer[n] != 0 ? -1 : unknowns++;
    }
    std::vector<Eigen::Triplet<double>> inner, outer;
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        const tet_shape shape = shape_of(mesh, t);
        for (std::size_t i = 0; i < 4; ++i) {
            const int row = out.place[mesh.tets[t][i]];
            for (std::size_t j = 0; j < 4 && row >= 0; ++j) {
                const std::uint32_t other = mesh.tets[t][j];
                const double entry = shape.volume * dot(shape.gradients[i], shape.gradients[j]);
                if (out.place[other] >= 0) {
                    inner.emplace_back(row, out.place[other], entry);
                } else {
                    outer.emplace_back(row, static_cast<int>(other), entry);
                }
            }
        }
    }
    sparse matrix(unknowns, unknowns);
    matrix.setFromTriplets(inner.begin(), inner.end());
    out.coupling.resize(unknowns, static_cast<int>(mesh.nodes.size()));
    out.coupling.setFromTriplets(outer.begin(), outer.end());
    if (unknowns > 0) {
        out.solver.compute(matrix);
        out.is_sound = out.solver.info() == Eigen::Success;
    }
}

} // namespace

result<spread_values> spread_to_nodes(const tet_mesh& mesh, const std::vector<tet_facet>& facets,
                                      const flesh_surface& skin, const tissue_mesh& given,
                                      std::span<const std::span<const double>> painted,
                                      const work::work_options& work, const work::work_step& step) {
    const std::size_t count = mesh.nodes.size();
    const weights::triangle_tree tree(skin.skin.positions, skin.skin.triangles);
    std::vector<std::uint8_t> is_outer = find_outer_nodes(mesh, facets);
    // A node of no tetrahedron has no neighbours to be smooth with.
    std::vector<std::uint8_t> is_used(count, 0);
    for (const tetrahedron& t : mesh.tets) {
        for (const std::uint32_t node : t) {
            is_used[node] = 1;
        }
    }
    for (std::size_t n = 0; n < count; ++n) {
        is_outer[n] = is_used[n] == 0 ? 1 : is_outer[n];
    }
    std::vector<skin_row> rows(count);
    const error stopped = {errors::cancelled, "the bake was cancelled"};
    if (!work::share_work(work, step, count, 64, [&](std::size_t begin, std::size_t end) {
            for (std::size_t n = begin; n < end; ++n) {
                if (is_outer[n] != 0) {
                    rows[n] = row_at(mesh.nodes[n], skin, tree, given, painted);
                }
            }
        })) {
        return stopped;
    }
    laplacian flow;
    factor(mesh, is_outer, flow);
    if (!flow.is_sound) {
        return error{errors::singular,
                     "weights cannot be carried into the flesh: tetrahedra have no volume"};
    }
    std::vector<std::int32_t> joints;
    for (const skin_row& row : rows) {
        for (const auto& [joint, weight] : row.joints) {
            joints.push_back(joint);
        }
    }
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    const std::size_t columns = joints.size() + painted.size();
    std::vector<std::vector<double>> solved(columns);
    if (!work::share_work(work, step, columns, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) {
                Eigen::VectorXd known = Eigen::VectorXd::Zero(static_cast<int>(count));
                for (std::size_t n = 0; n < count; ++n) {
                    if (is_outer[n] != 0) {
                        const auto found = c < joints.size() ? rows[n].joints.find(joints[c])
                                                             : rows[n].joints.end();
                        known[static_cast<int>(n)] =
                            c >= joints.size()              ? rows[n].painted[c - joints.size()]
                            : found == rows[n].joints.end() ? 0
                                                            : found->second;
                    }
                }
                Eigen::VectorXd inner;
                if (flow.coupling.rows() > 0) {
                    inner = flow.solver.solve(-(flow.coupling * known));
                }
                solved[c].resize(count);
                for (std::size_t n = 0; n < count; ++n) {
                    solved[c][n] =
                        flow.place[n] < 0 ? known[static_cast<int>(n)] : inner[flow.place[n]];
                }
            }
        })) {
        return stopped;
    }
    spread_values out;
    for (std::size_t n = 0; n < count; ++n) {
        std::vector<weights::bone_weight> row;
        double sum = 0;
        for (std::size_t c = 0; c < joints.size(); ++c) {
            if (solved[c][n] > least_share) {
                row.push_back({joints[c], solved[c][n]});
                sum += solved[c][n];
            }
        }
        for (weights::bone_weight& one : row) {
            one.weight /= sum;
        }
        out.joints.add(row);
    }
    for (std::size_t p = 0; p < painted.size(); ++p) {
        out.painted.push_back(std::move(solved[joints.size() + p]));
    }
    return out;
}

} // namespace jounce::tissue
