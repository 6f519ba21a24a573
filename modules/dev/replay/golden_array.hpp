#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/json/document.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::replay {

/// An array file of a case, in double whatever it was stored in. C order, last index fastest.
struct golden_array {
    std::string name;
    std::vector<std::size_t> shape;
    std::vector<double> values;
    bool stored_as_float = false; ///< the values were rounded to float when the case was written

    /// How many values one step of the first index passes over.
    std::size_t stride() const {
        return shape.empty() || shape[0] == 0 ? 0 : values.size() / shape[0];
    }
    vec3<double> vector_at(std::size_t first) const {
        return {values[first], values[first + 1], values[first + 2]};
    }
};

/// Stands for a length that the file may choose.
inline constexpr std::int64_t any_length = -1;

/// Reads `arrays[name]`: {"file": plain name, "shape": [...], "dtype": "f64" (default) | "f32"}.
/// The shape must be `shape`, the file exactly as long as that, and all numbers finite.
golden_array read_array(const json::value& arrays, const char* name,
                        const std::vector<std::int64_t>& shape);

/// The same for `arrays[name]`: {"shape": [...], "type": "f64" | "i32"}, whose file is `name.type.bin`.
golden_array read_typed_array(const json::value& arrays, const char* name,
                              const std::vector<std::int64_t>& shape);

} // namespace jounce::replay
