#include <jounce/modules/tissue/bake_tissue.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue/bake_steps.hpp>
#include <jounce/modules/tissue/bone_nodes.hpp>
#include <jounce/modules/tissue/check_options.hpp>
#include <jounce/modules/tissue/keep_lattice.hpp>
#include <jounce/modules/tissue/place_handles.hpp>
#include <jounce/modules/tissue/tetrahedralise.hpp>
#include <jounce/modules/tissue/vertex_rows.hpp>
#include <jounce/modules/tissue/weigh_handles.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace jounce::tissue {
namespace {

constexpr std::size_t max_vertex_handles = 8;

/// A bake, step by step. A step either succeeds or gives an error.
class tissue_baker {
public:
    tissue_baker(const tissue_mesh& mesh, std::span<const weights::bone_segment> bones,
                 const tissue_options& options)
        : given_(mesh), options_(options), bones_(bones.begin(), bones.end()) {}

    result<tissue_bake> run() {
        if (std::optional<error> wrong = check_options(given_, options_)) {
            return *std::move(wrong);
        }
        for (const auto step :
             {&tissue_baker::take_surface, &tissue_baker::make_tets, &tissue_baker::hold_bones,
              &tissue_baker::spread, &tissue_baker::place, &tissue_baker::weigh,
              &tissue_baker::move_vertices, &tissue_baker::finish}) {
            if (std::optional<error> wrong = (this->*step)()) {
                return *std::move(wrong);
            }
        }
        return std::move(out_);
    }

private:
    /// In metres from here on.
    std::optional<error> take_surface() {
        for (const vec3<double>& at : given_.surface.positions) {
            positions_.push_back(options_.metres_per_unit * at);
        }
        for (weights::bone_segment& bone : bones_) {
            bone.head = options_.metres_per_unit * bone.head;
            bone.tail = options_.metres_per_unit * bone.tail;
        }
        mesh_ = given_;
        mesh_.surface.positions = positions_;
        const hole_rule holes = options_.tets != nullptr ? hole_rule::keep
                                : options_.close_holes   ? hole_rule::cap
                                                         : hole_rule::refuse;
        result<flesh_surface> skin =
            take_skin(mesh_, holes, options_.work, {"looking at the skin", 0, 0.05});
        if (!skin) {
            return skin.error();
        }
        skin_ = *std::move(skin);
        if (skin_.capped_edges > 0) {
            warn("the skin is open: " + std::to_string(skin_.capped_edges) +
                 " edges of holes were capped");
        }
        if (skin_.crossing_edges > 0) {
            warn("the skin crosses itself at " + std::to_string(skin_.crossing_edges) +
                 " edges: flesh that is inside twice counts once, and sticks together there");
        }
        return std::nullopt;
    }

    std::optional<error> make_tets() {
        if (options_.tets != nullptr) {
            tets_ = *options_.tets;
            for (vec3<double>& at : tets_.nodes) {
                at = options_.metres_per_unit * at;
            }
        } else {
            result<flesh_lattice> lattice = tetrahedralise(skin_, options_.cell);
            if (!lattice) {
                return lattice.error();
            }
            tets_ = std::move(lattice->mesh);
            out_.figures.cell = lattice->cell;
        }
        facets_ = facets_of(tets_);
        out_.figures.nodes = tets_.nodes.size();
        out_.figures.tets = tets_.tets.size();
        return std::nullopt;
    }

    std::optional<error> hold_bones() {
        result<held_nodes> found = find_bone_nodes(tets_, skin_, bones_, options_.bone_radius);
        if (!found) {
            return found.error();
        }
        held_ = std::move(found->nodes);
        if (found->outside > 0) {
            warn(std::to_string(found->outside) + " of " + std::to_string(bones_.size()) +
                 " bones lie outside of the skin and hold no flesh");
        }
        return std::nullopt;
    }

    std::optional<error> spread() {
        std::vector<std::span<const double>> painted;
        for (const std::span<const double> one : {options_.density, options_.stiffness}) {
            if (!one.empty()) {
                painted.push_back(one);
            }
        }
        result<spread_values> spread = spread_to_nodes(tets_, facets_, skin_, mesh_, painted,
                                                       options_.work, {"skin weights", 0.05, 0.2});
        if (!spread) {
            return spread.error();
        }
        joints_ = std::move(spread->joints);
        if (!options_.density.empty()) {
            density_ = std::move(spread->painted.front());
        }
        stiffness_.assign(tets_.nodes.size(), 1);
        if (!options_.stiffness.empty()) {
            stiffness_ = std::move(spread->painted.back());
        }
        std::vector<double> factor_of(given_.joint_count, 1);
        for (const joint_stiffness& one : options_.joint_factors) {
            factor_of[one.joint] = one.factor;
        }
        for (std::size_t n = 0; n < stiffness_.size(); ++n) {
            double factor = 0;
            for (const weights::bone_weight& one : joints_.of(n)) {
                factor += one.weight * factor_of[static_cast<std::size_t>(one.bone)];
            }
            stiffness_[n] *= factor;
        }
        return std::nullopt;
    }

