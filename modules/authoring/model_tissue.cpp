#include <jounce/modules/authoring/model_tissue.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace jounce::authoring {
namespace {

namespace fs = std::filesystem;

/// Models come from anywhere: what they name must lie beside them or below.
bool leads_out(const fs::path& path) {
    return path.is_absolute() || path.has_root_name() ||
           std::find(path.begin(), path.end(), fs::path("..")) != path.end();
}

/// The skin that the flesh was baked for, or -1.
std::int32_t skin_for(const tissue::baked_tissue& baked, const gltf::model& in) {
    for (std::int32_t s = 0; at(s) < in.skins.size(); ++s) {
        const result<tissue::model_skin> skin = tissue::skin_of(in, s);
        if (skin && tissue::check_mesh(baked, tissue::hash_of(skin->mesh()))) {
            return s;
        }
    }
    return -1;
}

/// The vertices of a skin, which flesh needs to touch something. @pre `skin_for` has found it
skinned_mesh mesh_of(const gltf::model& in, std::int32_t skin) {
    const result<tissue::model_skin> all = tissue::skin_of(in, skin);
    skinned_mesh out;
    out.first_influence = {0};
    for (std::size_t v = 0; v < all->positions.size(); ++v) {
        out.positions.push_back(cast<float>(all->positions[v]));
        for (const weights::bone_weight& one : all->joints.of(v)) {
            out.influences.push_back(
                {static_cast<std::uint16_t>(one.bone), static_cast<float>(one.weight)});
        }
        out.first_influence.push_back(static_cast<std::uint32_t>(out.influences.size()));
    }
    return out;
}

} // namespace

result<std::optional<model_tissue>> find_tissue(const gltf::model& in, const spring_source& source,
                                                const fs::path& chosen) {
    const std::optional<tissue_entry>& said = source.settings.tissue;
    if (chosen.empty() && !said) {
        return std::optional<model_tissue>();
    }
    model_tissue out;
    out.file = chosen;
    if (said) {
        out.run = said->run;
        out.weight = static_cast<float>(said->weight);
    }
    if (chosen.empty()) {
        const bool is_inside = source.origin == spring_origin::extras;
        if (is_inside && leads_out(said->file)) {
            return error{errors::bad_uri, source.settings.file.string() + ": /tissue/file: \"" +
                                              said->file +
                                              "\" leads out of the model's folder; put the baked "
                                              "tissue beside the model"};
        }
        const fs::path& beside = is_inside ? in.file : source.settings.file;
        out.file = beside.parent_path() / said->file;
    }
    result<tissue::baked_tissue> read = tissue::read_tissue(out.file);
    if (!read) {
        return read.error();
    }
    out.baked = *std::move(read);
    out.skin = skin_for(out.baked, in);
    if (out.skin < 0) {
        return error{errors::other_mesh,
                     out.file.string() + ": was baked for another mesh: no skin of " +
                         in.file.string() +
                         " has the same vertices, triangles and weights; bake it again"};
    }
    return std::optional<model_tissue>(std::move(out));
}

result<std::shared_ptr<const tissue_set>> make_flesh(const model_tissue& of, const gltf::model& in,
                                                     const character_kind& kind) {
    const gltf::skin& skin = in.skins[at(of.skin)];
    // The bake counts the joints of its skin alone.
    skin_binding bind = kind.bind;
    bind.joints.assign(kind.bind.joints.begin() + skin.first_joint,
                       kind.bind.joints.begin() + skin.first_joint + skin.joint_count);
    const skinned_mesh touched = mesh_of(in, of.skin);
    std::span<const bone_collider> colliders = kind.springs.stable.colliders;
    colliders = colliders.first(
        std::min(colliders.size(), static_cast<std::size_t>(most_tissue_colliders)));
    result<tissue_set> made = make_tissue_set<float>(of.baked, bind, of.baked.metres_per_unit,
                                                     of.run, &touched, colliders);
    if (!made) {
        return error{made.error().name, of.file.string() + ": " + made.error().message};
    }
    return std::make_shared<const tissue_set>(*std::move(made));
}

} // namespace jounce::authoring
