#include "flesh_models.hpp"

#include "vertex_colours.hpp"

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/authoring/read_character.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <filesystem>
#include <memory>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

const char* const model_file = JOUNCE_DEMO_MODELS "/heavy.glb";
const char* const springs_file = JOUNCE_DEMO_MODELS "/heavy.springs.json";
const char* const flesh_file = JOUNCE_DEMO_MODELS "/heavy.tissue.glb";

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

/// Gives a character its flesh. Its kind is copied: others of the same file have none.
result<tissue::baked_tissue> give_flesh(authoring::ready_character& to) {
    result<tissue::baked_tissue> baked = tissue::read_tissue(flesh_file);
    if (!baked) {
        return baked;
    }
    const result<tissue::model_skin> skin = tissue::skin_of(to.model);
    if (!skin) {
        return in_file(model_file, skin.error());
    }
    if (const result<void> same = tissue::check_mesh(*baked, tissue::hash_of(skin->mesh()));
        !same) {
        return in_file(flesh_file, same.error());
    }
    tissue_run_options how;
    how.newton_steps = 2; // the one that is poked holds the ball off
    auto kind = std::make_shared<character_kind>(*to.kind.kind);
    result<tissue_set> flesh =
        make_tissue_set<float>(*baked, kind->bind, static_cast<double>(to.metres_per_unit), how,
                               &to.model.meshes.front().vertices);
    if (!flesh) {
        return in_file(flesh_file, flesh.error());
    }
    kind->tissue = std::make_shared<const tissue_set>(*std::move(flesh));
    to.kind.kind = std::move(kind);
    return baked;
}

} // namespace

result<flesh_models> read_flesh_models(render::skin_renderer* renderer) {
    result<authoring::ready_character> bare =
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
    const auto take = [renderer](const authoring::ready_character& from,
                                 flesh_models::figure& to) -> result<void> {
        result<flesh_models::figure> made = make_figure(from, renderer);
        if (!made) {
            return made.error();
        }
        to = *std::move(made);
        return {};
    };
    if (const result<void> done = take(*bare, out.rigid); !done) {
        return done.error();
    }
    if (const result<void> done = take(*helped, out.helped); !done) {
        return done.error();
    }
    result<tissue::baked_tissue> baked = give_flesh(*bare);
    if (!baked) {
        return baked.error();
    }
    out.baked = *std::move(baked);
    if (const result<void> done = take(*bare, out.fleshed); !done) {
        return done.error();
    }
    return out;
}

} // namespace demo
