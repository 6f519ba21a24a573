#include <jounce/modules/animation/clip_fault.hpp>

#include <jounce/modules/rig/affine_fault.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

namespace jounce {
namespace {

/// How far from 1 the length of a rotation may be: files round their numbers to 16 or even 8 bits.
constexpr double rotation_tolerance = 0.02;

/// The keys of a track of either kind.
struct key_range {
    std::string who; ///< for messages
    interpolation mode = interpolation::linear;
    std::size_t width = 0; ///< numbers of a value
    std::size_t first_key = 0, key_count = 0, first_value = 0;
    bool is_rotation = false;
};

std::optional<error> find_range_fault(const clip& source, const key_range& keys) {
    if (keys.mode != interpolation::step && keys.mode != interpolation::linear &&
        keys.mode != interpolation::cubic) {
        return error{errors::bad_mode, keys.who + " has no interpolation that is known"};
    }
    if (keys.key_count == 0 || keys.width == 0) {
        return error{errors::bad_range, keys.who + " has no keys; leave the track out"};
    }
    if (keys.first_key > source.times.size() ||
        keys.key_count > source.times.size() - keys.first_key) {
        return error{errors::bad_range, keys.who + " has keys beyond the clip's " +
                                            std::to_string(source.times.size()) + " times"};
    }
    const std::size_t per_key = keys.width * (keys.mode == interpolation::cubic ? 3 : 1);
    // Divided, not multiplied: no count is large enough to wrap around.
    if (keys.first_value > source.values.size() ||
        keys.key_count > (source.values.size() - keys.first_value) / per_key) {
        return error{errors::bad_range, keys.who + " needs " + std::to_string(per_key) +
                                            " values per key, more than the clip's " +
                                            std::to_string(source.values.size())};
    }
    return std::nullopt;
}

std::optional<error> find_time_fault(const clip& source, const key_range& keys) {
    const float* times = source.times.data() + keys.first_key;
    for (std::size_t k = 0; k < keys.key_count; ++k) {
        const bool ascends = k == 0 || times[k] >= times[k - 1];
        if (!std::isfinite(times[k]) || !ascends || times[k] > source.duration) {
            return error{errors::bad_time,
                         keys.who + ", key " + std::to_string(k) +
                             ": times must be finite, ascend and end with the clip"};
        }
    }
    return std::nullopt;
}

std::optional<error> find_value_fault(const clip& source, const key_range& keys) {
    const bool is_cubic = keys.mode == interpolation::cubic;
    const std::size_t per_key = keys.width * (is_cubic ? 3 : 1);
    for (std::size_t k = 0; k < keys.key_count; ++k) {
        const float* key = source.values.data() + keys.first_value + k * per_key;
        for (std::size_t i = 0; i < per_key; ++i) {
            if (!std::isfinite(key[i])) {
                return error{errors::bad_number,
                             keys.who + ", key " + std::to_string(k) + " is not finite"};
            }
        }
        const float* value = key + (is_cubic ? keys.width : 0);
        double size2 = 0;
        for (std::size_t i = 0; i < keys.width; ++i) {
            size2 += static_cast<double>(value[i]) * static_cast<double>(value[i]);
        }
        if (keys.is_rotation && std::abs(std::sqrt(size2) - 1) > rotation_tolerance) {
            return error{errors::bad_rotation,
                         keys.who + ", key " + std::to_string(k) +
                             ": a rotation must have unit length; normalise it"};
        }
    }
    return std::nullopt;
}

std::optional<error> find_key_fault(const clip& source, const key_range& keys) {
    if (std::optional<error> fault = find_range_fault(source, keys)) {
        return fault;
    }
    if (std::optional<error> fault = find_time_fault(source, keys)) {
        return fault;
    }
    return find_value_fault(source, keys);
}

std::string name_of(const clip& source, const char* kind, std::size_t index) {
    return "clip '" + source.name + "', " + kind + " " + std::to_string(index);
}

std::optional<error> find_track_fault(const clip& source, std::size_t index, const rig& bones) {
    const track& one = source.tracks[index];
    key_range keys;
    keys.who = name_of(source, "track", index);
    if (one.bone < 0 || one.bone >= bones.bone_count()) {
        return error{errors::bad_bone, keys.who + " moves bone " + std::to_string(one.bone) +
                                           ", the rig has " + std::to_string(bones.bone_count()) +
                                           ": was the clip made for this rig?"};
    }
    if (one.target > track_target::scale) {
        return error{errors::bad_mode, keys.who + " moves no property that is known"};
    }
    if (index > 0) {
        const track& before = source.tracks[index - 1];
        if (std::tuple(before.bone, before.target) >= std::tuple(one.bone, one.target)) {
            return error{errors::bad_order, keys.who +
                                                " must come after the one before: sort tracks by "
                                                "bone, then target, one of each"};
        }
    }
    keys.mode = one.mode;
    keys.is_rotation = one.target == track_target::rotation;
    keys.width = keys.is_rotation ? 4 : 3;
    keys.first_key = one.first_key;
    keys.key_count = one.key_count;
    keys.first_value = one.first_value;
    return find_key_fault(source, keys);
}

std::optional<error> find_morph_fault(const clip& source, std::size_t index) {
    const morph_track& one = source.morphs[index];
    key_range keys;
    keys.who = name_of(source, "morph track", index);
    keys.mode = one.mode;
    keys.width = one.weight_count;
    keys.first_key = one.first_key;
    keys.key_count = one.key_count;
    keys.first_value = one.first_value;
    return find_key_fault(source, keys);
}

} // namespace

std::optional<error> find_clip_fault(const clip& source, const rig& bones) {
    if (!std::isfinite(source.duration) || source.duration < 0) {
        return error{errors::bad_time,
                     "clip '" + source.name + "' has no finite duration of 0 or more"};
    }
    for (std::size_t i = 0; i < source.tracks.size(); ++i) {
        if (std::optional<error> fault = find_track_fault(source, i, bones)) {
            return fault;
        }
    }
    for (std::size_t i = 0; i < source.morphs.size(); ++i) {
        if (std::optional<error> fault = find_morph_fault(source, i)) {
            return fault;
        }
    }
    return find_affine_fault(source);
}

result<std::shared_ptr<const clip_set>> make_clip_set(clip_set clips, const rig& bones) {
    for (const clip& one : clips.clips) {
        if (std::optional<error> fault = find_clip_fault(one, bones)) {
            return *std::move(fault);
        }
    }
    return std::make_shared<const clip_set>(std::move(clips));
}

} // namespace jounce
