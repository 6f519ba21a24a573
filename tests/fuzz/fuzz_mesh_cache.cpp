// Any bytes as a deforming mesh, by every reader: refused with a reason, or finite and whole.

#include <jounce/modules/mesh_cache/parse_obj.hpp>
#include <jounce/modules/mesh_cache/parse_sma.hpp>
#include <jounce/modules/mesh_cache/point_cache.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

namespace {

template <class Value> bool is_read(const jounce::result<Value>& read) {
    if (!read && (read.error().name.empty() || read.error().message.empty())) {
        std::abort(); // refused without a reason
    }
    return static_cast<bool>(read);
}

void expect(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void expect_finite(std::span<const jounce::vec3<double>> places) {
    for (const jounce::vec3<double>& at : places) {
        expect(std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z));
    }
}

void expect_indices(std::span<const std::uint32_t> triangles, std::size_t vertices) {
    expect(!triangles.empty() && triangles.size() % 3 == 0);
    expect(std::all_of(triangles.begin(), triangles.end(),
                       [&](std::uint32_t v) { return v < vertices; }));
}

void expect_points(const jounce::result<jounce::mesh_cache::point_cache>& read) {
    if (is_read(read)) {
        expect(read->points > 0 && read->frames > 0);
        expect(read->positions.size() == read->points * read->frames);
        expect(std::isfinite(read->fps) && read->fps >= 0);
        expect_finite(read->positions);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jounce::mesh_cache;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto obj = parse_obj(text, "fuzz.obj");
    if (is_read(obj)) {
        expect_finite(obj->positions);
        expect_indices(obj->triangles, obj->positions.size());
    }
    const auto sma = parse_sma(bytes, "fuzz.sma");
    if (is_read(sma)) {
        expect_finite(sma->rest);
        expect_finite(sma->frames);
        expect_indices(sma->triangles, sma->rest.size());
        expect(sma->takes.front().frame_count * sma->rest.size() == sma->frames.size());
    }
    expect_points(parse_pc2(bytes, "fuzz.pc2"));
    expect_points(parse_mdd(bytes, "fuzz.mdd"));
    return 0;
}
