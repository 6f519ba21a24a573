#include <jounce/modules/mesh_cache/point_cache.hpp>

#include <jounce/modules/mesh_cache/byte_reader.hpp>

#include <cmath>
#include <string>
#include <string_view>

namespace jounce::mesh_cache {
namespace {

/// The positions of all frames, which must end where the file does.
result<point_cache> read_frames(byte_reader& from, point_cache out, const cache_limits& limits) {
    const std::uint64_t positions = std::uint64_t{out.points} * out.frames;
    if (!from.expect(12 * positions, positions, limits)) {
        return from.error();
    }
    out.positions.reserve(out.points * out.frames);
    for (std::size_t f = 0; f < out.frames && from.ok(); ++f) {
        from.read_positions(out.points, out.positions);
    }
    if (!from.ok()) {
        return from.error();
    }
    return out;
}

/// Frames per second of times with the same distance; 0 if they are not so.
double even_rate(const std::vector<double>& times) {
    if (times.size() < 2) {
        return 0;
    }
    const double step = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    if (!(step >= 1e-6 && step <= 1e3)) {
        return 0;
    }
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (std::abs(times[i] - times[i - 1] - step) > 0.05 * step) {
            return 0;
        }
    }
    return 1 / step;
}

std::vector<double> read_times(byte_reader& from, std::size_t count) {
    std::vector<double> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count && from.ok(); ++i) {
        const std::size_t offset = from.offset();
        out.push_back(from.number("the time of a frame"));
        if (from.ok() && i > 0 && out[i] < out[i - 1]) {
            from.fail(errors::bad_time, offset,
                      "the time of frame " + std::to_string(i) +
                          " is before that of the frame before; export it again");
        }
    }
    return out;
}

} // namespace

result<point_cache> parse_pc2(std::span<const std::byte> bytes, const std::filesystem::path& name,
                              const cache_limits& limits) {
    byte_reader from(bytes, name, std::endian::little);
    if (!from.takes_magic(std::string_view("POINTCACHE2\0", 12))) {
        from.fail(errors::unsupported, 0,
                  "does not begin with POINTCACHE2, so it is not a PC2 file; export it again");
    }
    const std::size_t version_at = from.offset();
    const std::uint32_t version = from.u32();
    if (from.ok() && version != 1) {
        from.fail(errors::unsupported_version, version_at,
                  "is of version " + std::to_string(version) + ", 1 is known");
    }
    point_cache out;
    out.points = from.count("points", limits.max_vertices);
    from.number("the first frame");
    from.number("the rate of samples");
    out.frames = from.count("samples", limits.max_frames);
    return read_frames(from, std::move(out), limits);
}

result<point_cache> parse_mdd(std::span<const std::byte> bytes, const std::filesystem::path& name,
                              const cache_limits& limits) {
    byte_reader from(bytes, name, std::endian::big);
    point_cache out;
    out.frames = from.count("frames", limits.max_frames);
    out.points = from.count("points", limits.max_vertices);
    // The times are read before the rest is looked at, so they are counted first.
    if (from.ok() && from.left() / 4 < out.frames) {
        from.fail(errors::unreadable, from.offset(),
                  "it says that it has " + std::to_string(out.frames) +
                      " frames, but ends before their times do; export it again");
    }
    if (from.ok()) {
        out.fps = even_rate(read_times(from, out.frames));
    }
    return read_frames(from, std::move(out), limits);
}

} // namespace jounce::mesh_cache
