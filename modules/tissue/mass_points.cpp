#include <jounce/modules/tissue/mass_points.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/farthest_points.hpp>
#include <jounce/modules/tissue/reduce_mass.hpp>
#include <jounce/modules/work/nnls.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace jounce::tissue {
namespace {

/// Products of what two nodes of mass one give: reduced mass, drive, moments. None of these is ever written out; they
/// are products of products.
using node_products = std::array<double, 3>;

class product_maker {
public:
    product_maker(const tet_mesh& mesh, const node_weights& weights,
                  const weights::weight_table& joints)
        : mesh_(mesh), weights_(weights), joints_(joints) {
        vec3<double> sum;
        for (const vec3<double>& at : mesh.nodes) {
            sum = sum + at;
        }
        middle_ = (1 / static_cast<double>(mesh.nodes.size())) * sum;
        double far = 0;
        for (const vec3<double>& at : mesh.nodes) {
            far = std::max(far, length(at - middle_));
        }
        // So that places count as much as the one beside them.
        scale_ = far > 0 ? 2 / far : 1;
    }

    node_products operator()(std::size_t a, std::size_t b) const {
        double handles = 0;
        const auto p = weights_.of(a), q = weights_.of(b);
        for (std::size_t i = 0, j = 0; i < p.size() && j < q.size();) {
            handles += p[i].handle == q[j].handle ? p[i].weight * q[j].weight : 0;
            const bool goes_on = p[i].handle <= q[j].handle;
            j += q[j].handle <= p[i].handle ? 1U : 0U;
            i += goes_on ? 1U : 0U;
        }
        double bones = 0;
        const auto r = joints_.of(a), s = joints_.of(b);
        for (std::size_t i = 0, j = 0; i < r.size() && j < s.size();) {
            bones += r[i].bone == s[j].bone ? r[i].weight * s[j].weight : 0;
            const bool goes_on = r[i].bone <= s[j].bone;
            j += s[j].bone <= r[i].bone ? 1U : 0U;
            i += goes_on ? 1U : 0U;
        }
        const double place =
            1 + scale_ * scale_ * dot(mesh_.nodes[a] - middle_, mesh_.nodes[b] - middle_);
        return {handles * handles, handles * bones * place, bones * bones * place * place};
    }

    /// Of all nodes with their masses: the squares of reduced mass, drive and moments themselves.
    node_products norms(std::span<const double> node_mass) const {
        node_products out = {};
        for (const double entry : reduce_mass(weights_, node_mass)) {
            out[0] += entry * entry;
        }
        tet_mesh moved;
        for (const vec3<double>& at : mesh_.nodes) {
            moved.nodes.push_back(scale_ * (at - middle_));
        }
        for (const drive_term& one : drive_terms(moved, weights_, node_mass, joints_)) {
            for (const double entry : one.moment) {
                out[1] += entry * entry;
            }
        }
        std::map<std::pair<std::int32_t, std::int32_t>, std::array<double, 16>> moments;
        for (std::size_t n = 0; n < node_mass.size(); ++n) {
            const std::array<double, 4> at = {moved.nodes[n].x, moved.nodes[n].y, moved.nodes[n].z,
                                              1};
            for (const weights::bone_weight& a : joints_.of(n)) {
                for (const weights::bone_weight& b : joints_.of(n)) {
                    std::array<double, 16>& sum = moments[{a.bone, b.bone}];
                    for (std::size_t i = 0; i < 16; ++i) {
                        sum[i] += node_mass[n] * a.weight * b.weight * at[i / 4] * at[i % 4];
                    }
                }
            }
        }
        for (const auto& [pair, moment] : moments) {
            for (const double entry : moment) {
                out[2] += entry * entry;
            }
        }
        return out;
    }

private:
    const tet_mesh& mesh_;
    const node_weights& weights_;
    const weights::weight_table& joints_;
    vec3<double> middle_;
    double scale_ = 1;
};

} // namespace

chosen_masses choose_mass_points(const tet_mesh& mesh, const node_weights& weights,
                                 std::span<const double> node_mass,
                                 const weights::weight_table& joints, std::size_t count) {
    std::vector<std::uint32_t> heavy;
    for (std::uint32_t n = 0; n < mesh.nodes.size(); ++n) {
        if (node_mass[n] > 0) {
            heavy.push_back(n);
        }
    }
    std::vector<std::uint32_t> nodes = farthest_points(mesh.nodes, heavy, count);
    std::sort(nodes.begin(), nodes.end());
    const product_maker products(mesh, weights, joints);
    const std::size_t size = nodes.size();
    // What the chosen nodes have in common with all, and all with all.
    std::vector<node_products> with_all(size);
    for (std::size_t i = 0; i < size; ++i) {
        for (const std::uint32_t n : heavy) {
            const node_products one = products(nodes[i], n);
            for (std::size_t k = 0; k < 3; ++k) {
                with_all[i][k] += node_mass[n] * one[k];
            }
        }
    }
    const node_products norm = products.norms(node_mass);
    std::vector<double> gram(size * size), right(size), solved(size);
    std::vector<node_products> pairs(size * size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            pairs[i * size + j] = pairs[j * size + i] = products(nodes[i], nodes[j]);
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                sum += norm[k] > 0 ? pairs[i * size + j][k] / norm[k] : 0;
            }
            gram[i * size + j] = gram[j * size + i] = sum;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            right[i] += norm[k] > 0 ? with_all[i][k] / norm[k] : 0;
        }
    }
    work::nnls_solver().solve(gram, right, solved);
    node_products off = norm;
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            off[k] -= 2 * solved[i] * with_all[i][k];
            for (std::size_t j = 0; j < size; ++j) {
                off[k] += solved[i] * solved[j] * pairs[i * size + j][k];
            }
        }
    }
    const auto share = [&](std::size_t k) {
        return norm[k] > 0 ? std::sqrt(std::max(0.0, off[k] / norm[k])) : 0;
    };
    chosen_masses out;
    out.mass_error = share(0);
    out.drive_error = share(1);
    out.moment_error = share(2);
    for (std::size_t i = 0; i < size; ++i) {
        if (solved[i] > 0) {
            out.nodes.push_back(nodes[i]);
            out.mass.push_back(solved[i]);
        }
    }
    return out;
}

} // namespace jounce::tissue
