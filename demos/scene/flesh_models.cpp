#include "flesh_models.hpp"

#include "vertex_colours.hpp"

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/rig/find_bone.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>
#include <jounce/modules/tissue_run/add_reactive_bones.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

const char* const model_file = JOUNCE_DEMO_MODELS "/heavy.glb";
const char* const springs_file = JOUNCE_DEMO_MODELS "/heavy.springs.json";
const char* const flesh_file = JOUNCE_DEMO_MODELS "/heavy.tissue.glb";
const char* const face_file = JOUNCE_DEMO_MODELS "/heavy_face.tissue.glb";

/// Bones that feel the flesh on them: kg, N m/rad and N m s/rad. Whoever shoves the chest tilts the trunk, and head and
/// arms follow late.
struct feeling {
    const char* bone;
    double mass, turn, damping;
};
constexpr feeling upper_body[] = {{"spine", 6, 500, 50},       {"chest", 8, 500, 40},
                                  {"head", 4, 80, 6},          {"upper_arm.L", 2, 120, 12},
                                  {"upper_arm.R", 2, 120, 12}, {"fore_arm.L", 1, 50, 4},
                                  {"fore_arm.R", 1, 50, 4}};

error in_file(const char* file, const error& wrong) {
    return {wrong.name, std::string(file) + ": " + wrong.message};
}

result<flesh_models::figure> make_figure(const authoring::ready_character& of,
                                         render::skin_renderer* renderer) {
    flesh_models::figure out;
    out.kind = of.kind;
    if (renderer == nullptr) {
        return out;
    }
    if (of.model.meshes.empty()) {
        return error{errors::no_mesh, std::string(model_file) + ": has no mesh"};
    }
    const gltf::mesh& mesh = of.model.meshes.front();
    const skin_binding& joints = of.kind.kind->bind;
    std::vector<std::uint32_t> colours = vertex_colours(of.model, mesh);
    for (std::uint32_t& each : colours) {
        each |= 0xFF000000; // alpha is where handles are dense, for the bake
    }
    render::mesh_source drawn{mesh.vertices, mesh.triangles,
                              static_cast<std::int32_t>(joints.joints.size()), joints.mode};
    drawn.colours = colours;
    drawn.tissue = of.kind.kind->tissue.get();
    const result<render::mesh_id> id = renderer->add_mesh(drawn);
    if (!id) {
        return in_file(model_file, id.error());
    }
    out.mesh = *id;
    return out;
}

/// Flesh of a file, which must be of this model.
result<tissue::baked_tissue> read_flesh(const char* file, const gltf::model& model) {
    result<tissue::baked_tissue> baked = tissue::read_tissue(file);
    if (!baked) {
        return baked;
    }
    const result<tissue::model_skin> skin = tissue::skin_of(model);
    if (!skin) {
        return in_file(model_file, skin.error());
    }
    if (const result<void> same = tissue::check_mesh(*baked, tissue::hash_of(skin->mesh()));
        !same) {
        return in_file(file, same.error());
    }
    return baked;
}

/// The same character with flesh. Its kind is a copy: others of the same file have none.
result<authoring::ready_character> with_flesh(authoring::ready_character of, const char* file,
                                              const tissue::baked_tissue& baked,
                                              std::span<const feeling> bones) {
    tissue_run_options how;
    how.newton_steps = 2; // those who are touched hold off what touches them
    auto kind = std::make_shared<character_kind>(*of.kind.kind);
    result<tissue_set> flesh =
        make_tissue_set<float>(baked, kind->bind, static_cast<double>(of.metres_per_unit), how,
                               &of.model.meshes.front().vertices);
    if (!flesh) {
        return in_file(file, flesh.error());
    }
    reactive_options feel;
    for (const feeling& each : bones) {
        const result<std::int32_t> bone = find_bone(*kind, each.bone);
        if (!bone) {
            return in_file(model_file, bone.error());
        }
        reactive_bone_options one;
        one.bone = *bone;
        one.mass = each.mass;
        one.turn = each.turn;
        one.turn_damping = each.damping;
        feel.bones.push_back(one);
    }
    if (!bones.empty()) {
        if (const auto wrong = add_reactive_bones(*flesh, baked, kind->rig, kind->bind, feel)) {
            return in_file(file, *wrong);
        }
    }
    kind->tissue = std::make_shared<const tissue_set>(*std::move(flesh));
    of.kind.kind = std::move(kind);
    return of;
}

} // namespace

result<flesh_models> read_flesh_models(render::skin_renderer* renderer) {
    const result<authoring::ready_character> bare =
        authoring::read_character(model_file, {.suggest = false});
    if (!bare) {
        return bare.error();
    }
    const result<authoring::ready_character> helped =
        authoring::read_character(model_file, {.settings = springs_file});
    if (!helped) {
        return helped.error();
    }
    flesh_models out;
    const auto take = [renderer](const result<authoring::ready_character>& from,
                                 flesh_models::figure& to) -> result<void> {
        if (!from) {
            return from.error();
        }
        result<flesh_models::figure> made = make_figure(*from, renderer);
        if (!made) {
            return made.error();
        }
        to = *std::move(made);
        return {};
    };
    if (const result<void> done = take(bare, out.rigid); !done) {
        return done.error();
    }
    if (const result<void> done = take(helped, out.helped); !done) {
        return done.error();
    }
    struct make {
        const char* file;
        std::span<const feeling> bones;
        flesh_models::figure& to;
    };
    for (const make& each :
         {make{flesh_file, {}, out.fleshed}, make{flesh_file, upper_body, out.felt},
          make{face_file, {}, out.face}}) {
        result<tissue::baked_tissue> baked = read_flesh(each.file, bare->model);
        if (!baked) {
            return baked.error();
        }
        if (const result<void> done =
                take(with_flesh(*bare, each.file, *baked, each.bones), each.to);
            !done) {
            return done.error();
        }
        each.to.baked = std::make_shared<const tissue::baked_tissue>(*std::move(baked));
    }
    return out;
}

} // namespace demo
