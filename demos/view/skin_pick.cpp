#include "skin_pick.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/bounds/posed_skin.hpp>
#include <jounce/modules/bounds/skin_queries.hpp>
#include <jounce/modules/bounds/skin_tree.hpp>
#include <jounce/modules/editing/pick_bone.hpp>

#include <utility>
#include <vector>

namespace viewer {

using namespace jounce;

struct skin_picker::state {
    entt::entity who = entt::null; ///< whose trees these are
    std::vector<bounds::skin_tree> trees;
    bounds::posed_skin skin;

    void make_trees(stage& on);
};

skin_picker::skin_picker() : all_(std::make_unique<state>()) {}
skin_picker::~skin_picker() = default;

void skin_picker::state::make_trees(stage& on) {
    who = on.edited();
    trees.clear();
    const auto& ready = on.session().character();
    const auto joints = static_cast<std::int32_t>(ready.kind.kind->bind.joints.size());
    for (const gltf::mesh& mesh : ready.model.meshes) {
        if (!mesh.is_visible || mesh.triangles.empty()) {
            continue;
        }
        result<bounds::skin_tree> made =
            bounds::make_skin_tree({mesh.vertices, mesh.triangles, {}}, joints);
        if (made) { // what has no tree is picked by its bones
            trees.push_back(*std::move(made));
        }
    }
}

std::optional<skin_place> skin_picker::pick(stage& on, const view_ray& ray, bool is_linear) {
    if (all_->who != on.edited()) {
        all_->make_trees(on);
    }
    const entt::registry& registry = on.registry();
    const character& where = registry.get<const character>(on.edited());
    const character_kind& kind = *registry.get<const block>(where.block).kind;
    const placement& at = registry.get<const placement>(on.edited());
    const auto* rows = registry.try_get<const palette>(where.block);
    if (rows == nullptr) {
        return std::nullopt;
    }
    const bool by_matrices = is_linear || kind.bind.mode == palette_mode::matrix;
    const skin_method method = by_matrices ? skin_method::linear : skin_method::dual_quaternion;
    const place from = bounds::to_model(at, ray.from);
    const place direction = bounds::to_model(at, ray.from + ray.direction) - from;
    std::optional<skin_place> best;
    for (const bounds::skin_tree& tree : all_->trees) {
        all_->skin.pose(tree, method, *rows, where.lane);
        const auto hit = editing::pick_skin(all_->skin, from, direction, kind.bind.joints);
        if (!hit) {
            continue;
        }
        const place point = bounds::to_world(at, hit->hit.point);
        const double far = dot(point - ray.from, ray.direction);
        if (!best || far < best->far) {
            best = skin_place{point, rotate(cast<double>(at.rotation), hit->hit.normal), far,
                              hit->bone};
        }
    }
    return best;
}

} // namespace viewer