    std::optional<error> place() {
        std::vector<vec3<double>> places;
        for (const vec3<double>& at : options_.handle_places) {
            places.push_back(options_.metres_per_unit * at);
        }
        result<placed_handles> placed = place_handles(
            tets_, facets_, held_, {first_handles(options_.handles), density_, places});
        if (!placed) {
            return placed.error();
        }
        placed_ = *std::move(placed);
        if (placed_.stiff_parts > 0) {
            warn(std::to_string(placed_.stiff_parts) +
                 " parts of the flesh are too small for handles and stay stiff");
        }
        return std::nullopt;
    }

    std::optional<error> weigh() {
        const std::size_t wanted = options_.handle_places.empty() ? options_.handles : 0;
        result<weighed_handles> made = weigh_handles(tets_, facets_, placed_, wanted, options_.work,
                                                     {"weights of handles", 0.2, 0.7});
        if (!made) {
            return made.error();
        }
        const raw_weights* raw = &made->raw;
        handles_ = std::move(made->handles);
        held_ = std::move(made->held);
        out_.figures.bone_nodes = held_.size();
        out_.figures.stiffened = made->stiffened;
        if (handles_.size() < wanted) {
            warn("there is room for " + std::to_string(handles_.size()) + " handles only");
        }
        const auto [least, largest] = std::minmax_element(raw->values.begin(), raw->values.end());
        out_.figures.affine_error = raw->affine_error;
        out_.figures.unity_error = raw->unity_error;
        out_.figures.least_weight = *least;
        out_.figures.largest_weight = *largest;
        if (*least < least_wanted || *largest > largest_wanted) {
            warn("weights go from " + std::to_string(*least) + " to " + std::to_string(*largest) +
                 ": handles are few for thin parts of the flesh; give more of them, or paint where "
                 "they are wanted");
        }
        weights_ = cut_weights(raw->values, handles_.size());
        std::size_t moved = 0;
        for (std::size_t n = 0; n < tets_.nodes.size(); ++n) {
            moved += weights_.of(n).empty() ? 0U : 1U;
        }
        out_.figures.node_handles =
            static_cast<double>(weights_.entries.size()) / static_cast<double>(moved);
        return std::nullopt;
    }

    std::optional<error> move_vertices() {
        std::vector<std::uint8_t> is_used(positions_.size(), 0);
        for (const std::uint32_t vertex : given_.surface.triangles) {
            is_used[vertex] = 1;
        }
        result<place_rows> rows = rows_at(tets_, weights_, positions_, is_used, max_vertex_handles,
                                          options_.work, {"vertices", 0.7, 0.75});
        if (!rows) {
            return rows.error();
        }
        out_.tissue.vertex_first = std::move(rows->first);
        out_.tissue.vertex_weights = std::move(rows->weights);
        out_.figures.vertex_handles = rows->mean_handles;
        out_.figures.most_vertex_handles = rows->most_handles;
        out_.figures.vertex_loss = rows->largest_loss;
        if (rows->outside > 0) {
            warn(std::to_string(rows->outside) +
                 " vertices lie outside of the tetrahedra; they follow the nearest ones");
        }
        return std::nullopt;
    }

    std::optional<error> finish() {
        baked_tissue& to = out_.tissue;
        to.mesh_hash = hash_of(given_);
        to.metres_per_unit = options_.metres_per_unit;
        to.material = options_.material;
        to.joint_count = given_.joint_count;
        to.handle_joint_first = {0};
        for (const std::uint32_t node : handles_) {
            to.handles.push_back(tets_.nodes[node]);
            add_joints(joints_.of(node), most_joints, to.handle_joints);
            to.handle_joint_first.push_back(static_cast<std::uint32_t>(to.handle_joints.size()));
            double nearest = std::numeric_limits<double>::max();
            for (const std::uint32_t bone : held_) {
                nearest = std::min(nearest, length(tets_.nodes[bone] - tets_.nodes[node]));
            }
            to.handle_bounds.push_back(options_.bound * nearest);
        }
        const flesh_parts parts = {tets_, facets_, weights_, joints_, stiffness_, skin_};
        if (options_.keep_lattice) {
            keep_lattice(parts, to);
        }
        return finish_tissue(parts, options_, out_);
    }

    void warn(std::string text) { out_.warnings.push_back(std::move(text)); }

    const tissue_mesh& given_;
    const tissue_options& options_;
    std::vector<weights::bone_segment> bones_;
    std::vector<vec3<double>> positions_; ///< m
    tissue_mesh mesh_;                    ///< with these
    flesh_surface skin_;
    tet_mesh tets_;
    std::vector<tet_facet> facets_;
    std::vector<std::uint32_t> held_, handles_; ///< nodes
    placed_handles placed_;                     ///< before any is added
    weights::weight_table joints_;              ///< [node]
    std::vector<double> density_, stiffness_;   ///< [node]
    node_weights weights_;
    tissue_bake out_;
};

} // namespace

result<tissue_bake> bake_tissue(const tissue_mesh& mesh,
                                std::span<const weights::bone_segment> bones,
                                const tissue_options& options) {
    return tissue_baker(mesh, bones, options).run();
}

} // namespace jounce::tissue
