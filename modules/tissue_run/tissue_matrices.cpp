#include <jounce/modules/tissue_run/tissue_matrices.hpp>

#include <jounce/modules/rig/oscillator.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <cstddef>

namespace jounce {
namespace {

using row_major = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Mass of every coordinate.
row_major full_mass(const tissue::baked_tissue& baked) {
    const Eigen::Index handles = static_cast<Eigen::Index>(baked.handles.size());
    const Eigen::Map<const row_major> mass(baked.mass.data(), handles, handles);
    row_major out = row_major::Zero(3 * handles, 3 * handles);
    for (Eigen::Index a = 0; a < handles; ++a) {
        for (Eigen::Index b = 0; b < handles; ++b) {
            out.block<3, 3>(3 * a, 3 * b).diagonal().setConstant(mass(a, b));
        }
    }
    return out;
}

template <class Real> tiled_matrix<Real> tiled_of(const row_major& m) {
    return tiled<Real>(static_cast<std::int32_t>(m.rows()), static_cast<std::int32_t>(m.cols()),
                       [&](std::int32_t r, std::int32_t c) { return m(r, c); });
}

template <class Real> std::vector<Real> rounded(const std::vector<double>& from) {
    std::vector<Real> out;
    out.reserve(from.size());
    for (const double one : from) {
        out.push_back(static_cast<Real>(one));
    }
    return out;
}

template <class Real>
void fill_modes(const tissue::baked_tissue& baked, const tissue_run_options& options,
                const row_major& mass, basic_tissue_set<Real>& to) {
    const std::int32_t all = static_cast<std::int32_t>(baked.mode_rates.size());
    to.mode_count = std::min(all, options.modes > 0 ? options.modes : usual_tissue_modes);
    const Eigen::Map<const row_major> modes(baked.modes.data(), to.mode_count, mass.cols());
    to.transpose = tiled_of<Real>(modes);
    to.project = tiled_of<Real>(modes * mass);
    to.shapes = tiled_of<Real>(modes.transpose());
    const tissue::tissue_material& m = baked.material;
    for (tissue_level<Real>& level : to.levels) {
        level.oscillators.clear();
        for (std::int32_t i = 0; i < to.mode_count; ++i) {
            const double omega = baked.mode_rates[static_cast<std::size_t>(i)];
            // Half of what is lost per second; implicit Euler loses as much as beta = h would.
            const double decay =
                options.mode_damping > 0
                    ? options.mode_damping * omega
                    : 0.5 * (m.alpha + (m.beta + 1 / options.tick_rate) * omega * omega);
            level.oscillators.push_back(
                rounded_step<Real>(omega, decay, static_cast<double>(level.seconds)));
        }
    }
}

} // namespace

template <class Real>
tiled_matrix<Real> tiled(std::int32_t rows, std::int32_t columns,
                         const std::function<double(std::int32_t, std::int32_t)>& at) {
    constexpr std::int32_t tile = tiled_matrix<Real>::tile;
    tiled_matrix<Real> out;
    out.rows = rows;
    out.columns = columns;
    out.numbers.assign(static_cast<std::size_t>(out.tiles()) * static_cast<std::size_t>(columns) *
                           static_cast<std::size_t>(tile),
                       Real(0));
    for (std::int32_t r = 0; r < rows; ++r) {
        for (std::int32_t c = 0; c < columns; ++c) {
            out.numbers[static_cast<std::size_t>((r / tile * columns + c) * tile + r % tile)] =
                static_cast<Real>(at(r, c));
        }
    }
    return out;
}

template <class Real>
bool fill_matrices(const tissue::baked_tissue& baked, const tissue_run_options& options,
                   basic_tissue_set<Real>& to) {
    const std::size_t handles = baked.handles.size();
    const row_major mass = full_mass(baked);
    const Eigen::Map<const row_major> stiffness(baked.rest_stiffness.data(), mass.rows(),
                                                mass.cols());
    const tissue::tissue_material& m = baked.material;
    for (std::size_t level = 0; level < to.levels.size(); ++level) {
        const double h = static_cast<double>(1 << level) / options.tick_rate;
        to.levels[level].seconds = static_cast<Real>(h);
        const row_major step = (1 / (h * h) + m.alpha / h) * mass + (1 + m.beta / h) * stiffness;
        const Eigen::LLT<Eigen::MatrixXd> factor(0.5 * (step + step.transpose()));
        if (factor.info() != Eigen::Success) {
            return false;
        }
        const row_major inverse = factor.solve(Eigen::MatrixXd::Identity(mass.rows(), mass.cols()));
        if (!inverse.allFinite()) {
            return false;
        }
        to.levels[level].inverse = tiled_of<Real>(inverse);
    }
    to.mass = rounded<Real>(baked.mass);
    to.rest_stiffness = rounded<Real>(baked.rest_stiffness);
    const std::size_t rows = (handles + 3) / 4 * 4;
    to.mass_tiles.assign(rows * handles, Real(0));
    for (std::size_t r = 0; r < handles; ++r) {
        for (std::size_t c = 0; c < handles; ++c) {
            to.mass_tiles[(r / 4 * handles + c) * 4 + r % 4] =
                static_cast<Real>(baked.mass[r * handles + c]);
        }
    }
    fill_modes<Real>(baked, options, mass, to);
    return true;
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template tiled_matrix<Real> tiled(std::int32_t, std::int32_t,                                  \
                                      const std::function<double(std::int32_t, std::int32_t)>&);   \
    template bool fill_matrices(const tissue::baked_tissue&, const tissue_run_options&,            \
                                basic_tissue_set<Real>&);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
