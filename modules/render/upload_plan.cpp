#include <jounce/modules/render/upload_plan.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/pose/palette.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace jounce::render {
namespace {

std::uint32_t weight_texels(std::uint32_t morph_count) { return (morph_count + 3) / 4; }

template <class Storage> auto find_in(Storage& all, entt::entity who) {
    return all.contains(who) ? &all.get(who) : nullptr;
}

} // namespace

void upload_plan::make(entt::registry& registry, std::span<const planned_mesh> meshes,
                       std::span<planned_part> parts, const plan_request& request) {
    copies_.clear();
    first_job_.clear();
    weights_.clear();
    flesh_.clear();
    rigid_count_ = 0;
    latest_.joint_count = -1; // meshes may have come and gone
    texels_ = 0;
    instance_texels_ = 0;
    drawn_ = 0;
    left_out_ = 0;
    mismatched_ = 0;
    too_small_ = 0;
    culled_ = 0;
    at_level_ = {};
    for (planned_part& part : parts) {
        part.drawn.clear();
    }
    const frame_input in = {registry, meshes, parts, request};
    auto& looks = registry.storage<appearance>();
    const auto& placements = registry.storage<placement>();
    const auto& weights = registry.storage<morph_weights>();
    for (const entt::entity entity : context<crowd_index>(registry).blocks) {
        mark_block();
        const block& of = registry.get<const block>(entity);
        block_palettes from;
        from.block = entity;
        from.shown = &registry.get<const palette>(entity);
        from.moved = of.kind->tissue != nullptr ? registry.try_get<displacements>(entity) : nullptr;
        // First where everything is, then the work: eight waits for memory at the same time instead
        // of one after the other, which is most of what planning costs.
        candidates found;
        std::size_t count = 0;
        placement unplaced;
        for (int lane = 0; lane < lane_count; ++lane) {
            const entt::entity who = of.characters[static_cast<std::size_t>(lane)];
            appearance* look = of.is_active(lane) ? find_in(looks, who) : nullptr;
            if (look != nullptr && !look->hidden && !look->meshes.empty()) {
                const placement* at = find_in(placements, who);
                if (at == nullptr) {
                    unplaced = natural_placement(of.kind->rig);
                }
                found[count++] = {look, look->meshes.front(), at != nullptr ? at : &unplaced,
                                  find_in(weights, who), lane};
            }
        }
        if (request.cull.is_on() && count > 0) {
            count = keep_visible(in, from, found, count);
        }
        for (const candidate& each : std::span(found).first(count)) {
            drawn_ += add_character(in, from, each) ? 1U : 0U;
        }
    }
    mark_block();
    for (planned_part& part : parts) {
        part.by_palette = part.drawn.size();
    }
}

const upload_plan::outfit& upload_plan::outfit_of(const std::vector<mesh_id>& meshes,
                                                  mesh_id first_mesh, const palette& rows,
                                                  const frame_input& in) {
    outfit& out = latest_;
    // Neighbours are mostly of one kind, and have one mesh.
    if (out.joint_count == rows.joint_count && out.mode == rows.mode &&
        out.meshes.size() == meshes.size() && out.meshes.front() == first_mesh &&
        (meshes.size() == 1 || out.meshes == meshes)) {
        return out;
    }
    out.meshes = meshes;
    out.joint_count = rows.joint_count;
    out.mode = rows.mode;
    out.fits = false;
    out.shares = false;
    out.palettes = 0;
    out.weights = 0;
    out.handles = 0;
    out.instances = 0;
    for (const mesh_id id : meshes) {
        const auto index = static_cast<std::size_t>(id);
        const planned_mesh mesh = index < in.meshes.size() ? in.meshes[index] : planned_mesh{};
        if (mesh.part_count == 0) {
            return out;
        }
        for (const planned_part& part : in.parts.subspan(mesh.first_part, mesh.part_count)) {
            if (part.joint_count != rows.joint_count || part.mode != rows.mode) {
                return out;
            }
            out.shares = out.shares || part.part->joints.empty();
            out.palettes +=
                part.part->joints.size() * static_cast<std::size_t>(rows.rows_per_joint());
            const std::uint32_t handles = part.part->handle_count;
            if (handles != 0 && out.handles != 0 && handles != out.handles) {
                return out;
            }
            out.handles = std::max(out.handles, handles);
            out.weights += weight_texels(part.morph_count) + handles;
            ++out.instances;
        }
    }
    out.palettes += out.shares ? static_cast<std::size_t>(rows.rows_per_lane()) : 0;
    out.fits = true;
    return out;
}

