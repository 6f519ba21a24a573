// Any bytes as a mesh with bones: weights that are rows of shares, or a named error. Then helpers for it.

#include <jounce/modules/weights/bind_surface.hpp>
#include <jounce/modules/weights/clean_up.hpp>
#include <jounce/modules/weights/helpers.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace jounce;

namespace {

/// Takes the input apart. At its end come zeros.
class byte_reader {
public:
    byte_reader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
    bool is_empty() const { return at_ >= size_; }
    /// Mostly a small grid, so that places coincide; sometimes any number there is.
    double number() {
        const std::uint8_t first = byte();
        if (first < 250) {
            return 0.1 * (first % 32) - 1.5;
        }
        std::uint8_t raw[sizeof(double)];
        for (std::uint8_t& one : raw) {
            one = byte();
        }
        double out = 0;
        std::memcpy(&out, raw, sizeof out);
        return out;
    }
    vec3<double> place() {
        const double x = number();
        const double y = number();
        return {x, y, number()};
    }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

void check(const weights::weight_table& table, std::size_t vertices, std::int32_t influences) {
    if (table.vertex_count() != vertices) {
        std::abort();
    }
    for (std::size_t v = 0; v < vertices; ++v) {
        double sum = 0;
        for (const weights::bone_weight& one : table.of(v)) {
            if (!(one.weight >= 0) || one.bone < 0) {
                std::abort();
            }
            sum += one.weight;
        }
        if (!(std::abs(sum - 1) < 1e-6) ||
            table.of(v).size() > static_cast<std::size_t>(influences)) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    byte_reader from(data, size);
    weights::bind_options options;
    options.method = static_cast<weights::bind_method>(from.byte() % 4);
    options.influences = 1 + from.byte() % 8;
    options.needs_visibility = from.byte() % 4 != 0;
    const std::size_t bone_count = from.byte() % 6;
    const std::size_t vertex_count = from.byte() % 64;
    std::vector<weights::bone_segment> bones;
    for (std::size_t b = 0; b < bone_count; ++b) {
        const vec3<double> head = from.place();
        bones.push_back({static_cast<std::int32_t>(b % 4), head, from.place()});
    }
    std::vector<vec3<double>> positions;
    for (std::size_t v = 0; v < vertex_count; ++v) {
        positions.push_back(from.place());
    }
    std::vector<std::uint32_t> triangles;
    while (!from.is_empty() && triangles.size() < 600) {
        for (int corner = 0; corner < 3; ++corner) {
            triangles.push_back(from.byte() % 65U);
        }
    }
    const weights::surface mesh = {positions, triangles};
    const auto bound = weights::bind_surface(mesh, bones, options);
    if (!bound) {
        if (bound.error().name.empty() || bound.error().message.empty()) {
            std::abort(); // refused without a reason
        }
        return 0;
    }
    check(bound->weights, positions.size(), options.influences);
    for (const weights::proposed_chain& chain :
         weights::propose_helpers(mesh, bound->weights, bones)) {
        weights::helper one;
        one.bone = 100;
        one.owner = -1;
        one.head = chain.points.front();
        one.tail = chain.points.back();
        one.reach = chain.reach;
        one.rule = weights::helper_rule::heat;
        const auto given =
            weights::give_to_helpers(mesh, bound->weights, std::vector<weights::helper>{one});
        if (given) {
            check(*given, positions.size(), options.influences + 1);
        }
    }
    return 0;
}
