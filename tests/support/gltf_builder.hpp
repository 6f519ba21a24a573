#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace jounce::test {

/// Writes small glTF files piece by piece: JSON that may be changed at will, and one buffer.
struct gltf_builder {
    nlohmann::json document = {{"asset", {{"version", "2.0"}}}};
    std::string buffer;

    /// A view of new bytes; they begin at a multiple of four.
    int view(std::string_view bytes, int stride = 0);

    /// An accessor of new numbers, tightly packed.
    template <class Number>
    int accessor(const std::vector<Number>& numbers, const char* type, bool normalised = false) {
        const int at = view(bytes_of(numbers));
        return accessor_on(at, component_type<Number>(), type, numbers.size() / components(type),
                           normalised);
    }
    /// An accessor on a view that is there; -1: on none.
    int accessor_on(int view, int component, const char* type, std::size_t count,
                    bool normalised = false, int offset = 0);

    /// Adds to a list and gives the index.
    int add(const char* list, nlohmann::json entry);

    /// As .gltf with the buffer in it, as .gltf beside a buffer of that name, as .glb.
    std::string embedded() const;
    std::string beside(const std::string& uri) const;
    std::string binary() const;

    template <class Number> static std::string bytes_of(const std::vector<Number>& numbers) {
        std::string out(numbers.size() * sizeof(Number), '\0');
        if (!numbers.empty()) {
            std::memcpy(out.data(), numbers.data(), out.size());
        }
        return out;
    }
    static std::size_t components(std::string_view type);

private:
    template <class Number> static int component_type() {
        if constexpr (std::is_same_v<Number, float>) {
            return 5126;
        } else {
            constexpr int size = sizeof(Number) == 1 ? 0 : sizeof(Number) == 2 ? 2 : 4;
            return 5120 + size + (std::is_unsigned_v<Number> ? 1 : 0);
        }
    }
};

/// A .glb of any two chunks, right or wrong.
std::string glb_of(std::string_view json, std::string_view binary);
/// Four bytes, low one first.
std::string word(std::uint32_t value);
std::string base64(std::string_view bytes);

} // namespace jounce::test
