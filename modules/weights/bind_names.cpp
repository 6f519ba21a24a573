#include <jounce/modules/weights/bind_surface.hpp>

#include <algorithm>

namespace jounce::weights {

std::uint64_t bytes_to_bind(std::size_t vertices, std::size_t triangles, std::size_t bones,
                            const bind_options& options) {
    // Measured: the factor of a surface has some 15 entries per vertex, growing with its logarithm.
    const std::uint64_t solved = std::max<std::uint64_t>(vertices, 20'000);
    const std::uint64_t cleaning = 160 * vertices + 260 * triangles;
    const std::uint64_t sparse = options.method == bind_method::heat ? 900 * solved : 0;
    const std::uint64_t rows = 48 * vertices + 16 * bones;
    return cleaning + sparse + rows;
}

std::string_view name_of(part_rule rule) {
    switch (rule) {
    case part_rule::visible: return "visible";
    case part_rule::distance: return "distance";
    case part_rule::borrowed: return "borrowed";
    case part_rule::nearest: return "nearest";
    }
    return "";
}

std::string_view name_of(bind_method method) {
    switch (method) {
    case bind_method::heat: return "heat";
    case bind_method::curves_wide: return "curves";
    case bind_method::curves_narrow: return "curves-narrow";
    case bind_method::nearest: return "nearest";
    }
    return "";
}

} // namespace jounce::weights
