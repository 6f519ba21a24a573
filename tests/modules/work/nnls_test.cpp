#include <jounce/modules/work/nnls.hpp>

#include <Eigen/Core>
#include <Eigen/QR>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>
#include <vector>

using namespace jounce::work;

namespace {

using matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Slopes vanish where x is above zero, and go upwards where it is zero: the conditions of a minimum.
bool is_minimum(const matrix& columns, const Eigen::VectorXd& right, const Eigen::VectorXd& x) {
    const Eigen::VectorXd slope = columns.transpose() * (columns * x - right);
    const double scale = (columns.transpose() * right).cwiseAbs().maxCoeff() + 1e-12;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        if (x[i] < 0 || slope[i] < -1e-8 * scale || (x[i] > 0 && slope[i] > 1e-8 * scale)) {
            return false;
        }
    }
    return true;
}

Eigen::VectorXd solve(const matrix& columns, const Eigen::VectorXd& right) {
    nnls_solver solver;
    const matrix gram = columns.transpose() * columns;
    const Eigen::VectorXd products = columns.transpose() * right;
    Eigen::VectorXd x(columns.cols());
    const auto count = static_cast<std::size_t>(columns.cols());
    solver.solve({gram.data(), count * count}, {products.data(), count}, {x.data(), count});
    return x;
}

} // namespace

TEST_CASE("NNLS meets the conditions of a minimum", "[decompose]") {
    std::mt19937 random(11);
    std::normal_distribution<double> number;
    std::size_t with_zeros = 0;
    for (int n = 1; n <= 12; ++n) {
        for (int i = 0; i < 100; ++i) {
            const matrix columns = matrix::NullaryExpr(30, n, [&] { return number(random) + 0.5; });
            const Eigen::VectorXd right =
                Eigen::VectorXd::NullaryExpr(30, [&] { return number(random) + 0.3; });
            const Eigen::VectorXd x = solve(columns, right);
            CHECK(is_minimum(columns, right, x));
            with_zeros += (x.array() == 0).any() ? 1U : 0U;
        }
    }
    CHECK(with_zeros > 300);
}

TEST_CASE("NNLS of few unknowns agrees with the general one", "[decompose]") {
    std::mt19937 random(3);
    std::normal_distribution<double> number;
    for (int i = 0; i < 200; ++i) {
        // The same problem with two more columns that point away from the right side.
        const matrix few = matrix::NullaryExpr(20, 4, [&] { return number(random); });
        const Eigen::VectorXd right =
            Eigen::VectorXd::NullaryExpr(20, [&] { return number(random); });
        matrix more(20, 6);
        more << few, -right, -2 * right + 0.1 * few.col(0);
        CHECK((solve(few, right) - solve(more, right).head(4)).norm() < 1e-6);
    }
}

TEST_CASE("NNLS of columns that depend on each other", "[decompose]") {
    std::mt19937 random(4);
    std::normal_distribution<double> number;
    for (const int n : {3, 7}) {
        matrix columns = matrix::NullaryExpr(20, n, [&] { return number(random); });
        columns.col(n - 1) = columns.col(0);
        columns.col(1).setZero();
        const Eigen::VectorXd right = columns.rowwise().sum();
        const Eigen::VectorXd x = solve(columns, right);
        CHECK(x.allFinite());
        CHECK((columns * x - right).norm() < 1e-6 * right.norm());
        CHECK(solve(columns, Eigen::VectorXd::Zero(20)).isZero());
    }
}
