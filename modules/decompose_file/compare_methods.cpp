#include <jounce/modules/decompose_file/compare_methods.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/decompose_file/character_memory.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <functional>

namespace jounce::decompose {
namespace {

constexpr std::size_t vector_numbers = 6; ///< a position and a normal
constexpr std::size_t matrix_numbers = 12;

/// The nearest number of 16 bits: 11 binary digits, steps of 2^-24 near zero.
double to_half(double value) {
    if (value == 0) {
        return 0;
    }
    const int exponent = std::max(std::ilogb(value), -14);
    const double step = std::ldexp(1.0, exponent - 10);
    return std::nearbyint(value / step) * step;
}

vec3<double> each(const vec3<double>& v, const std::function<double(double)>& round) {
    return {round(v.x), round(v.y), round(v.z)};
}

/// Frames without the mean of every vertex: their products, frame by frame.
Eigen::MatrixXd frame_products(const mesh_animation& of) {
    const std::size_t frames = of.frame_count();
    const auto count = static_cast<Eigen::Index>(frames);
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(count, count);
    Eigen::Matrix3Xd moved(3, count);
    for (std::size_t v = 0; v < of.vertex_count(); ++v) {
        for (std::size_t f = 0; f < frames; ++f) {
            const vec3<double>& p = of.frame(f)[v];
            moved.col(static_cast<Eigen::Index>(f)) = Eigen::Vector3d(p.x, p.y, p.z);
        }
        moved.colwise() -= moved.rowwise().mean().eval();
        out.selfadjointView<Eigen::Lower>().rankUpdate(moved.transpose());
    }
    return out;
}

class comparison {
public:
    comparison(const mesh_animation& of, const decomposition& found) : of_(of), found_(found) {
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(frame_products(of),
                                                                    Eigen::EigenvaluesOnly);
        for (Eigen::Index i = solved.eigenvalues().size(); i-- > 0;) {
            squares_.push_back(std::max(0.0, solved.eigenvalues()[i]));
            whole_ += squares_.back();
        }
    }

    std::vector<compared_method> run() {
        add_texture("vertex texture float32", sizeof(float),
                    [](double value) { return static_cast<double>(static_cast<float>(value)); });
        add_texture("vertex texture float16", 2, to_half);
        const decompose_report& report = found_.report;
        add_keys(report.error);
        const std::size_t rank = found_.corrected.rank;
        if (rank > 0) {
            add_keys(report.error_by_rank[rank]);
        }
        add_bones(0, report.error);
        if (rank > 0) {
            add_bones(rank, report.error_by_rank[rank]);
        }
        return std::move(methods_);
    }

private:
    double percent(double squares) const {
        return whole_ > 0 ? 100 * std::sqrt(std::max(0.0, squares) / whole_) : 0;
    }

    void add_texture(const char* name, std::size_t bytes,
                     const std::function<double(double)>& round) {
        double squares = 0;
        for (std::size_t f = 0; f < of_.frame_count(); ++f) {
            for (std::size_t v = 0; v < of_.vertex_count(); ++v) {
                const vec3<double> moved = of_.frame(f)[v] - of_.rest[v];
                const vec3<double> off = moved - each(moved, round);
                squares += dot(off, off);
            }
        }
        methods_.push_back({name, of_.frame_count(),
                            vector_numbers * bytes * of_.frame_count() * of_.vertex_count(),
                            percent(squares), 2 * vector_numbers});
    }

    /// As few as have at most this error.
    void add_keys(double error) {
        double left = whole_;
        std::size_t keys = 0;
        while (keys < squares_.size() && percent(left) > error) {
            left -= squares_[keys++];
        }
        methods_.push_back(
            {"shape keys", keys,
             keys * sizeof(float) * (vector_numbers * of_.vertex_count() + of_.frame_count()),
             keys == squares_.size() ? 0 : percent(left),
             static_cast<double>(keys * vector_numbers)});
    }

    void add_bones(std::size_t rank, double error) {
        decomposition shown;
        shown.kind = found_.kind;
        shown.centres = found_.centres;
        shown.weights = found_.weights;
        shown.corrected.rank = rank;
        const double influences = static_cast<double>(found_.weights.entries.size()) /
                                  static_cast<double>(std::max<std::size_t>(of_.rest.size(), 1));
        const bool is_flexible = found_.kind == bone_kind::flexible;
        methods_.push_back(
            {is_flexible ? "flexible bones" : "rigid bones", rank,
             memory_of(shown, of_.takes).shared(), error,
             influences * matrix_numbers + static_cast<double>(rank * vector_numbers)});
    }

    const mesh_animation& of_;
    const decomposition& found_;
    std::vector<double> squares_; ///< of the principal components, descending
    double whole_ = 0;            ///< their sum: all motion
    std::vector<compared_method> methods_;
};

} // namespace

result<std::vector<compared_method>> compare_methods(const mesh_animation& of,
                                                     const decomposition& found) {
    if (of.frame_count() > max_compared_frames) {
        return error{errors::too_many, "there are " + std::to_string(of.frame_count()) +
                                           " frames, at most " +
                                           std::to_string(max_compared_frames) +
                                           " can be compared with shape keys; choose a clip"};
    }
    return comparison(of, found).run();
}

std::string comparison_table(const std::vector<compared_method>& methods) {
    std::string out;
    append_format(out, "%-24s %6s %12s %10s %14s\n", "beside the mesh at rest", "count", "bytes",
                  "error %", "numbers/vertex");
    for (const compared_method& one : methods) {
        append_format(out, "%-24s %6zu %12llu %10.4f %14.1f\n", one.name.c_str(), one.count,
                      static_cast<unsigned long long>(one.bytes), one.error,
                      one.numbers_per_vertex);
    }
    return out;
}

} // namespace jounce::decompose
