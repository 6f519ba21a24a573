#include <jounce/modules/mesh_cache/parse_sma.hpp>

#include <jounce/modules/mesh_cache/byte_reader.hpp>

#include <string>

namespace jounce::mesh_cache {
namespace {

void read_triangles(byte_reader& from, std::size_t count, std::size_t vertices,
                    std::vector<std::uint32_t>& to) {
    for (std::size_t i = 0; i < 3 * count && from.ok(); ++i) {
        const std::size_t offset = from.offset();
        const std::uint32_t vertex = from.u32();
        if (from.ok() && vertex >= vertices) {
            from.fail(errors::bad_index, offset,
                      "triangle " + std::to_string(i / 3) + " names vertex " +
                          std::to_string(static_cast<std::int32_t>(vertex)) + " of " +
                          std::to_string(vertices) + "; export it again");
        }
        to.push_back(vertex);
    }
}

} // namespace

result<decompose::mesh_animation> parse_sma(std::span<const std::byte> bytes,
                                            const std::filesystem::path& name,
                                            const cache_limits& limits) {
    byte_reader from(bytes, name, std::endian::little);
    if (!from.takes_magic("JSMA0001")) {
        from.fail(errors::unsupported, 0,
                  "does not begin with JSMA0001, so it is not a .sma file of a known version");
    }
    const std::size_t vertices = from.count("vertices", limits.max_vertices);
    const std::size_t triangles = from.count("triangles", limits.max_triangles);
    const std::size_t frames = from.count("frames", limits.max_frames);
    from.u32();
    // Counts are below 2^32 each: nothing overflows here.
    const std::uint64_t positions = std::uint64_t{vertices} * (frames + 1);
    if (!from.expect(12 * positions + 12 * std::uint64_t{triangles}, positions, limits)) {
        return from.error();
    }
    decompose::mesh_animation out;
    out.rest.reserve(vertices);
    from.read_positions(vertices, out.rest);
    out.triangles.reserve(3 * triangles);
    read_triangles(from, triangles, vertices, out.triangles);
    out.frames.reserve(vertices * frames);
    for (std::size_t f = 0; f < frames && from.ok(); ++f) {
        from.read_positions(vertices, out.frames);
    }
    if (!from.ok()) {
        return from.error();
    }
    out.takes.push_back({name.stem().string(), 0, frames, 24});
    return out;
}

} // namespace jounce::mesh_cache
