#pragma once

#include <jounce/components/assets/affine_frames.hpp>
#include <jounce/components/assets/morph_target.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace demo {

/// An animal of a herd, from a file: one skinned mesh at several levels of detail, and one clip.
struct breed {
    std::string name;                               ///< of the file
    jounce::skinned_mesh mesh;                      ///< all meshes of the file as one
    std::vector<std::vector<std::uint32_t>> levels; ///< triangles, the finest first
    std::vector<float> sizes; ///< [level] of the picture's height, from which on it is drawn
    std::vector<jounce::morph_target> morphs;
    jounce::affine_frames clip;
    std::vector<float> morph_weights; ///< [frame][morph target]
    bool closes = false;              ///< the last frame goes on to the first
    jounce::vec3<float> low, high;    ///< of the rest pose

    float extent() const;  ///< the longest side
    float seconds() const; ///< of a round of the clip
};

/// Reads what `jounce decompose` writes; any other glTF file with a clip will do. Matrices that the file has for
/// jounce are taken as they are, other clips are sampled. The first clip counts.
/// Errors: those of `gltf::read_model` and `gltf::make_kind`; `no_mesh`, `no_such_clip`. Messages name the file.
jounce::result<breed> read_breed(const std::filesystem::path& file);

/// How the rest pose of an animal is changed. All play the same clip.
enum class body : std::uint8_t { plain, fat, thin, bumpy };
inline constexpr int body_count = 4;
/// For labels.
const char* body_name(body which);

/// The mesh of a breed with another body (`displace_rest`). Sizes are shares of the animal's, so that any will do.
/// Errors: those of `displace_rest`.
jounce::result<jounce::skinned_mesh> with_body(const breed& of, body which);

} // namespace demo
