#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/bgfx/frame_memory.hpp>
#include <jounce/modules/bgfx/gpu_mesh.hpp>
#include <jounce/modules/render/upload_plan.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace jounce::render {

/// Vertices skinned once per frame for all passes: the buffer they are in, which character has which of them, and
/// the two ways to fill it.
class skin_once {
public:
    void create(bool by_compute, std::size_t max_vertices);
    void forget();
    bool is_ready() const { return static_cast<bool>(four_) && static_cast<bool>(eight_); }
    void resize(std::size_t parts) { ranges_.resize(parts); }
    /// Makes what tangents need, for meshes that have some. False: a shader is missing.
    bool create_tangents();

    void begin();
    /// How many of a part's characters have room; the others count as left out.
    std::size_t reserve(std::size_t part, std::size_t vertices, std::size_t characters,
                        bool tangents);
    std::size_t first_vertex(std::size_t part) const { return ranges_[part].first; }
    std::size_t first_tangent(std::size_t part) const { return ranges_[part].first_tangent; }
    std::size_t skinned(std::size_t part) const { return ranges_[part].characters; }
    std::size_t left_out() const { return left_out_; }

    void dispatch(bgfx::ViewId view, const gpu_part& part, std::size_t characters);
    /// Skins what was reserved for a part, from the texels that a GPU would read.
    void skin_on_cpu(std::size_t index, const gpu_part& part, const planned_part& plan,
                     float deviation_distance, const palette_row<float>* texels);
    /// Hands what the CPU skinned to bgfx.
    void submit();

    /// Makes a range of the vertices the first stream of the next draw.
    void bind_vertices(std::uint32_t first, std::uint32_t count) const;
    /// Makes a range of the tangents a stream of the next draw.
    void bind_tangents(std::uint8_t stream, std::uint32_t first, std::uint32_t count) const;

private:
    struct range {
        std::size_t first = 0;
        std::size_t first_tangent = 0;
        std::size_t characters = 0;
    };
    /// As in `skinned_layout`.
    struct skinned_vertex {
        vec3<float> position;
        float deviation = -1;
        vec3<float> normal;
        float unused = 0;
    };
    struct cpu_scratch {
        skinned_mesh mesh;
        palette rows; ///< of one character
        std::vector<vec3<float>> rest, rest_normals, positions, normals, rigid;
        std::vector<std::array<float, 4>> rest_tangents, tangents;
        std::vector<vec3<float>> moved; ///< [handle]
    };

    unique_handle<bgfx::DynamicVertexBufferHandle> vertices_;
    unique_handle<bgfx::ProgramHandle> four_;
    unique_handle<bgfx::ProgramHandle> eight_;
    /// @{ Once there is a mesh with tangents.
    unique_handle<bgfx::DynamicVertexBufferHandle> tangents_;
    unique_handle<bgfx::ProgramHandle> tangent_four_;
    unique_handle<bgfx::ProgramHandle> tangent_eight_;
    /// @}
    bool by_compute_ = false;
    std::size_t max_vertices_ = 0;
    std::size_t used_ = 0;
    std::size_t used_tangents_ = 0;
    std::size_t left_out_ = 0;
    std::vector<range> ranges_;
    frame_memory<skinned_vertex> memory_;               ///< CPU only
    frame_memory<std::array<float, 4>> tangent_memory_; ///< CPU only
    std::vector<cpu_scratch> scratch_;                  ///< [part]
};

} // namespace jounce::render
