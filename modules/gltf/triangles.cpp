#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/meshes.hpp>

#include <utility>

namespace jounce::gltf {
namespace {

/// The order in which a primitive visits its vertices.
std::vector<std::uint32_t> read_order(source& from, const primitive_source& of) {
    std::vector<std::uint32_t> order;
    if (of.given.indices >= 0) {
        const std::string place = of.place + "/indices";
        order = read_integers(from, of.given.indices, TINYGLTF_TYPE_SCALAR, place);
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (order[i] >= of.vertex_count) {
                from.fail(errors::bad_index, place,
                          "index " + std::to_string(i) + " names vertex " +
                              std::to_string(order[i]) + " of " + std::to_string(of.vertex_count) +
                              "; export the file again");
                return {};
            }
        }
    } else if (from.take_bytes(of.vertex_count * sizeof(std::uint32_t), of.place)) {
        order.resize(of.vertex_count);
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = static_cast<std::uint32_t>(i);
        }
    }
    return order;
}

} // namespace

void read_triangles(source& from, const primitive_source& of, mesh& into) {
    const int mode = of.given.mode;
    if (mode != TINYGLTF_MODE_TRIANGLES && mode != TINYGLTF_MODE_TRIANGLE_STRIP &&
        mode != TINYGLTF_MODE_TRIANGLE_FAN) {
        return; // points and lines have vertices to move, but no triangles
    }
    std::vector<std::uint32_t> order = read_order(from, of);
    if (!from.ok()) {
        return;
    }
    if (mode == TINYGLTF_MODE_TRIANGLES) {
        if (order.size() % 3 != 0) {
            from.warn(of.place, "has vertices after its last whole triangle, left out");
            order.resize(order.size() / 3 * 3);
        }
        into.triangles = std::move(order);
        return;
    }
    if (!from.take_bytes(3 * order.size() * sizeof(std::uint32_t), of.place)) {
        return;
    }
    for (std::size_t i = 0; i + 2 < order.size(); ++i) {
        if (mode == TINYGLTF_MODE_TRIANGLE_STRIP) {
            // Every other triangle of a strip is turned around, to face the same way.
            const std::size_t odd = i % 2;
            into.triangles.insert(into.triangles.end(),
                                  {order[i], order[i + 1 + odd], order[i + 2 - odd]});
        } else {
            into.triangles.insert(into.triangles.end(), {order[i + 1], order[i + 2], order[0]});
        }
    }
}

} // namespace jounce::gltf
