#include <jounce/modules/mesh_cache/read_mesh_cache.hpp>

#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/mesh_cache/gltf_clips.hpp>
#include <jounce/modules/mesh_cache/obj_folder.hpp>
#include <jounce/modules/mesh_cache/parse_obj.hpp>
#include <jounce/modules/mesh_cache/parse_sma.hpp>
#include <jounce/modules/mesh_cache/point_cache.hpp>
#include <jounce/modules/mesh_cache/read_text.hpp>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace jounce::mesh_cache {
namespace {

namespace fs = std::filesystem;
using decompose::mesh_animation;

constexpr double most_fps = 1000;

double chosen_fps(const read_options& options, double of_file = 0) {
    return options.fps > 0 ? options.fps : of_file > 0 ? of_file : usual_fps;
}

/// A file of the same name with another suffix, in small letters or large; empty if there is none.
fs::path beside(const fs::path& file, std::initializer_list<const char*> suffixes) {
    std::error_code ignored;
    for (const char* suffix : suffixes) {
        fs::path other = file;
        other.replace_extension(suffix);
        if (fs::is_regular_file(other, ignored)) {
            return other;
        }
    }
    return {};
}

result<mesh_animation> read_points(const fs::path& cache, const fs::path& obj,
                                   const read_options& options) {
    result<obj_mesh> mesh = read_obj(obj, options.limits);
    if (!mesh) {
        return mesh.error();
    }
    const result<std::string> bytes = read_text(cache, options.limits.max_file_bytes);
    if (!bytes) {
        return bytes.error();
    }
    const auto data = std::as_bytes(std::span(*bytes));
    result<point_cache> points = lower_suffix(cache) == ".pc2"
                                     ? parse_pc2(data, cache, options.limits)
                                     : parse_mdd(data, cache, options.limits);
    if (!points) {
        return points.error();
    }
    if (points->points != mesh->positions.size()) {
        return error{errors::bad_count, cache.string() + ": has " + std::to_string(points->points) +
                                            " points, " + obj.string() + " has " +
                                            std::to_string(mesh->positions.size()) +
                                            " vertices; export both from the same mesh, without "
                                            "modifiers that add vertices"};
    }
    mesh_animation out;
    out.rest = std::move(mesh->positions);
    out.triangles = std::move(mesh->triangles);
    out.frames = std::move(points->positions);
    out.takes.push_back(
        {cache.stem().string(), 0, points->frames, chosen_fps(options, points->fps)});
    return out;
}

result<mesh_animation> read_point_cache(const fs::path& cache, const read_options& options) {
    const fs::path obj = options.rest.empty() ? beside(cache, {".obj", ".OBJ"}) : options.rest;
    if (obj.empty()) {
        return error{errors::missing_file,
                     cache.string() +
                         ": has points but no faces, and no .obj of the same name is beside it; "
                         "export the mesh as OBJ and name it by --rest"};
    }
    return read_points(cache, obj, options);
}

result<mesh_animation> read_beside_obj(const fs::path& obj, const read_options& options) {
    const fs::path cache = beside(obj, {".pc2", ".PC2", ".mdd", ".MDD"});
    if (cache.empty()) {
        return error{errors::missing_file,
                     obj.string() +
                         ": is one frame, and no .pc2 or .mdd of the same name is beside it; give "
                         "the cache, or the folder with a .obj file per frame"};
    }
    return read_points(cache, options.rest.empty() ? obj : options.rest, options);
}

result<mesh_animation> read_sma(const fs::path& file, const read_options& options) {
    const result<std::string> bytes = read_text(file, options.limits.max_file_bytes);
    if (!bytes) {
        return bytes.error();
    }
    result<mesh_animation> out = parse_sma(std::as_bytes(std::span(*bytes)), file, options.limits);
    if (out) {
        out->takes.front().fps = chosen_fps(options);
    }
    return out;
}

/// The rest pose from a file, for formats that do not read it themselves.
std::optional<error> replace_rest(mesh_animation& of, const fs::path& rest,
                                  const read_options& options) {
    result<obj_mesh> mesh = read_obj(rest, options.limits);
    if (!mesh) {
        return mesh.error();
    }
    if (mesh->positions.size() != of.rest.size()) {
        return error{errors::bad_count,
                     rest.string() + ": has " + std::to_string(mesh->positions.size()) +
                         " vertices, the animation has " + std::to_string(of.rest.size()) +
                         "; the rest pose must be of the same mesh"};
    }
    of.rest = std::move(mesh->positions);
    return std::nullopt;
}

std::optional<error> choose_rest(cached_mesh& of, const fs::path& from, std::size_t frame) {
    mesh_animation& animation = of.animation;
    if (frame >= animation.frame_count()) {
        return error{errors::out_of_range, from.string() + ": has no frame " +
                                               std::to_string(frame) +
                                               " for the rest pose; frames are 0 to " +
                                               std::to_string(animation.frame_count() - 1)};
    }
    const auto chosen = animation.frame(frame);
    std::copy(chosen.begin(), chosen.end(), animation.rest.begin());
    of.normals.clear();
    return std::nullopt;
}

result<cached_mesh> wrapped(result<mesh_animation> animation, const fs::path& from) {
    if (!animation) {
        return animation.error();
    }
    cached_mesh out;
    out.name = from.has_stem() ? from.stem().string() : from.parent_path().stem().string();
    out.animation = *std::move(animation);
    out.parts.push_back(
        {out.name, 0, out.animation.rest.size(), 0, out.animation.triangles.size() / 3, -1});
    return out;
}

/// By the name.
result<cached_mesh> read_any(const fs::path& from, const read_options& options) {
    std::error_code ignored;
    const fs::file_status status = fs::status(from, ignored);
    if (!fs::exists(status)) {
        return error{errors::missing_file, from.string() + ": does not exist; check the path"};
    }
    if (fs::is_directory(status)) {
        return wrapped(read_obj_folder(from, options.rest, chosen_fps(options), options.limits),
                       from);
    }
    const std::string suffix = lower_suffix(from);
    if (suffix == ".gltf" || suffix == ".glb" || suffix == ".vrm") {
        if (!options.rest.empty()) {
            return error{errors::unsupported,
                         from.string() +
                             ": has a rest pose of its own; choose a frame by --rest N, "
                             "or leave it out"};
        }
        return read_gltf_clips(from, options);
    }
    if (suffix == ".pc2" || suffix == ".mdd") {
        return wrapped(read_point_cache(from, options), from);
    }
    if (suffix == ".obj") {
        return wrapped(read_beside_obj(from, options), from);
    }
    if (suffix == ".sma") {
        result<cached_mesh> out = wrapped(read_sma(from, options), from);
        if (out && !options.rest.empty()) {
            if (std::optional<error> wrong = replace_rest(out->animation, options.rest, options)) {
                return *std::move(wrong);
            }
        }
        return out;
    }
    return error{errors::wrong_suffix,
                 from.string() + ": is no deforming mesh that is known; give a folder of .obj "
                                 "files, .pc2 or .mdd beside an .obj, .sma, .gltf, .glb or .vrm"};
}

} // namespace

result<cached_mesh> read_mesh_cache(const fs::path& from, const read_options& options) {
    if (!(options.fps >= 0 && options.fps <= most_fps)) {
        return error{errors::bad_option, from.string() +
                                             ": frames per second must be above 0 and at most " +
                                             std::to_string(static_cast<int>(most_fps))};
    }
    result<cached_mesh> out = read_any(from, options);
    if (out && options.rest_frame) {
        if (std::optional<error> wrong = choose_rest(*out, from, *options.rest_frame)) {
            return *std::move(wrong);
        }
    }
    return out;
}

} // namespace jounce::mesh_cache
