#include <jounce/modules/tissue/cubature.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/facet_energy.hpp>
#include <jounce/modules/tissue/farthest_points.hpp>
#include <jounce/modules/work/nnls.hpp>

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>

namespace jounce::tissue {
namespace {

/// What a volume that is all wrong weighs beside a stiffness that is all wrong.
constexpr double volume_row = 0.3;
/// Points that a handle strains much, at least.
constexpr std::size_t least_points = 3;

/// The products of two samples' stiffness, entry by entry over the upper triangle.
double stiffness_product(const strain_sample& p, const strain_sample& q,
                         const flesh_constants& flesh) {
    std::vector<std::pair<const handle_weight*, const handle_weight*>> shared;
    for (std::size_t i = 0, j = 0; i < p.handles.size() && j < q.handles.size();) {
        const std::uint32_t a = p.handles[i].handle, b = q.handles[j].handle;
        if (a == b) {
            shared.emplace_back(&p.handles[i], &q.handles[j]);
        }
        i += a <= b ? 1U : 0U;
        j += b <= a ? 1U : 0U;
    }
    double sum = 0;
    for (std::size_t i = 0; i < shared.size(); ++i) {
        for (std::size_t j = i; j < shared.size(); ++j) {
            const auto left =
                stiffness_block(flesh, shared[i].first->gradient, shared[j].first->gradient);
            const auto right =
                stiffness_block(flesh, shared[i].second->gradient, shared[j].second->gradient);
            for (std::size_t e = 0; e < 9; ++e) {
                sum += i < j || e / 3 <= e % 3 ? left[e] * right[e] : 0;
            }
        }
    }
    return sum;
}

double target_product(const strain_sample& p, const flesh_constants& flesh,
                      std::span<const double> target, std::size_t size) {
    double sum = 0;
    for (std::size_t i = 0; i < p.handles.size(); ++i) {
        for (std::size_t j = i; j < p.handles.size(); ++j) {
            const auto block = stiffness_block(flesh, p.handles[i].gradient, p.handles[j].gradient);
            for (std::size_t e = 0; e < 9; ++e) {
                const std::size_t row = 3 * p.handles[i].handle + e / 3;
                const std::size_t column = 3 * p.handles[j].handle + e % 3;
                sum += i < j || e / 3 <= e % 3 ? block[e] * target[row * size + column] : 0;
            }
        }
    }
    return sum;
}

/// How much a sample of volume one resists a handle, summed over the axes.
double resistance(const flesh_constants& flesh, const handle_weight& of) {
    return (3 * flesh.mu + flesh.lambda) * dot(of.gradient, of.gradient);
}

/// Handles with less than a twentieth of the stiffness that they ought to have get half of it.
void stiffen_loose(std::span<const strain_sample> points, const flesh_constants& flesh,
                   std::span<const double> target, std::size_t handle_count,
                   std::vector<double>& volumes) {
    struct found {
        double sum = 0, most = 0;
        std::size_t steepest = 0;
    };
    std::vector<found> of(handle_count);
    for (std::size_t p = 0; p < points.size(); ++p) {
        for (const handle_weight& one : points[p].handles) {
            const double own = resistance(flesh, one);
            of[one.handle].sum += volumes[p] * own;
            if (own > of[one.handle].most) {
                of[one.handle].most = own;
                of[one.handle].steepest = p;
            }
        }
    }
    for (std::size_t h = 0; h < handle_count; ++h) {
        double wanted = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            wanted += target[(3 * h + axis) * (3 * handle_count + 1)];
        }
        if (of[h].most > 0 && of[h].sum < 0.05 * wanted) {
            volumes[of[h].steepest] += (0.5 * wanted - of[h].sum) / of[h].most;
        }
    }
}

} // namespace

std::vector<std::uint32_t>
choose_cubature(const tet_mesh& mesh, std::span<const std::uint32_t> among, std::size_t count) {
    std::vector<vec3<double>> centres(mesh.tets.size());
    vec3<double> middle;
    for (const std::uint32_t t : among) {
        centres[t] = centre_of(mesh, t);
        middle = middle + (1 / static_cast<double>(among.size())) * centres[t];
    }
    std::size_t first = 0; // of `among`
    for (std::size_t i = 1; i < among.size(); ++i) {
        first =
            length(centres[among[i]] - middle) < length(centres[among[first]] - middle) ? i : first;
    }
    return farthest_points(centres, among, count, {}, first);
}

