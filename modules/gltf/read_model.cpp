#include <jounce/modules/gltf/affine_clips.hpp>
#include <jounce/modules/gltf/bones.hpp>
#include <jounce/modules/gltf/buffers.hpp>
#include <jounce/modules/gltf/check_document.hpp>
#include <jounce/modules/gltf/clips.hpp>
#include <jounce/modules/gltf/compressed.hpp>
#include <jounce/modules/gltf/container.hpp>
#include <jounce/modules/gltf/materials.hpp>
#include <jounce/modules/gltf/mesh_levels.hpp>
#include <jounce/modules/gltf/meshes.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/node_extensions.hpp>
#include <jounce/modules/gltf/nodes.hpp>
#include <jounce/modules/gltf/skins.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace jounce::gltf {
namespace {

json::file_kind kind_of(const read_limits& limits) {
    json::file_kind kind;
    kind.noun = "glTF file";
    kind.if_missing = "check the path";
    kind.max_file_bytes = limits.max_file_bytes;
    kind.max_total_bytes = limits.max_total_bytes;
    return kind;
}

std::chrono::steady_clock::time_point deadline_of(const read_limits& limits) {
    // A day is as good as for ever, and does not overflow the clock.
    const double seconds = std::clamp(limits.max_seconds, 0.0, 86400.0);
    return std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds));
}

/// Each step needs what those before it made, and is left out after a mistake.
void read_parts(source& from, std::span<const std::byte> bytes, model& into) {
    const container parts = open_container(from, bytes);
    if (!from.ok()) {
        return;
    }
    const json::document text(from.shared, from.file, parts.json);
    const json::value root = text.root();
    node_tree tree;
    const auto step = [&](const char* place, const auto& read) {
        if (from.in_time(place)) {
            read();
        }
    };
    step("", [&] { check_asset(from, root); });
    step("", [&] { check_document(from, root); });
    step("", [&] { parse_document(from, root); });
    step("/buffers", [&] { read_buffers(from, root, parts); });
    step("/bufferViews", [&] { decode_views(from, root); });
    step("/accessors", [&] { check_layout(from); });
    step("/meshes", [&] { decode_primitives(from, root); });
    step("/materials", [&] { read_materials(from, root, into); });
    step("/nodes", [&] { tree = read_nodes(from); });
    step("/skins", [&] { read_skins(from, into); });
    std::vector<level_group> levels;
    step("/nodes", [&] { levels = find_level_nodes(from, root, tree); });
    step("/meshes", [&] { read_meshes(from, root, into); });
    step("/nodes", [&] { read_levels(from, levels, tree, into); });
    step("/images", [&] { read_images(from, root, into); });
    step("/meshes", [&] { make_missing_tangents(from, into); });
    step("/nodes", [&] { mark_mirrored(tree, into); });
    step("/nodes", [&] { mark_hidden(from, root, tree, into); });
    step("/nodes", [&] { read_instances(from, root, into); });
    step("/animations", [&] { read_clips(from, into); });
    step("/animations", [&] { read_affine_clips(from, root, into); });
    step("/nodes", [&] { build_bones(from, root, tree, into); });
    if (from.ok()) {
        into.json = std::string(parts.json);
    }
}

result<model> read_with(json::reading& shared, std::span<const std::byte> bytes,
                        const std::filesystem::path& name, const read_limits& limits) {
    const std::filesystem::path shown = name.empty() ? "glTF in memory" : name;
    source from = {limits, shared, shown};
    from.folder = name.parent_path();
    from.has_folder = !name.empty();
    from.deadline = deadline_of(limits);
    model made;
    try {
        read_parts(from, bytes, made);
    } catch (const std::bad_alloc&) {
        from.fail(errors::too_large, "", "there is not enough memory to read it; make it smaller");
    } catch (const std::exception& unexpected) {
        // tinygltf and the JSON library throw; nothing of theirs may pass.
        from.fail(errors::bad_json, "", std::string("cannot be read: ") + unexpected.what());
    }
    if (!from.ok()) {
        return from.shared.error();
    }
    made.file = shown;
    made.buffers = std::move(from.buffers);
    made.warnings = std::move(from.warnings);
    made.extensions = std::move(from.extensions);
    return made;
}

} // namespace

result<model> parse_model(std::span<const std::byte> bytes, const std::filesystem::path& name,
                          const read_limits& limits) {
    json::reading shared(kind_of(limits));
    if (bytes.size() > limits.max_file_bytes) {
        return error{errors::too_large, name.string() + ": has " + std::to_string(bytes.size()) +
                                            " bytes, " + std::to_string(limits.max_file_bytes) +
                                            " are allowed here; raise max_file_bytes"};
    }
    return read_with(shared, bytes, name, limits);
}

result<model> read_model(const std::filesystem::path& file, const read_limits& limits) {
    json::reading shared(kind_of(limits));
    const std::string bytes = json::read_file(shared, file, limits.max_file_bytes);
    if (!shared.ok()) {
        return shared.error();
    }
    return read_with(shared, std::as_bytes(std::span(bytes)), file, limits);
}

} // namespace jounce::gltf
