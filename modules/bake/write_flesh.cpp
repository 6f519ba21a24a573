#include <jounce/modules/bake/write_flesh.hpp>

#include <jounce/components/base/index.hpp>
#include <jounce/modules/bake/clip_channels.hpp>
#include <jounce/modules/bake/flesh_targets.hpp>
#include <jounce/modules/bake/write_clip.hpp>
#include <jounce/systems/animation/clip_keys.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;

/// Keys of all weights of a node.
struct weight_keys {
    std::string interpolation = "LINEAR";
    std::vector<float> times;
    std::vector<float> values;
};

/// The weights that a track of the file has at a time.
void sample(const clip& of, const morph_track& track, double time, std::vector<float>& to) {
    std::uint32_t hint = 0;
    const float* times = of.times.data() + track.first_key;
    const float* values = of.values.data() + track.first_value;
    const detail::key_place place = detail::find_place(times, track.key_count, time, hint);
    const std::size_t width = track.weight_count;
    for (std::uint32_t target = 0; target < track.weight_count; ++target) {
        double weight = 0;
        if (track.mode == interpolation::cubic) {
            const double whole = place.share > 0 ? static_cast<double>(times[place.key + 1]) -
                                                       static_cast<double>(times[place.key])
                                                 : 0;
            weight = detail::cubic_number(values, track.weight_count, target, place,
                                          detail::hermite_at(place.share, whole));
        } else {
            weight = static_cast<double>(values[width * place.key + target]);
            if (track.mode == interpolation::linear && place.share > 0) {
                weight += place.share *
                          (static_cast<double>(values[width * (place.key + 1) + target]) - weight);
            }
        }
        to.push_back(static_cast<float>(weight));
    }
}

/// The same track with zeros for targets that it did not know.
weight_keys padded(const clip& of, const morph_track& track, std::size_t more) {
    weight_keys out;
    const bool is_cubic = track.mode == interpolation::cubic;
    out.interpolation = is_cubic                            ? "CUBICSPLINE"
                        : track.mode == interpolation::step ? "STEP"
                                                            : "LINEAR";
    const auto first = of.times.begin() + static_cast<std::ptrdiff_t>(track.first_key);
    out.times.assign(first, first + static_cast<std::ptrdiff_t>(track.key_count));
    const std::size_t rows = std::size_t{track.key_count} * (is_cubic ? 3 : 1);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto from = of.values.begin() +
                          static_cast<std::ptrdiff_t>(track.first_value + row * track.weight_count);
        out.values.insert(out.values.end(), from,
                          from + static_cast<std::ptrdiff_t>(track.weight_count));
        out.values.insert(out.values.end(), more, 0.0F);
    }
    return out;
}

class track_writer {
public:
    track_writer(glb_document& document, const gltf::model& of, const flesh_output& flesh,
                 const std::map<std::int32_t, fleshy_mesh>& meshes, const bake_facts& about)
        : document_(document), model_(of), flesh_(flesh), meshes_(meshes), about_(about) {}

    std::optional<error> write(std::int32_t& animation, std::int32_t motion) {
        std::map<std::int32_t, weight_keys> tracks; // by node
        const ordered& nodes = document_.json()["nodes"];
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const ordered& node = nodes[n];
            const auto found = node.contains("mesh")
                                   ? meshes_.find(node["mesh"].get<std::int32_t>())
                                   : meshes_.end();
            if (found == meshes_.end()) {
                continue;
            }
            const auto index = static_cast<std::int32_t>(n);
            const morph_track* old = track_of(animation, index);
            if (motion >= 0 && node.contains("skin") && node["skin"] == flesh_.skin) {
                tracks.emplace(index, joined(animation, old, found->second, node, at(motion)));
            } else if (old != nullptr) {
                tracks.emplace(index, padded(model_.clips.clips[at(animation)], *old,
                                             flesh_.shapes.shapes.size()));
            }
        }
        return tracks.empty() ? std::nullopt : replace(animation, tracks, motion < 0);
    }

