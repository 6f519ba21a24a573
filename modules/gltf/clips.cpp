#include <jounce/modules/gltf/clips.hpp>

#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/nodes.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace jounce::gltf {
namespace {

interpolation mode_of(const std::string& name) {
    return name == "STEP"          ? interpolation::step
           : name == "CUBICSPLINE" ? interpolation::cubic
                                   : interpolation::linear;
}

std::size_t values_per_key(interpolation mode) { return mode == interpolation::cubic ? 3 : 1; }

/// Times of one accessor in a clip, and which of its keys are kept.
struct key_times {
    std::uint32_t first = 0;
    std::vector<std::size_t> kept;
    std::size_t given = 0; ///< keys in the file
};

/// Reads one animation.
class clip_reader {
public:
    clip_reader(source& from, const model& meshes, std::size_t index)
        : from_(from), model_(meshes), given_(from.document.animations[index]),
          place_(pointer_to("animations", index)) {}

    clip read() {
        for (std::size_t c = 0; c < given_.channels.size() && from_.ok(); ++c) {
            channel(c);
        }
        return std::move(out_);
    }

private:
    void channel(std::size_t index) {
        const jounce_tinygltf::AnimationChannel& channel = given_.channels[index];
        const std::string place = place_ + "/channels/" + std::to_string(index);
        const std::string& path = channel.target_path;
        if (channel.target_node < 0) {
            from_.warn(place, path.starts_with('/') ? "animates \"" + path +
                                                          "\", which is neither a node's place nor "
                                                          "its weights, and was left out"
                                                    : "moves no node and was left out");
            return;
        }
        if (path != "translation" && path != "rotation" && path != "scale" && path != "weights") {
            from_.warn(place, "moves \"" + path + "\", which is not known, and was left out");
            return;
        }
        if (path == "weights" && from_.is_level(as_size(channel.target_node))) {
            return; // those of the finest level count
        }
        if (!seen_.emplace(channel.target_node, path).second) {
            from_.warn(place, "moves what an earlier channel moves and was left out");
            return;
        }
        const jounce_tinygltf::AnimationSampler& sampler =
            given_.samplers[as_size(channel.sampler)];
        if (!from_.is_there(sampler.input) || !from_.is_there(sampler.output)) {
            from_.warn(place, "lies in a buffer that is missing and was left out");
            return;
        }
        const std::string sampler_place = place_ + "/samplers/" + std::to_string(channel.sampler);
        const key_times* times = read_times(sampler.input, sampler_place + "/input");
        if (times == nullptr) {
            return;
        }
        const interpolation mode = mode_of(sampler.interpolation);
        if (path == "weights") {
            weights(channel.target_node, sampler.output, mode, *times, place,
                    sampler_place + "/output");
        } else {
            pose(channel.target_node, path, sampler.output, mode, *times,
                 sampler_place + "/output");
        }
    }

    /// Keys at the time of the one before are left out; those before it are a mistake.
    const key_times* read_times(int accessor, const std::string& place) {
        if (const auto known = times_.find(accessor); known != times_.end()) {
            return &known->second;
        }
        const std::vector<float> times = read_floats(from_, accessor, TINYGLTF_TYPE_SCALAR, place);
        if (!from_.take_bytes(times.size() * (2 * sizeof(float) + sizeof(std::size_t)), place)) {
            return nullptr;
        }
        if (times.empty()) {
            from_.fail(errors::bad_animation, place, "has no keys; export the file again");
            return nullptr;
        }
        key_times keys;
        keys.first = static_cast<std::uint32_t>(out_.times.size());
        keys.given = times.size();
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (i > 0 && times[i] < times[i - 1]) {
                from_.fail(errors::bad_animation, place,
                           "goes back in time at key " + std::to_string(i) +
                               "; keys must ascend, export the file again");
                return nullptr;
            }
            if (i > 0 && times[i] == times[i - 1]) {
                continue;
            }
            keys.kept.push_back(i);
            out_.times.push_back(times[i]);
        }
        if (keys.kept.size() < times.size()) {
            from_.warn(place, "has keys at the same time; the first of them was kept");
        }
        if (times.front() < 0) {
            from_.warn(place, "has keys before time zero, which are not played");
        }
        out_.duration = std::max(out_.duration, times.back());
        return &times_.emplace(accessor, std::move(keys)).first->second;
    }

