#include <jounce/modules/tissue/elasticity.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cstddef>

namespace jounce::tissue {

flesh_constants constants_of(const tissue_material& material) {
    flesh_constants out;
    const double nu = material.poisson;
    out.mu = material.young / (2 * (1 + nu));
    out.lambda = material.young * nu / ((1 + nu) * (1 - 2 * nu)) + out.mu;
    out.a = 1 + out.mu / out.lambda;
    return out;
}

double elastic_energy(std::span<const strain_sample> samples, const flesh_constants& flesh,
                      std::span<const vec3<double>> shift, std::span<vec3<double>> gradient) {
    double energy = 0;
    for (const strain_sample& at : samples) {
        mat3<double> strained; // by columns: column c is the change along axis c
        for (const handle_weight& one : at.handles) {
            const vec3<double>& phi = shift[one.handle];
            strained.column[0] = strained.column[0] + one.gradient.x * phi;
            strained.column[1] = strained.column[1] + one.gradient.y * phi;
            strained.column[2] = strained.column[2] + one.gradient.z * phi;
        }
        double square = -3;
        for (const vec3<double>& column : strained.column) {
            square += dot(column, column);
        }
        const double off = determinant(strained) - flesh.a, rest = 1 - flesh.a;
        energy +=
            at.volume * (flesh.mu / 2 * square + flesh.lambda / 2 * (off * off - rest * rest));
        if (gradient.empty()) {
            continue;
        }
        const mat3<double> turned = cofactors(strained);
        mat3<double> stress;
        for (std::size_t c = 0; c < 3; ++c) {
            stress.column[c] =
                flesh.mu * strained.column[c] + flesh.lambda * off * turned.column[c];
        }
        for (const handle_weight& one : at.handles) {
            gradient[one.handle] = gradient[one.handle] + at.volume * (stress * one.gradient);
        }
    }
    return energy;
}

std::array<double, 9> stiffness_block(const flesh_constants& flesh, const vec3<double>& a,
                                      const vec3<double>& b) {
    const double left[3] = {a.x, a.y, a.z}, right[3] = {b.x, b.y, b.z};
    const double along = flesh.mu * dot(a, b);
    std::array<double, 9> out{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            out[3 * i + j] = (flesh.lambda - flesh.mu) * left[i] * right[j] +
                             flesh.mu * left[j] * right[i] + (i == j ? along : 0);
        }
    }
    return out;
}

std::vector<double> rest_stiffness_of(std::span<const strain_sample> samples,
                                      const flesh_constants& flesh, std::size_t handle_count) {
    const std::size_t size = 3 * handle_count;
    std::vector<double> out(size * size, 0);
    for (const strain_sample& at : samples) {
        for (const handle_weight& a : at.handles) {
            for (const handle_weight& b : at.handles) {
                const std::array<double, 9> block = stiffness_block(flesh, a.gradient, b.gradient);
                for (std::size_t i = 0; i < 9; ++i) {
                    out[(3 * a.handle + i / 3) * size + 3 * b.handle + i % 3] +=
                        at.volume * block[i];
                }
            }
        }
    }
    return out;
}

} // namespace jounce::tissue
