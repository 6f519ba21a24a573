#pragma once

#include "gpu_fixture.hpp"

#include "../../demos/common/model_meshes.hpp"
#include "../../demos/common/sun_shadow.hpp"

#include <jounce/modules/bgfx/surface_renderer.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <array>
#include <filesystem>
#include <memory>
#include <vector>

namespace gpu_test {

/// A camera that another renderer can have too.
struct fixed_camera {
    jounce::vec3<float> eye, target;
    float field_of_view = 35; ///< degrees, top to bottom
    float nearest = 0.1F, furthest = 100;
};

/// The colour by which an object of a picture is known, sRGB: number i + 1 in six steps of each channel.
std::array<std::uint8_t, 3> object_colour(std::size_t index);

/// A glTF or VRM file as the renderers show it: no springs, no shadows, linear blending, where the file has it and at
/// its own size.
class shown_file {
public:
    /// A failed test if it cannot be read. @param flat  without light: unlit materials, toon ones too
    shown_file(const std::filesystem::path& file, bool flat);

    const jounce::gltf::model& model() const { return model_; }
    /// Of the visible meshes.
    demo::extent rest() const { return demo::rest_extent(model_, kind_); }
    /// Node and primitive of each visible mesh.
    std::vector<std::array<std::int32_t, 2>> objects() const;

    /// Shows a clip at a time, or the rest pose for clip -1.
    void pose(std::int32_t clip, double time);
    /// What the camera sees. @param numbered  objects in their `object_colour` instead of their materials;
    /// @param background  RGBA
    demo::image draw(const fixed_camera& from, bool numbered, std::uint32_t background);

private:
    void aim(const fixed_camera& from, std::uint32_t background);

    demo::device& device_ = shared_device(); ///< first: the rest is made on it
    jounce::gltf::model model_;
    jounce::gltf::ready_kind kind_;
    kept_log log_;
    std::unique_ptr<jounce::render::skin_renderer> skins_;
    std::unique_ptr<jounce::render::surface_renderer> surfaces_;
    demo::model_meshes painted_, numbered_;
    entt::registry registry_;
    jounce::pipeline systems_{registry_};
    entt::entity who_{};
    demo::sun_shadow sun_{16};
};

} // namespace gpu_test