private:
    /// What moves the weights of a node in a clip of the file.
    const morph_track* track_of(std::int32_t clip, std::int32_t node) const {
        if (clip < 0 || at(clip) >= model_.clips.clips.size()) {
            return nullptr;
        }
        for (const morph_track& one : model_.clips.clips[at(clip)].morphs) {
            if (model_.meshes[at(one.mesh)].node == node) {
                return &one;
            }
        }
        return nullptr;
    }

    /// Older weights and those of the flesh, at the keys of both.
    weight_keys joined(std::int32_t clip, const morph_track* old, const fleshy_mesh& mesh,
                       const ordered& node, std::size_t motion) const {
        weight_keys out;
        const std::vector<float>& frames = flesh_.motions[motion].times;
        out.times = frames;
        if (old != nullptr) {
            const jounce::clip& of = model_.clips.clips[at(clip)];
            for (std::uint32_t k = 0; k < old->key_count; ++k) {
                const float time = of.times[old->first_key + k];
                out.times.push_back(time);
                if (old->mode == interpolation::step && k > 0) { // a step between two linear keys
                    out.times.push_back(
                        std::nextafter(time, -std::numeric_limits<float>::infinity()));
                }
            }
            std::sort(out.times.begin(), out.times.end());
            out.times.erase(std::unique(out.times.begin(), out.times.end()), out.times.end());
        }
        const std::vector<float> rest = rest_of(node, mesh.targets_before);
        const std::size_t count = flesh_.shapes.shapes.size();
        const std::vector<float>& weights = flesh_.shapes.weights[motion];
        for (const float time : out.times) {
            if (old != nullptr) {
                sample(model_.clips.clips[at(clip)], *old, static_cast<double>(time), out.values);
            } else {
                out.values.insert(out.values.end(), rest.begin(), rest.end());
            }
            std::uint32_t hint = 0;
            const detail::key_place place =
                detail::find_place(frames.data(), static_cast<std::uint32_t>(frames.size()),
                                   static_cast<double>(time), hint);
            for (std::size_t k = 0; k < count; ++k) {
                double weight = static_cast<double>(weights[place.key * count + k]);
                if (place.share > 0) {
                    weight += place.share *
                              (static_cast<double>(weights[(place.key + 1) * count + k]) - weight);
                }
                out.values.push_back(static_cast<float>(weight));
            }
        }
        return out;
    }

    /// Weights of older targets that no track moves.
    std::vector<float> rest_of(const ordered& node, std::size_t count) const {
        const ordered& mesh = document_.json()["meshes"][node["mesh"].get<std::size_t>()];
        const ordered& holder = node.contains("weights") ? node : mesh;
        std::vector<float> out(count, 0);
        for (std::size_t k = 0; k < count && holder.contains("weights"); ++k) {
            out[k] = holder["weights"][k].get<float>();
        }
        return out;
    }

    std::optional<error> replace(std::int32_t& animation,
                                 const std::map<std::int32_t, weight_keys>& tracks,
                                 bool is_padded) {
        ordered& json = document_.json();
        const bool added = animation < 0;
        if (added) {
            animation = document_.add("animations", {{"name", added_clip_name},
                                                     {"channels", ordered::array()},
                                                     {"samplers", ordered::array()}});
        }
        if (!has_channels(json, at(animation))) {
            return error{errors::bad_animation, model_.file.string() + ": /animations/" +
                                                    std::to_string(animation) +
                                                    ": has no channels and samplers; export it "
                                                    "again"};
        }
        std::set<aim> aims;
        for (const auto& [node, keys] : tracks) {
            aims.emplace(node, "weights");
        }
        std::map<aim, ordered> before = drop_channels(json["animations"][at(animation)], aims);
        std::map<std::vector<float>, std::int32_t> times;
        std::vector<written_channel> written;
        for (const auto& [node, keys] : tracks) {
            auto shared = times.find(keys.times);
            if (shared == times.end()) {
                shared = times.emplace(keys.times, document_.add_floats(keys.times, "SCALAR", true))
                             .first;
            }
            const std::int32_t output = document_.add_floats(keys.values, "SCALAR");
            ordered& to = json["animations"][at(animation)];
            to["channels"].push_back({{"sampler", to["samplers"].size()},
                                      {"target", {{"node", node}, {"path", "weights"}}}});
            to["samplers"].push_back({{"input", shared->second},
                                      {"interpolation", keys.interpolation},
                                      {"output", output}});
            written.push_back({node, "weights", std::move(before[aim(node, "weights")])});
        }
        bake_facts about = about_;
        about.springs.clear();
        about.flesh = is_padded ? flesh_part::room : flesh_part::motion;
        mark_clip(document_, at(animation), about, written, added);
        return std::nullopt;
    }

    glb_document& document_;
    const gltf::model& model_;
    const flesh_output& flesh_;
    const std::map<std::int32_t, fleshy_mesh>& meshes_;
    const bake_facts& about_;
};

} // namespace

std::optional<error> write_flesh(glb_document& document, const gltf::model& of,
                                 const flesh_output& flesh, const bake_facts& about) {
    if (has_baked_flesh(document.json())) {
        return error{errors::baked_already,
                     of.file.string() + ": has flesh baked in already, which would move twice; "
                                        "leave out --keep-baked to replace it"};
    }
    if (flesh.shapes.shapes.empty()) {
        return std::nullopt; // it does not move
    }
    const result<std::map<std::int32_t, fleshy_mesh>> meshes = add_targets(document, of, flesh);
    if (!meshes) {
        return meshes.error();
    }
    track_writer writer(document, of, flesh, *meshes, about);
    std::set<std::int32_t> moved;
    for (std::size_t m = 0; m < flesh.motions.size(); ++m) {
        if (std::optional<error> wrong =
                writer.write(flesh.animations[m], static_cast<std::int32_t>(m))) {
            return wrong;
        }
        moved.insert(flesh.animations[m]);
    }
    for (std::int32_t a = 0; at(a) < of.clips.clips.size(); ++a) {
        if (moved.count(a) == 0) {
            if (std::optional<error> wrong = writer.write(a, -1)) {
                return wrong;
            }
        }
    }
    return std::nullopt;
}

} // namespace jounce::bake