bool upload_plan::add_character(const frame_input& in, block_palettes& from, const candidate& who) {
    appearance& look = *who.look;
    const int lane = who.lane;
    instance told;
    write_placement(told, *who.at, in.request.origin);
    const bool has_levels = !in.request.view.levels.empty();
    if (has_levels) {
        chosen_ = look.meshes;
        if (!in.request.view.choose(in.meshes, told, who.at->scale, chosen_, look.level)) {
            ++too_small_;
            return false;
        }
    }
    const std::vector<mesh_id>& meshes = has_levels ? chosen_ : look.meshes;
    const mesh_id first_mesh = has_levels ? chosen_.front() : who.first_mesh;
    const outfit& wears = outfit_of(meshes, first_mesh, *from.shown, in);
    // A kind without flesh may wear a mesh with flesh, which then stays at rest; another flesh does not fit.
    const bool fits_flesh =
        from.moved == nullptr || wears.handles == 0 || from.moved->handles.size() == wears.handles;
    if (!wears.fits || !fits_flesh) {
        ++mismatched_;
        return false;
    }
    // All of a character or nothing.
    const bool both = in.request.deviation && !look.rigid;
    const std::size_t instances = in.request.instances ? instance_rows * wears.instances : 0;
    const std::size_t needed = wears.palettes * (both ? 2 : 1) + wears.weights + instances;
    if (texel_count() + needed > in.request.max_texels) {
        ++left_out_;
        return false;
    }
    instance_texels_ += instances;

    const palette& shown = look.rigid ? rigid_palette(in.registry, from) : *from.shown;
    const palette* rigid = both ? &rigid_palette(in.registry, from) : nullptr;
    std::uint32_t shared = 0;
    float shared_rigid = -1;
    if (wears.shares) {
        shared = add_palette(shown, lane, nullptr);
        shared_rigid =
            rigid != nullptr ? static_cast<float>(add_palette(*rigid, lane, nullptr)) : -1.0F;
    }

    write_tint(told, look.tint);
    told.rows[3].v[3] = look.method == skin_method::linear ? 1.0F : 0.0F;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const planned_mesh mesh = in.meshes[static_cast<std::size_t>(meshes[m])];
        const std::span<const float> shape = weights_of(who.weights, m);
        for (planned_part& part : in.parts.subspan(mesh.first_part, mesh.part_count)) {
            std::uint32_t first = shared;
            float first_rigid = shared_rigid;
            if (!part.part->joints.empty()) {
                first = add_palette(shown, lane, part.part);
                first_rigid = rigid != nullptr
                                  ? static_cast<float>(add_palette(*rigid, lane, part.part))
                                  : -1.0F;
            }
            told.rows[3].v[0] = static_cast<float>(first);
            told.rows[3].v[1] = first_rigid;
            told.rows[3].v[2] = static_cast<float>(texels_);
            if (part.morph_count > 0) {
                weights_.push_back(
                    {shape.first(std::min<std::size_t>(shape.size(), part.morph_count)),
                     static_cast<std::uint32_t>(texels_), weight_texels(part.morph_count)});
                texels_ += weight_texels(part.morph_count);
            }
            if (const std::uint32_t handles = part.part->handle_count; handles > 0) {
                const bool moves = from.moved != nullptr && !look.rigid;
                flesh_.push_back({moves ? from.moved->handles.data() : nullptr, lane,
                                  static_cast<std::uint32_t>(texels_), handles});
                texels_ += handles;
            }
            part.drawn.push_back(told);
        }
    }
    ++at_level_[has_levels ? std::min<std::size_t>(look.level, max_mesh_levels - 1) : 0];
    return true;
}

std::uint32_t upload_plan::add_palette(const palette& from, int lane, const mesh_part* part) {
    const auto to = static_cast<std::uint32_t>(texels_);
    const auto rows_per_joint = static_cast<std::uint32_t>(from.rows_per_joint());
    const std::uint32_t rows =
        part != nullptr ? static_cast<std::uint32_t>(part->joints.size()) * rows_per_joint
                        : static_cast<std::uint32_t>(from.rows_per_lane());
    texels_ += rows;
    const palette_row<float>* source = from.lane_rows(lane);
    if (part == nullptr && !copies_.empty()) {
        copy_job& before = copies_.back();
        if (before.part == nullptr && before.from + before.rows == source &&
            before.to + before.rows == to) {
            before.rows += rows;
            return to;
        }
    }
    copies_.push_back({source, part, to, rows, rows_per_joint});
    return to;
}

const palette& upload_plan::rigid_palette(entt::registry& registry, block_palettes& from) {
    if (from.rigid != nullptr) {
        return *from.rigid;
    }
    if (rigid_.size() == rigid_count_) {
        // Room for all blocks at once: copies point into these palettes.
        rigid_.reserve(context<crowd_index>(registry).blocks.size());
        rigid_.emplace_back();
    }
    palette& made = rigid_[rigid_count_++];
    animated_pose(registry, from.block, rigid_pose_);
    made.mode = from.shown->mode;
    made.joint_count = from.shown->joint_count;
    made.rows.resize(from.shown->rows.size());
    std::swap(rigid_bones_.bones, rigid_pose_.bones);
    std::swap(rigid_bones_.linear, rigid_pose_.linear);
    palette_rows(registry.get<const block>(from.block).kind->bind, rigid_bones_, made);
    from.rigid = &made;
    return made;
}

} // namespace jounce::render
