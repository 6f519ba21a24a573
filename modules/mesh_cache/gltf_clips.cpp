#include <jounce/modules/mesh_cache/gltf_clips.hpp>

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/mesh_cache/clip_sampler.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace jounce::mesh_cache {
namespace {

/// One model, step by step. A step either succeeds or gives an error.
class sampling {
public:
    sampling(gltf::model model, const read_options& options) : options_(options) {
        out_.model = std::move(model);
        out_.name = out_.model->file.stem().string();
        fps_ = options.fps > 0 ? options.fps : usual_fps;
    }

    result<cached_mesh> run() {
        for (const auto step :
             {&sampling::choose_meshes, &sampling::choose_clips, &sampling::check_size,
              &sampling::sample, &sampling::check_numbers}) {
            if (std::optional<error> wrong = (this->*step)()) {
                return *std::move(wrong);
            }
        }
        return std::move(out_);
    }

private:
    /// As a float, as files have the times of keys: a STEP key must not be missed by a rounding.
    double frame_time(std::size_t frame) const {
        return static_cast<double>(static_cast<float>(static_cast<double>(frame) / fps_));
    }

    std::string where() const { return out_.model->file.string() + ": "; }

    std::optional<error> choose_meshes() {
        const gltf::model& model = *out_.model;
        for (std::size_t m = 0; m < model.meshes.size(); ++m) {
            const gltf::mesh& mesh = model.meshes[m];
            const bool is_hidden = !mesh.is_visible;
            if (is_hidden || mesh.triangles.empty()) {
                out_.warnings.push_back(where() + "mesh \"" + json::printable(mesh.name) +
                                        (is_hidden ? "\" is hidden" : "\" has no triangles") +
                                        " and was left out");
                continue;
            }
            mesh_part& part = out_.parts.emplace_back();
            part.name = mesh.name;
            part.mesh = static_cast<std::int32_t>(m);
            part.first_vertex = vertices_;
            part.vertex_count = mesh.vertices.positions.size();
            part.first_triangle = triangles_;
            part.triangle_count = mesh.triangles.size() / 3;
            vertices_ += part.vertex_count;
            triangles_ += part.triangle_count;
            has_normals_ = has_normals_ && mesh.vertices.normals.size() == part.vertex_count;
        }
        if (!model.instances.empty()) {
            out_.warnings.push_back(where() + "its instances are shown once only");
        }
        return out_.parts.empty()
                   ? std::optional(error{errors::no_mesh, where() + "has no mesh with triangles"})
                   : std::nullopt;
    }

    std::optional<error> choose_clips() {
        const std::vector<clip>& clips = out_.model->clips.clips;
        if (clips.empty()) {
            return error{errors::no_such_clip,
                         where() + "has no animations; export it with morph or skinned clips"};
        }
        std::vector<std::string_view> known;
        for (const clip& one : clips) {
            known.push_back(one.name);
        }
        for (const std::string& name : options_.clips) {
            const auto found = std::find(known.begin(), known.end(), name);
            if (found == known.end()) {
                return error{errors::unknown_clip, where() + "has no clip \"" +
                                                       json::printable(name) + "\"; " +
                                                       did_you_mean(name, known)};
            }
            clips_.push_back(static_cast<std::size_t>(found - known.begin()));
        }
        for (std::size_t c = 0; c < clips.size() && options_.clips.empty(); ++c) {
            clips_.push_back(c);
        }
        return std::nullopt;
    }

    /// Frames are counted before anything is made of them.
    std::optional<error> check_size() {
        double frames = 0;
        for (const std::size_t c : clips_) {
            const clip& one = out_.model->clips.clips[c];
            // The end is shown too, even if it lies between two frames.
            const double count = std::ceil(static_cast<double>(one.duration) * fps_ - 1e-3) + 1;
            if (!(frames + count <= static_cast<double>(options_.limits.max_frames))) {
                return error{errors::too_many,
                             where() + "clip \"" + json::printable(one.name) + "\" needs " +
                                 std::to_string(count) + " frames, " +
                                 std::to_string(options_.limits.max_frames) +
                                 " are allowed in all; choose fewer clips or a lower --fps"};
            }
            const auto whole = static_cast<std::size_t>(std::max(count, 1.0));
            out_.animation.takes.push_back(
                {one.name, static_cast<std::size_t>(frames), whole, fps_});
            frames += static_cast<double>(whole);
        }
        frames_ = static_cast<std::size_t>(frames);
        if (vertices_ > options_.limits.max_bytes / sizeof(vec3<double>) / (frames_ + 1)) {
            return error{errors::too_large,
                         where() + std::to_string(frames_) + " frames of " +
                             std::to_string(vertices_) + " vertices need more than the " +
                             std::to_string(options_.limits.max_bytes) +
                             " bytes that are allowed; choose fewer clips or a lower --fps"};
        }
        return std::nullopt;
    }

    std::optional<error> sample() {
        result<std::unique_ptr<clip_sampler>> made = clip_sampler::make(*out_.model);
        if (!made) {
            return made.error();
        }
        clip_sampler& sampler = **made;
        decompose::mesh_animation& to = out_.animation;
        to.rest.reserve(vertices_);
        to.frames.reserve(vertices_ * frames_);
        to.triangles.reserve(3 * triangles_);
        sampler.show(-1, 0);
        for (const mesh_part& part : out_.parts) {
            const auto m = static_cast<std::size_t>(part.mesh);
            sampler.append(m, to.rest, has_normals_ ? &out_.normals : nullptr);
            for (const std::uint32_t vertex : out_.model->meshes[m].triangles) {
                to.triangles.push_back(vertex + static_cast<std::uint32_t>(part.first_vertex));
            }
        }
        for (std::size_t t = 0; t < clips_.size(); ++t) {
            for (std::size_t f = 0; f < to.takes[t].frame_count; ++f) {
                sampler.show(static_cast<std::int32_t>(clips_[t]), frame_time(f));
                for (const mesh_part& part : out_.parts) {
                    sampler.append(static_cast<std::size_t>(part.mesh), to.frames);
                }
            }
        }
        return std::nullopt;
    }

    /// Finite keys can still move vertices beyond what floats hold.
    std::optional<error> check_numbers() {
        const auto is_bad = [](const vec3<double>& at) {
            return !(std::abs(at.x) <= json::max_number && std::abs(at.y) <= json::max_number &&
                     std::abs(at.z) <= json::max_number);
        };
        const decompose::mesh_animation& all = out_.animation;
        const auto wrong = std::find_if(all.frames.begin(), all.frames.end(), is_bad);
        if (wrong != all.frames.end()) {
            const auto at = static_cast<std::size_t>(wrong - all.frames.begin());
            return error{errors::not_finite,
                         where() + "vertex " + std::to_string(at % vertices_) + " of frame " +
                             std::to_string(at / vertices_) +
                             " is not a number below 1e30 in size; repair the clip"};
        }
        if (std::any_of(all.rest.begin(), all.rest.end(), is_bad)) {
            return error{errors::not_finite,
                         where() + "its rest pose has vertices that are not finite; repair it"};
        }
        return std::nullopt;
    }

    const read_options& options_;
    cached_mesh out_;
    double fps_ = usual_fps;
    std::size_t vertices_ = 0;
    std::size_t triangles_ = 0;
    std::size_t frames_ = 0;
    bool has_normals_ = true;
    std::vector<std::size_t> clips_; ///< [take]
};

} // namespace

result<cached_mesh> sample_clips(gltf::model model, const read_options& options) {
    return sampling(std::move(model), options).run();
}

result<cached_mesh> read_gltf_clips(const std::filesystem::path& file,
                                    const read_options& options) {
    gltf::read_limits limits;
    limits.max_file_bytes = options.limits.max_file_bytes;
    limits.max_total_bytes = options.limits.max_bytes;
    limits.max_seconds = 600;
    result<gltf::model> model = gltf::read_model(file, limits);
    if (!model) {
        return model.error();
    }
    return sample_clips(*std::move(model), options);
}

} // namespace jounce::mesh_cache
