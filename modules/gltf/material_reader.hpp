#pragma once

#include <jounce/components/assets/material.hpp>
#include <jounce/modules/gltf/source.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <string>

namespace jounce::gltf {

/// What a number may be.
struct number_range {
    float least = -std::numeric_limits<float>::max();
    float most = std::numeric_limits<float>::max();
};
inline constexpr number_range any_number = {};
inline constexpr number_range any_share = {0, 1};
inline constexpr number_range not_negative = {0, std::numeric_limits<float>::max()};

/// Reads members of materials, which may all be missing. Wrong types and indices are mistakes; numbers out of their
/// range are brought into it with a warning, because a surface of a strange colour is better than none.
struct material_reader {
    source& from;
    std::size_t texture_count = 0;

    float number(const json::value& owner, const char* name, float otherwise,
                 number_range allowed = any_number) const;
    /// A mistake if it is no object. Members are asked for by name, so nobody else would see it.
    void object(const json::value& at) const { at.names(1024); }
    bool flag(const json::value& owner, const char* name, bool otherwise) const;
    /// `textureInfo` and what is built upon it, with `KHR_texture_transform`.
    /// @param strength  the member that is read into it, or null
    texture_use map(const json::value& owner, const char* name, const char* strength = nullptr,
                    number_range allowed = any_number) const;
    /// An index of `model::surfaces.textures`.
    std::int32_t texture(const json::value& at) const;

    /// An array of exactly so many numbers.
    template <std::size_t Count>
    std::array<float, Count> numbers(const json::value& owner, const char* name,
                                     std::array<float, Count> otherwise,
                                     number_range allowed = any_number) const {
        read_numbers(owner, name, otherwise.data(), Count, allowed);
        return otherwise;
    }

private:
    void read_numbers(const json::value& owner, const char* name, float* to, std::size_t count,
                      number_range allowed) const;
    float inside(const json::value& at, number_range allowed) const;
};

/// Calls `look` with every texture of a material, used or not.
template <class Look> void for_each_map(const material& of, const Look& look) {
    for (const texture_use* one : {&of.base_map, &of.metallic_roughness_map, &of.normal_map,
                                   &of.occlusion_map, &of.emissive_map}) {
        look(*one);
    }
    if (of.toon) {
        for (const texture_use* one :
             {&of.toon->shade_map, &of.toon->shift_map, &of.toon->matcap_map, &of.toon->rim_map,
              &of.toon->outline_map, &of.toon->animation_mask}) {
            look(*one);
        }
    }
}

/// An extension of an object, if it has it.
bool has_extension(const json::value& owner, const char* name);

/// `VRMC_materials_mtoon` of a material, into what is read of it already. Mistakes: as those of materials.
void read_toon(const material_reader& reader, const json::value& given, material& into);

/// `materialProperties` of VRM 0.x, by the rules of its migration to 1.0. Mistakes: as those of materials.
void read_old_toon(const material_reader& reader, const json::value& root,
                   std::vector<material>& into);

} // namespace jounce::gltf
