#pragma once

#include <jounce/modules/result/result.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::bake {

/// A glTF document that becomes a new .glb. Its contents stay unchanged, in order, known or not
/// (extensions, extras, materials, images); callers add to them. Only buffers change: all are
/// joined into one, because a .glb has one, and offsets are adapted. Compressed data is copied
/// unchanged; placeholders of empty buffers stay after the joined one.
class glb_document {
public:
    /// @param json     text of a document that `gltf::read_model` has taken
    /// @param buffers  contents of its buffers; empty for placeholders
    /// @param file     for messages
    ///
    /// Error names: `bad_json`, `bad_buffer`, `wrong_type`.
    static result<glb_document> make(std::string_view json,
                                     std::span<const std::vector<std::byte>> buffers,
                                     std::filesystem::path file);

    nlohmann::ordered_json& json() { return json_; }
    const nlohmann::ordered_json& json() const { return json_; }

    /// Adds an array and gives the index of the new object.
    /// @param member  of the document: "nodes", "accessors", ...
    std::int32_t add(const char* member, nlohmann::ordered_json object);

    /// Adds an accessor of floats with a buffer view of its own.
    /// @param type    "SCALAR", "VEC2", "VEC3", "VEC4" or "MAT4"
    /// @param bounds  writes `min` and `max`, as times and positions need them
    std::int32_t add_floats(std::span<const float> values, std::string_view type,
                            bool bounds = false);

    /// The same for an attribute of vertices.
    std::int32_t add_attribute(std::span<const float> values, std::string_view type,
                               bool bounds = false);

    /// Adds an accessor of vertex indices, of 16 bits where they fit.
    std::int32_t add_indices(std::span<const std::uint32_t> values);

    /// Adds bytes that are no numbers, an image for example; gives their buffer view.
    std::int32_t add_view(std::span<const std::byte> bytes);

    /// @{
    /// Adds an accessor of joint indices, four per element; `target` is that of vertex attributes.
    std::int32_t add_joints(std::span<const std::uint16_t> values);
    std::int32_t add_joints(std::span<const std::uint8_t> values);
    /// @}
    /// @{
    /// The same of weights, four per element. Whole numbers are normalised: the largest is one.
    std::int32_t add_weights(std::span<const float> values);
    std::int32_t add_weights(std::span<const std::uint16_t> values);
    std::int32_t add_weights(std::span<const std::uint8_t> values);
    /// @}

    /// A hash of the data of an animation sampler, as text: times, values and interpolation,
    /// wherever they are stored. Nothing if some of the data is missing.
    std::optional<std::string> print_of(const nlohmann::ordered_json& sampler) const;

    /// Removes accessors, with their views and bytes, as far as they are the last of the document.
    /// @pre nothing else in the document uses them
    void drop_last(const std::set<std::size_t>& accessors);

    /// Bytes of all buffers, as they will be in the file.
    std::size_t binary_size() const { return binary_.size(); }

    /// The file's bytes. Error names: `too_large` (a .glb counts its bytes in 32 bits), `bad_json`
    /// (text that is not UTF-8).
    result<std::string> bytes() const;

    /// Writes the file as a whole or not at all. Error names: those of `bytes`, `cannot_write`.
    std::optional<error> save(const std::filesystem::path& to) const;

private:
    glb_document() = default;
    std::int32_t add_accessor(std::span<const std::byte> bytes, std::size_t count, int component,
                              std::string_view type, int target);
    std::int32_t add_normalised(std::span<const std::byte> bytes, std::size_t count, int component);

    std::filesystem::path file_;
    nlohmann::ordered_json json_;
    std::string binary_;
};

} // namespace jounce::bake
