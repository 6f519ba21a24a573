#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The only file that uses Draco. Without Draco `make` returns an error, and nothing else is called.

namespace jounce::gltf {

/// The sizes in the header of a Draco stream. Decoders allocate memory by these numbers, so they
/// are checked first.
struct draco_claim {
    std::uint64_t faces = 0;
    std::uint64_t vertices = 0;         ///< points, or fewer where attributes have seams
    std::uint64_t attribute_tables = 0; ///< of connectivity, each as large as the mesh

    /// Memory that a decoder takes before it looks at attributes, roughly.
    std::uint64_t bytes() const { return faces * (48 + 30 * attribute_tables) + vertices * 32; }
};

/// Nothing if the bytes are no Draco mesh of version 2.0 to 2.2.
std::optional<draco_claim> read_draco_claim(std::span<const std::byte> bytes);

/// Asked before memory is used; false: there is none left for it.
using take_memory = std::function<bool(std::uint64_t bytes)>;

/// A decoded mesh.
class draco_mesh {
public:
    /// Null, and why, if it cannot be decoded.
    static std::unique_ptr<draco_mesh> make(std::span<const std::byte> bytes,
                                            const take_memory& take, std::string& why);
    virtual ~draco_mesh() = default;

    virtual std::size_t point_count() const = 0;
    virtual std::size_t face_count() const = 0;
    /// Three for each face, as 32-bit numbers.
    virtual std::vector<std::uint32_t> indices() const = 0;
    /// An attribute by its unique id, as elements of an accessor, one for each point. False, and why,
    /// if it is not there or does not fit.
    /// @param component_type  of glTF
    virtual bool write_attribute(std::uint32_t id, int component_type, std::size_t components,
                                 std::vector<std::byte>& to, std::string& why) const = 0;
};

} // namespace jounce::gltf
