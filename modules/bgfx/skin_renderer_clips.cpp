#include <jounce/modules/bgfx/skin_renderer_implementation.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace jounce::render {
namespace {

/// A sphere about the vertices of a mesh.
void enclose(std::span<const gpu_part> parts, planned_levels& of) {
    vec3<float> low = {1e30F, 1e30F, 1e30F};
    vec3<float> high = -1.0F * low;
    for (const gpu_part& part : parts) {
        for (const part_vertex& v : part.part->vertices) {
            low = {std::min(low.x, v.position.x), std::min(low.y, v.position.y),
                   std::min(low.z, v.position.z)};
            high = {std::max(high.x, v.position.x), std::max(high.y, v.position.y),
                    std::max(high.z, v.position.z)};
        }
    }
    of.centre = 0.5F * (low + high);
    for (const gpu_part& part : parts) {
        for (const part_vertex& v : part.part->vertices) {
            of.radius = std::max(of.radius, length(v.position - of.centre));
        }
    }
}

} // namespace

result<mesh_id> skin_renderer::implementation::add_levels(std::span<const mesh_level> levels) {
    const auto bad = [](const char* name, const std::string& what) {
        return error{name, "levels of a mesh: " + what};
    };
    if (levels.empty()) {
        return bad(errors::no_mesh, "there are none; give at least one mesh of add_mesh");
    }
    if (levels.size() > max_mesh_levels) {
        return bad(errors::too_many, std::to_string(levels.size()) + " levels; " +
                                         std::to_string(max_mesh_levels) + " are allowed");
    }
    const planned_part* first = nullptr;
    float above = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto index = static_cast<std::size_t>(levels[i].mesh);
        const std::string which = "level " + std::to_string(i);
        if (index >= meshes_.size() || meshes_[index].part_count == 0) {
            return bad(errors::bad_index, which + " is no mesh of add_mesh, or was removed");
        }
        const planned_part& part = state_.planned[meshes_[index].first_part];
        first = first != nullptr ? first : &part;
        if (part.joint_count != first->joint_count || part.mode != first->mode ||
            part.morph_count != first->morph_count) {
            return bad(errors::inconsistent,
                       which +
                           " has other joints, morph targets or another palette mode than level 0");
        }
        if (!(levels[i].min_size >= 0 && levels[i].min_size <= above)) {
            return bad(errors::bad_order,
                       which + " has a min_size below 0 or above that of the level before");
        }
        above = levels[i].min_size;
    }
    planned_levels made;
    made.levels.assign(levels.begin(), levels.end());
    const planned_mesh& finest = meshes_[static_cast<std::size_t>(levels.front().mesh)];
    enclose(std::span(state_.parts).subspan(finest.first_part, finest.part_count), made);
    planned_mesh mesh;
    mesh.levels = static_cast<std::int32_t>(levels_.size());
    levels_.push_back(std::move(made));
    std::vector<const skin_reach*> reaches;
    for (const mesh_level& level : levels) {
        reaches.push_back(&reaches_[static_cast<std::size_t>(level.mesh)]);
    }
    reaches_.push_back(merge_reaches(reaches));
    meshes_.push_back(mesh);
    return static_cast<mesh_id>(meshes_.size() - 1);
}

level_view skin_renderer::implementation::view_from(const vec3<double>& origin) const {
    level_view out;
    out.levels = levels_;
    out.eye = cast<float>(view_.eye - origin);
    out.zoom = view_.half_height > 0 ? 1.0F / view_.half_height : 0.0F;
    return out;
}

cull_request skin_renderer::implementation::cull_from(const vec3<double>& origin) {
    culling_.aim(frusta_, origin);
    return {&culling_, reaches_};
}

result<std::vector<clip_id>>
skin_renderer::implementation::add_clips(std::span<const clip_source> clips) {
    std::vector<clip_id> out;
    for (const clip_source& clip : clips) {
        const result<clip_id> added = clips_.add(clip, palette_texture::capacity());
        if (!added) {
            for (const clip_id each : out) {
                clips_.remove(each);
            }
            error wrong = added.error();
            wrong.message = "clip " + std::to_string(out.size()) + " of " +
                            std::to_string(clips.size()) + ": " + wrong.message;
            return wrong;
        }
        out.push_back(*added);
    }
    make_clip_texture();
    return out;
}

void skin_renderer::implementation::remove_clip(clip_id clip) {
    clips_.remove(clip);
    make_clip_texture();
    // What was planned may point to texels that have moved.
    for (planned_part& part : state_.planned) {
        part.drawn.resize(std::min(part.drawn.size(), part.by_palette));
    }
}

void skin_renderer::implementation::make_clip_texture() {
    state_.clip_texture.reset();
    if (clips_on_gpu()) {
        state_.clip_texture = make_row_texture(clips_.rows());
    }
}

palette_row<float>* skin_renderer::implementation::plan_clips(entt::registry& registry,
                                                              palette_row<float>* to) {
    clip_request request;
    request.origin = planned_origin_;
    request.time = clip_time_;
    request.view = view_from(planned_origin_);
    request.cull = cull_from(planned_origin_);
    request.on_gpu = clips_on_gpu();
    request.first_texel = plan_.texel_count();
    request.max_texels = std::min(state_.options.max_palette_texels, palette_texture::capacity());
    clip_plan_.make(registry, meshes_, state_.planned, clips_, request);
    if (clip_plan_.last_texel() > plan_.texel_count()) {
        to = state_.texture.grow(clip_plan_.last_texel());
        clip_plan_.copy(clips_, to);
    }
    return to;
}

} // namespace jounce::render
