#include <jounce/modules/gltf/affine_clips.hpp>

#include <jounce/modules/gltf/accessor.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace jounce::gltf {
namespace {

constexpr std::int64_t max_index = std::numeric_limits<std::int32_t>::max();
constexpr double least_fps = 1e-3;
constexpr double most_fps = 1e6;

/// One animation whose extras have the key.
class affine_reader {
public:
    affine_reader(source& from, const json::value& given, const model& of)
        : from_(from), given_(given), model_(of) {}

    affine_frames read() {
        const double fps = given_["fps"].number();
        const std::int64_t frames = given_["frames"].integer(1, max_index);
        const std::int64_t accessor = given_["rows"].integer(0, max_index);
        if (!from_.ok() || !check_fps(fps) || !check_skin() || !check_accessor(accessor)) {
            return {};
        }
        const auto index = static_cast<std::int32_t>(accessor);
        if (!from_.is_there(index)) {
            from_.warn(given_.pointer(), "lies in a buffer that is missing and was left out");
            return {};
        }
        const std::string place = given_["rows"].pointer();
        const std::size_t rows = from_.document.accessors[as_size(index)].count;
        const auto count = static_cast<std::size_t>(frames);
        const std::size_t joints = rows / count / 3;
        const auto most = static_cast<std::size_t>(model_.skins.front().joint_count);
        if (joints == 0 || joints * count * 3 != rows || joints > most) {
            from_.fail(errors::bad_animation, place,
                       "names " + std::to_string(rows) + " rows, " + std::to_string(frames) +
                           " frames of 1 to " + std::to_string(most) +
                           " joints need three each; decompose the mesh again");
            return {};
        }
        std::vector<float> values = read_floats(from_, index, TINYGLTF_TYPE_VEC4, place);
        if (!from_.ok()) {
            return {};
        }
        return {static_cast<float>(fps), static_cast<std::uint32_t>(count),
                static_cast<std::uint32_t>(joints), std::move(values)};
    }

private:
    bool check_fps(double fps) const {
        if (fps >= least_fps && fps <= most_fps) {
            return true;
        }
        given_["fps"].fail(errors::bad_animation,
                           "is not between 0.001 and 1e6 frames per second; decompose the mesh "
                           "again");
        return false;
    }

    bool check_skin() const {
        const json::value skin = given_["skin"];
        const std::int64_t index = skin.integer(0, max_index);
        if (!from_.ok()) {
            return false;
        }
        if (index != 0) {
            skin.fail(errors::unsupported,
                      "is " + std::to_string(index) +
                          "; only the first skin of a file can have affine bones");
        } else if (model_.skins.empty()) {
            skin.fail(errors::bad_index, "is 0, but the file has no skin; export it again");
        }
        return from_.ok();
    }

    bool check_accessor(std::int64_t index) const {
        // Those that were decoded for compressed meshes are not of the file.
        const std::size_t count = from_.document.accessors.size() - from_.decoded_accessors.size();
        if (static_cast<std::size_t>(index) < count) {
            return true;
        }
        given_["rows"].fail(errors::bad_index, "is " + std::to_string(index) +
                                                   ", but the file has " + std::to_string(count) +
                                                   " accessors; export it again");
        return false;
    }

    source& from_;
    const json::value& given_;
    const model& model_;
};

} // namespace

void read_affine_clips(source& from, const json::value& root, model& into) {
    for (std::size_t a = 0; a < into.clips.clips.size() && from.ok(); ++a) {
        const json::value animation = root["animations"].at(a);
        // Extras may be anything; under our name they are ours.
        const nlohmann::json* held = animation.held();
        if (held == nullptr || !held->contains("extras") || !(*held)["extras"].is_object() ||
            !(*held)["extras"].contains(affine_key)) {
            continue;
        }
        const json::value given = animation["extras"][affine_key];
        clip& to = into.clips.clips[a];
        to.affine = affine_reader(from, given, into).read();
        if (!to.affine.empty()) {
            to.duration = std::max(to.duration, static_cast<float>(to.affine.frame_count - 1) /
                                                    to.affine.frames_per_second);
        }
    }
}

} // namespace jounce::gltf
