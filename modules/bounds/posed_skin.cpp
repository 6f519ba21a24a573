#include <jounce/modules/bounds/posed_skin.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bounds/node_sphere.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::bounds {
namespace {

double growth_of(std::span<const node_morph> morphs, std::span<const float> weights) {
    double sum = 0;
    for (const node_morph& one : morphs) {
        sum += std::abs(static_cast<double>(weights[one.target])) * static_cast<double>(one.most);
    }
    return sum;
}

} // namespace

void posed_skin::fit_arrays() {
    if (++pose_number_ == 0) { // counted through: old stamps would look new
        std::fill(spheres_.begin(), spheres_.end(), stamped_sphere{});
        std::fill(vertices_.begin(), vertices_.end(), stamped_vertex{});
        pose_number_ = 1;
    }
    // Never smaller, so that characters of several meshes can take turns without allocation.
    spheres_.resize(std::max(spheres_.size(), tree_->node_count()));
    vertices_.resize(std::max(vertices_.size(), tree_->vertex_count()));
    const auto joints = static_cast<std::size_t>(tree_->joint_count) + 1;
    joints_.all.resize(joints);
    places_.reserve(joints);
    parts_.reserve(joints);
    turns_.reserve(joints);
    stack_.reserve(std::size_t{tree_->depth} + 1);
}

void posed_skin::pose(const skin_tree& tree, skin_method method, const palette& rows, int lane,
                      std::span<const float> weights) {
    const bool fits = rows.joint_count >= tree.joint_count && lane >= 0 && lane < lane_count;
    JOUNCE_ASSERT(fits, "the palette has fewer joints than the tree, or there is no such lane");
    if (!fits) {
        tree_ = nullptr;
        return;
    }
    tree_ = &tree;
    palette_ = &rows;
    lane_ = lane;
    method_ = rows.mode == palette_mode::matrix ? skin_method::linear : method;
    weights_.assign(tree.surface.morphs.size(), 0);
    std::copy_n(weights.begin(), std::min(weights.size(), weights_.size()), weights_.begin());
    fit_arrays();
    joints_.rounding = float_rounding(tree);
    const double growth = growth_of(tree.morphs_of(0), weights_);
    if (method_ == skin_method::linear) {
        read_linear_joints(rows, lane, joints_);
    } else {
        read_dual_joints(tree, rows, lane, growth, joints_);
    }
    joints_.is_known = joints_.is_known && std::isfinite(growth);
    start_query();
}

void posed_skin::start_query() {
    visited_ = 0;
    if (++query_number_ == 0) {
        for (stamped_sphere& one : spheres_) {
            one.query = 0;
        }
        query_number_ = 1;
    }
}

bounding_sphere posed_skin::compute_sphere(std::uint32_t node) {
    if (!joints_.is_known) {
        return unknown_sphere();
    }
    const node_view view = {*tree_,  node,    growth_of(tree_->morphs_of(node), weights_),
                            joints_, places_, parts_,
                            turns_};
    const bounding_sphere out =
        method_ == skin_method::linear ? linear_sphere(view) : dual_sphere(view);
    const bool is_finite = std::isfinite(out.radius + length(out.centre));
    return is_finite ? out : unknown_sphere();
}

const bounding_sphere& posed_skin::sphere(std::uint32_t node) {
    stamped_sphere& out = spheres_[node];
    if (out.query != query_number_) {
        out.query = query_number_;
        ++visited_;
    }
    if (out.pose != pose_number_) {
        out.pose = pose_number_;
        out.ball = compute_sphere(node);
    }
    return out.ball;
}

const vec3<float>& posed_skin::vertex(std::uint32_t vertex) {
    stamped_vertex& out = vertices_[vertex];
    if (out.pose != pose_number_) {
        out.pose = pose_number_;
        const skinned_mesh& mesh = tree_->surface.vertices;
        vec3<float> p = mesh.positions[vertex];
        for (std::size_t k = 0; k < weights_.size(); ++k) {
            const std::vector<vec3<float>>& deltas = tree_->surface.morphs[k].positions;
            if (weights_[k] != 0 && !deltas.empty()) {
                p = p + weights_[k] * deltas[vertex];
            }
        }
        const std::uint32_t first = mesh.first_influence[vertex];
        out.at = skin_matrix<float>(
                     method_, *palette_, lane_,
                     {mesh.influences.data() + first, mesh.first_influence[vertex + 1] - first}) *
                 p;
    }
    return out.at;
}

std::array<vec3<double>, 3> posed_skin::corners(std::uint32_t triangle) {
    const std::uint32_t* corner = tree_->surface.triangles.data() + std::size_t{3} * triangle;
    return {cast<double>(vertex(corner[0])), cast<double>(vertex(corner[1])),
            cast<double>(vertex(corner[2]))};
}

bounding_sphere culling_bound(posed_skin& skin) {
    if (!skin) {
        return unknown_sphere();
    }
    skin.start_query();
    return skin.sphere(0);
}

} // namespace jounce::bounds
