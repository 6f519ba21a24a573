#include <jounce/modules/tissue/reduce_mass.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <map>

namespace jounce::tissue {

std::vector<double> node_volumes_of(const tet_mesh& mesh) {
    std::vector<double> out(mesh.nodes.size(), 0);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        const double share = shape_of(mesh, t).volume * mesh.fill[t] / 4;
        for (const std::uint32_t node : mesh.tets[t]) {
            out[node] += share;
        }
    }
    return out;
}

std::vector<double> reduce_mass(const node_weights& weights, std::span<const double> node_mass) {
    std::vector<double> out(weights.handle_count * weights.handle_count, 0);
    for (std::size_t n = 0; n < node_mass.size(); ++n) {
        for (const node_handle& a : weights.of(n)) {
            for (const node_handle& b : weights.of(n)) {
                out[a.handle * weights.handle_count + b.handle] +=
                    node_mass[n] * a.weight * b.weight;
            }
        }
    }
    return out;
}

std::vector<drive_term> drive_terms(const tet_mesh& mesh, const node_weights& weights,
                                    std::span<const double> node_mass,
                                    const weights::weight_table& joints) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<double, 4>> sums;
    for (std::size_t n = 0; n < node_mass.size(); ++n) {
        const vec3<double>& at = mesh.nodes[n];
        for (const node_handle& one : weights.of(n)) {
            for (const weights::bone_weight& joint : joints.of(n)) {
                std::array<double, 4>& sum =
                    sums[{one.handle, static_cast<std::uint32_t>(joint.bone)}];
                const double share = node_mass[n] * one.weight * joint.weight;
                sum[0] += share * at.x;
                sum[1] += share * at.y;
                sum[2] += share * at.z;
                sum[3] += share;
            }
        }
    }
    std::vector<drive_term> out;
    for (const auto& [pair, moment] : sums) {
        out.push_back({pair.first, pair.second, moment});
    }
    return out;
}

result<flesh_modes> find_modes(std::span<const double> stiffness, std::span<const double> mass,
                               std::size_t count) {
    const auto handles = static_cast<Eigen::Index>(std::lround(std::sqrt(mass.size())));
    Eigen::MatrixXd k(3 * handles, 3 * handles);
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3 * handles, 3 * handles);
    for (Eigen::Index i = 0; i < 3 * handles; ++i) {
        for (Eigen::Index j = 0; j < 3 * handles; ++j) {
            k(i, j) = stiffness[static_cast<std::size_t>(i * 3 * handles + j)];
            m(i, j) = i % 3 == j % 3 ? mass[static_cast<std::size_t>(i / 3 * handles + j / 3)] : 0;
        }
    }
    k = (0.5 * (k + k.transpose())).eval();
    const Eigen::LLT<Eigen::MatrixXd> check(m);
    if (check.info() != Eigen::Success) {
        return error{errors::singular,
                     "a handle moves no mass of its own; ask for fewer handles or "
                     "smaller cells"};
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> found(k, m);
    if (found.info() != Eigen::Success) {
        return error{errors::singular, "the modes of the flesh could not be found"};
    }
    flesh_modes out;
    const auto kept = std::min<Eigen::Index>(static_cast<Eigen::Index>(count), 3 * handles);
    for (Eigen::Index mode = 0; mode < kept; ++mode) {
        Eigen::VectorXd shape = found.eigenvectors().col(mode);
        Eigen::Index largest = 0;
        for (Eigen::Index i = 1; i < shape.size(); ++i) {
            largest = std::abs(shape[i]) > 1.0001 * std::abs(shape[largest]) ? i : largest;
        }
        shape *= shape[largest] < 0 ? -1 : 1;
        out.shapes.insert(out.shapes.end(), shape.data(), shape.data() + shape.size());
        out.rates.push_back(std::sqrt(std::max(0.0, found.eigenvalues()[mode])));
    }
    return out;
}

} // namespace jounce::tissue
