#include <jounce/modules/dev/bench/skin_baseline.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce::bench {
namespace {

using Eigen::Matrix3f;
using Eigen::Quaternionf;
using Eigen::Vector3f;
using Eigen::Vector4f;

Vector3f to_eigen(const vec3<float>& v) { return {v.x, v.y, v.z}; }

Quaternionf quaternion_of(const palette_row<float>& row) {
    return {row.v[3], row.v[0], row.v[1], row.v[2]};
}

} // namespace

skin_baseline make_skin_baseline(const skinned_mesh& mesh) {
    skin_baseline out;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        skin_baseline::vertex vertex;
        vertex.position = to_eigen(mesh.positions[v]);
        vertex.normal = to_eigen(mesh.normals[v]);
        const std::size_t first = mesh.first_influence[v];
        const std::size_t count = mesh.first_influence[v + 1] - first;
        JOUNCE_ASSERT(count <= 4, "the baseline knows four influences");
        for (std::size_t i = 0; i < count; ++i) {
            vertex.joint[i] = mesh.influences[first + i].joint;
            vertex.weight[i] = mesh.influences[first + i].weight;
        }
        out.vertices.push_back(vertex);
    }
    out.positions.resize(out.vertices.size());
    out.normals.resize(out.vertices.size());
    return out;
}

void set_joints(skin_baseline& to, const palette& from, int lane) {
    JOUNCE_ASSERT(from.mode == palette_mode::diagonal, "the baseline knows no shear");
    to.joints.resize(static_cast<std::size_t>(from.joint_count));
    const palette_row<float>* rows = from.lane_rows(lane);
    for (std::int32_t j = 0; j < from.joint_count; ++j, rows += from.rows_per_joint()) {
        skin_baseline::joint& joint = to.joints[static_cast<std::size_t>(j)];
        joint.real = quaternion_of(rows[0]);
        joint.dual = quaternion_of(rows[1]);
        joint.scale = {rows[2].v[0], rows[2].v[1], rows[2].v[2]};
        const affine<float> matrix = palette_matrix(from, lane, j);
        joint.matrix << to_eigen(matrix.linear.column[0]), to_eigen(matrix.linear.column[1]),
            to_eigen(matrix.linear.column[2]), to_eigen(matrix.translation);
    }
}

void baseline_skin_linear(skin_baseline& of) {
    for (std::size_t v = 0; v < of.vertices.size(); ++v) {
        const skin_baseline::vertex& vertex = of.vertices[v];
        Eigen::Matrix<float, 3, 4> blend = Eigen::Matrix<float, 3, 4>::Zero();
        for (int i = 0; i < 4; ++i) {
            blend += vertex.weight[i] * of.joints[static_cast<std::size_t>(vertex.joint[i])].matrix;
        }
        const Matrix3f linear = blend.leftCols<3>();
        of.positions[v] = linear * vertex.position + blend.col(3);
        of.normals[v] = (linear.inverse().transpose() * vertex.normal).normalized();
    }
}

void baseline_skin_dual(skin_baseline& of) {
    for (std::size_t v = 0; v < of.vertices.size(); ++v) {
        const skin_baseline::vertex& vertex = of.vertices[v];
        int heaviest = 0;
        for (int i = 1; i < 4; ++i) {
            heaviest = vertex.weight[i] > vertex.weight[heaviest] ? i : heaviest;
        }
        const Quaternionf& pivot = of.joints[static_cast<std::size_t>(vertex.joint[heaviest])].real;
        Vector4f real = Vector4f::Zero();
        Vector4f dual = Vector4f::Zero();
        Vector3f scale = Vector3f::Zero();
        for (int i = 0; i < 4; ++i) {
            const skin_baseline::joint& joint =
                of.joints[static_cast<std::size_t>(vertex.joint[i])];
            const float weight = pivot.dot(joint.real) < 0 ? -vertex.weight[i] : vertex.weight[i];
            real += weight * joint.real.coeffs();
            dual += weight * joint.dual.coeffs();
            scale += vertex.weight[i] * joint.scale;
        }
        const float norm = real.norm();
        const Quaternionf turn(Vector4f(real / norm));
        dual /= norm;
        const Vector3f translation = 2 * (turn.w() * dual.head<3>() - dual.w() * turn.vec() +
                                          turn.vec().cross(dual.head<3>()));
        of.positions[v] = turn * scale.cwiseProduct(vertex.position) + translation;
        of.normals[v] = (turn * vertex.normal.cwiseQuotient(scale)).normalized();
    }
}

} // namespace jounce::bench
