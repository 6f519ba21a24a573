#include <jounce/modules/gltf/material_reader.hpp>

#include <algorithm>

namespace jounce::gltf {

bool has_extension(const json::value& owner, const char* name) {
    return owner.has("extensions") && owner["extensions"].has(name);
}

float material_reader::inside(const json::value& at, number_range allowed) const {
    const auto given = static_cast<float>(at.number());
    const float out = std::clamp(given, allowed.least, allowed.most);
    if (from.ok() && out != given) {
        from.warn(at.pointer(),
                  "is " + std::to_string(given) + "; " + std::to_string(out) + " was taken");
    }
    return out;
}

float material_reader::number(const json::value& owner, const char* name, float otherwise,
                              number_range allowed) const {
    return owner.has(name) ? inside(owner[name], allowed) : otherwise;
}

void material_reader::read_numbers(const json::value& owner, const char* name, float* to,
                                   std::size_t count, number_range allowed) const {
    if (!owner.has(name)) {
        return;
    }
    const json::value list = owner[name];
    const std::size_t found = list.size(1024);
    if (from.ok() && found != count) {
        list.fail(errors::wrong_type, "has " + std::to_string(found) + " numbers, " +
                                          std::to_string(count) + " are needed");
    }
    for (std::size_t i = 0; i < count && from.ok(); ++i) {
        to[i] = inside(list.at(i), allowed);
    }
}

bool material_reader::flag(const json::value& owner, const char* name, bool otherwise) const {
    return owner.has(name) ? owner[name].boolean() : otherwise;
}

std::int32_t material_reader::texture(const json::value& at) const {
    const std::int64_t index = at.integer(0, std::numeric_limits<std::int32_t>::max());
    if (from.ok() && static_cast<std::size_t>(index) >= texture_count) {
        at.fail(errors::bad_index, "is " + std::to_string(index) + ", but the file has " +
                                       std::to_string(texture_count) +
                                       " textures; export it again");
    }
    return from.ok() ? static_cast<std::int32_t>(index) : -1;
}

texture_use material_reader::map(const json::value& owner, const char* name, const char* strength,
                                 number_range allowed) const {
    texture_use out;
    if (!owner.has(name)) {
        return out;
    }
    const json::value given = owner[name];
    out.texture = texture(given["index"]);
    std::int64_t set = 0;
    const auto read_set = [&](const json::value& at) {
        set = at.has("texCoord")
                  ? at["texCoord"].integer(0, std::numeric_limits<std::int32_t>::max())
                  : set;
    };
    read_set(given);
    if (has_extension(given, "KHR_texture_transform")) {
        const json::value moved = given["extensions"]["KHR_texture_transform"];
        object(moved);
        out.offset = numbers<2>(moved, "offset", {0, 0});
        out.scale = numbers<2>(moved, "scale", {1, 1});
        out.rotation = number(moved, "rotation", 0);
        read_set(moved);
    }
    if (strength != nullptr) {
        out.strength = number(given, strength, 1, allowed);
    }
    if (from.ok() && set > 1) {
        from.warn(given.pointer(),
                  "uses texture coordinates " + std::to_string(set) +
                      ", but only sets 0 and 1 are read; the texture was left out");
        return {};
    }
    out.texcoord = static_cast<std::int32_t>(set);
    return from.ok() ? out : texture_use{};
}

} // namespace jounce::gltf