    /// Values of the kept keys, added to the clip; where they begin, or nothing after a mistake.
    std::optional<std::uint32_t> add_values(const std::vector<float>& values, std::size_t per_key,
                                            const key_times& times, const std::string& place) {
        if (!from_.ok()) {
            return std::nullopt;
        }
        if (values.size() != times.given * per_key) {
            from_.fail(errors::bad_animation, place,
                       "has " + std::to_string(values.size()) + " numbers, " +
                           std::to_string(times.given) + " keys need " +
                           std::to_string(times.given * per_key) + "; export the file again");
            return std::nullopt;
        }
        if (!from_.take_bytes(2 * values.size() * sizeof(float), place)) {
            return std::nullopt;
        }
        const auto first = static_cast<std::uint32_t>(out_.values.size());
        for (const std::size_t key : times.kept) {
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(key * per_key);
            out_.values.insert(out_.values.end(), begin,
                               begin + static_cast<std::ptrdiff_t>(per_key));
        }
        return first;
    }

    void pose(std::int32_t node, const std::string& path, int accessor, interpolation mode,
              const key_times& times, const std::string& place) {
        const bool turns = path == "rotation";
        std::vector<float> values =
            read_floats(from_, accessor, turns ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3, place);
        const std::size_t per_key = (turns ? 4 : 3) * values_per_key(mode);
        if (turns) {
            make_unit(values, mode, place);
        }
        const auto first = add_values(values, per_key, times, place);
        if (!first) {
            return;
        }
        const track_target target = turns                   ? track_target::rotation
                                    : path == "translation" ? track_target::translation
                                                            : track_target::scale;
        out_.tracks.push_back({node, target, mode, times.first,
                               static_cast<std::uint32_t>(times.kept.size()), *first});
    }

    /// Rotations of unit length; tangents keep their proportion to them.
    void make_unit(std::vector<float>& values, interpolation mode, const std::string& place) {
        const std::size_t per_key = 4 * values_per_key(mode);
        const std::size_t at = mode == interpolation::cubic ? 4 : 0;
        bool odd = false;
        for (std::size_t key = 0; key + per_key <= values.size(); key += per_key) {
            double square = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                const double v = static_cast<double>(values[key + at + i]);
                square += v * v;
            }
            const double norm = std::sqrt(square);
            if (norm < 1e-6) {
                from_.fail(errors::bad_animation, place,
                           "has a rotation of no length at key " + std::to_string(key / per_key) +
                               "; unit quaternions are needed");
                return;
            }
            odd = odd || std::abs(norm - 1) > 1e-2;
            for (std::size_t i = 0; i < per_key; ++i) {
                float& v = values[key + i];
                v = static_cast<float>(static_cast<double>(v) / norm);
            }
        }
        if (odd) {
            from_.warn(place, "has rotations that are no unit quaternions; they were made so");
        }
    }

    void weights(std::int32_t node, int accessor, interpolation mode, const key_times& times,
                 const std::string& place, const std::string& output_place) {
        std::size_t count = 0;
        for (const mesh& m : model_.meshes) {
            count = m.node == node ? std::max(count, m.morphs.size()) : count;
        }
        if (count == 0) {
            from_.warn(place, "moves weights of a node without morph targets and was left out");
            return;
        }
        const std::vector<float> values =
            read_floats(from_, accessor, TINYGLTF_TYPE_SCALAR, output_place);
        // Tangents before, values, tangents after: each for all targets of the mesh.
        const auto first = add_values(values, count * values_per_key(mode), times, output_place);
        for (std::size_t m = 0; m < model_.meshes.size() && first; ++m) {
            if (model_.meshes[m].node == node && model_.meshes[m].morphs.size() == count) {
                out_.morphs.push_back({static_cast<std::int32_t>(m), mode,
                                       static_cast<std::uint32_t>(count), times.first,
                                       static_cast<std::uint32_t>(times.kept.size()), *first});
            }
        }
    }

    source& from_;
    const model& model_;
    const jounce_tinygltf::Animation& given_;
    std::string place_;
    clip out_;
    std::map<int, key_times> times_; ///< by accessor: samplers share them
    std::set<std::pair<int, std::string>> seen_;
};

} // namespace

void read_clips(source& from, model& into) {
    std::vector<std::string> names;
    for (std::size_t a = 0; a < from.document.animations.size() && from.ok(); ++a) {
        names.push_back(from.document.animations[a].name);
        into.clips.clips.push_back(clip_reader(from, into, a).read());
    }
    names = unique_names(std::move(names), "clip_");
    for (std::size_t c = 0; c < names.size(); ++c) {
        into.clips.clips[c].name = std::move(names[c]);
    }
}

bool scales_unevenly(const clip_set& clips) {
    for (const clip& c : clips.clips) {
        for (const track& t : c.tracks) {
            if (t.target != track_target::scale) {
                continue;
            }
            const std::size_t vectors = t.key_count * values_per_key(t.mode);
            for (std::size_t i = 0; i < vectors; ++i) {
                const float* v = c.values.data() + t.first_value + 3 * i;
                if (!is_one_scale({static_cast<double>(v[0]), static_cast<double>(v[1]),
                                   static_cast<double>(v[2])},
                                  key_scale_tolerance)) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace jounce::gltf
