#include <jounce/modules/bake/read_unbaked.hpp>

#include <jounce/modules/authoring/baked_clips.hpp>
#include <jounce/modules/bake/bake_mark.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/bake/write_flesh.hpp>

#include <set>
#include <span>
#include <utility>

namespace jounce::bake {

result<unbaked_model> read_unbaked(const std::filesystem::path& file, const std::string& clip,
                                   bool keep_baked, bool all_buffers) {
    const gltf::read_limits limits = {.need_all_buffers = all_buffers};
    result<gltf::model> read = gltf::read_model(file, limits);
    if (!read) {
        return read.error();
    }
    unbaked_model out = {*std::move(read), {}, false};
    if (keep_baked || authoring::baked_clips(out.model.json).empty()) {
        return out;
    }
    result<glb_document> document =
        glb_document::make(out.model.json, out.model.buffers, out.model.file);
    if (!document) {
        return document.error();
    }
    std::set<std::size_t> gone;
    std::set<std::size_t> accessors;
    const bool has_flesh = has_baked_flesh(document->json());
    if (has_flesh && !clip.empty()) {
        return error{errors::baked_already,
                     out.model.file.string() +
                         ": has flesh baked into all of its clips, which cannot be taken out of "
                         "one; bake all clips, or the file that it was baked from"};
    }
    bool changed = has_flesh;
    for (std::size_t c = 0; c < out.model.clips.clips.size(); ++c) {
        const std::string& name = out.model.clips.clips[c].name;
        if (!clip.empty() && clip != name) {
            continue;
        }
        const result<taken_back> taken = take_back(*document, c, out.model.file.string());
        if (!taken) {
            return taken.error();
        }
        if (taken->nodes.empty()) {
            continue;
        }
        changed = true;
        accessors.insert(taken->accessors.begin(), taken->accessors.end());
        if (taken->only_baked) {
            gone.insert(c);
        }
        out.notes.push_back("clip \"" + name + "\": the springs that were baked into it before (" +
                            std::to_string(taken->nodes.size()) +
                            " bones) are replaced; --keep-baked keeps those of other bones");
    }
    if (!changed) {
        return out;
    }
    if (has_flesh) {
        if (std::optional<error> wrong =
                take_flesh_back(document->json(), out.model.file.string(), accessors)) {
            return *std::move(wrong);
        }
    }
    out.rest_clip_gone = !gone.empty();
    forget(*document, gone, std::move(accessors));
    // Read again, with all checks: what a mark says is no more to be trusted than the rest of a file.
    const result<std::string> bytes = document->bytes();
    if (!bytes) {
        return bytes.error();
    }
    result<gltf::model> again = gltf::parse_model(std::as_bytes(std::span(*bytes)), file, limits);
    if (!again) {
        return again.error();
    }
    out.model = *std::move(again);
    return out;
}

std::optional<error> check_not_baked(const gltf::model& in, const std::vector<std::int32_t>& clips,
                                     const std::vector<std::int32_t>& spring_bones) {
    const auto json = nlohmann::ordered_json::parse(in.json, nullptr, false);
    for (const std::int32_t clip : clips) {
        if (clip < 0) {
            continue;
        }
        const std::size_t c = static_cast<std::size_t>(clip);
        const std::set<std::int32_t> baked = baked_nodes(json, c);
        for (const std::int32_t bone : spring_bones) {
            const std::size_t b = static_cast<std::size_t>(bone);
            if (baked.count(in.node_of_bone[b]) > 0) {
                return error{errors::baked_already,
                             in.file.string() + ": clip \"" + in.clips.clips[c].name +
                                 "\" has the springs of \"" + in.bones.names[b] +
                                 "\" baked in already, they would swing twice; leave out "
                                 "--keep-baked to replace them"};
            }
        }
    }
    return std::nullopt;
}

} // namespace jounce::bake