void cover_handles(std::span<const strain_sample> all, std::size_t handle_count,
                   std::vector<std::uint32_t>& points) {
    const auto energy = [&](std::uint32_t tet, const handle_weight& one) {
        return all[tet].volume * dot(one.gradient, one.gradient);
    };
    std::vector<double> most(handle_count, 0);
    for (std::uint32_t t = 0; t < all.size(); ++t) {
        for (const handle_weight& one : all[t].handles) {
            most[one.handle] = std::max(most[one.handle], energy(t, one));
        }
    }
    std::vector<std::vector<std::uint32_t>> steep(handle_count); // tetrahedra
    std::vector<std::size_t> covered(handle_count, 0);
    std::vector<std::uint8_t> is_point(all.size(), 0);
    for (const std::uint32_t tet : points) {
        is_point[tet] = 1;
    }
    for (std::uint32_t t = 0; t < all.size(); ++t) {
        for (const handle_weight& one : all[t].handles) {
            if (energy(t, one) > 0.25 * most[one.handle]) {
                steep[one.handle].push_back(t);
                covered[one.handle] += is_point[t];
            }
        }
    }
    for (std::size_t h = 0; h < handle_count; ++h) {
        const std::vector<std::uint32_t>& own = steep[h];
        for (std::size_t i = 0; i < least_points && covered[h] < least_points && !own.empty();
             ++i) {
            const std::uint32_t tet = own[i * (own.size() - 1) / (least_points - 1)];
            if (is_point[tet] == 0) {
                is_point[tet] = 1;
                points.push_back(tet);
                ++covered[h];
            }
        }
    }
}

result<std::vector<double>> interpolated_volumes(const tet_mesh& mesh,
                                                 const std::vector<tet_facet>& facets,
                                                 std::span<const double> node_volumes,
                                                 std::span<const std::uint32_t> points) {
    using sparse = Eigen::SparseMatrix<double>;
    const error unsolved = {errors::singular,
                            "the cubature points do not determine a smooth function; ask for more "
                            "of them"};
    const int nodes = static_cast<int>(mesh.nodes.size()), count = static_cast<int>(points.size());
    sparse energy = facet_energy(mesh, facets);
    double largest = 0;
    for (int n = 0; n < nodes; ++n) {
        largest = std::max(largest, energy.coeff(n, n));
    }
    std::vector<Eigen::Triplet<double>> averages;
    for (int p = 0; p < count; ++p) {
        for (const std::uint32_t node : mesh.tets[points[static_cast<std::size_t>(p)]]) {
            averages.emplace_back(p, static_cast<int>(node), 0.25);
        }
    }
    sparse average(count, nodes);
    average.setFromTriplets(averages.begin(), averages.end());
    // The points' values are given, so what they cost does not matter: with it the matrix is positive.
    energy += largest * sparse(average.transpose() * average);
    Eigen::SimplicialLLT<sparse> solver(energy);
    if (solver.info() != Eigen::Success) {
        return unsolved;
    }
    Eigen::VectorXd load(nodes);
    for (int n = 0; n < nodes; ++n) {
        load[n] = node_volumes[static_cast<std::size_t>(n)];
    }
    const Eigen::MatrixXd spread = solver.solve(Eigen::MatrixXd(average.transpose()));
    const Eigen::MatrixXd schur = average * spread;
    const Eigen::LLT<Eigen::MatrixXd> dense(0.5 * (schur + schur.transpose()));
    if (dense.info() != Eigen::Success) {
        return unsolved;
    }
    const Eigen::VectorXd right = spread.transpose() * load;
    Eigen::VectorXd solved = dense.solve(right);
    solved += dense.solve(right - schur * solved);
    return std::vector<double>(solved.data(), solved.data() + count);
}

std::vector<double> fitted_volumes(std::span<const strain_sample> points,
                                   const flesh_constants& flesh, std::span<const double> target,
                                   std::size_t handle_count, double volume) {
    const std::size_t count = points.size(), size = 3 * handle_count;
    double norm = 0;
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i; j < size; ++j) {
            norm += target[i * size + j] * target[i * size + j];
        }
    }
    // Both parts as shares of what they ought to be; volumes as shares of the mean one.
    const double mean = volume / static_cast<double>(count);
    const double by_stiffness = norm > 0 ? mean * mean / norm : 0;
    const double by_volume = volume_row * volume_row * mean * mean / (volume * volume);
    std::vector<double> gram(count * count), right(count), out(count);
    for (std::size_t p = 0; p < count; ++p) {
        for (std::size_t q = 0; q <= p; ++q) {
            gram[p * count + q] = gram[q * count + p] =
                by_stiffness * stiffness_product(points[p], points[q], flesh) + by_volume;
        }
        right[p] = by_stiffness / mean * target_product(points[p], flesh, target, size) +
                   by_volume / mean * volume;
    }
    work::nnls_solver().solve(gram, right, out);
    for (double& one : out) {
        one *= mean;
    }
    stiffen_loose(points, flesh, target, handle_count, out);
    return out;
}

} // namespace jounce::tissue
