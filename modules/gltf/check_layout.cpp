#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/check_document.hpp>

#include <cstdint>
#include <string>

namespace jounce::gltf {
namespace {

/// All sizes are below 2^31, so nothing here overflows 64 bits.
void check_inside(source& from, std::size_t view_index, std::uint64_t offset, std::uint64_t bytes,
                  const std::string& place) {
    const std::uint64_t length = from.document.bufferViews[view_index].byteLength;
    if (from.ok() && (offset > length || bytes > length - offset)) {
        from.fail(errors::bad_accessor, place,
                  "needs bytes " + std::to_string(offset) + " to " +
                      std::to_string(offset + bytes) + " of buffer view " +
                      std::to_string(view_index) + ", which has " + std::to_string(length) +
                      "; export the file again");
    }
}

void check_view(source& from, std::size_t index) {
    const jounce_tinygltf::BufferView& view = from.document.bufferViews[index];
    const std::size_t held = from.buffers[as_size(view.buffer)].size();
    if (from.missing_views[index] || !from.decoded_views[index].empty()) {
        return;
    }
    if (view.byteOffset > held || view.byteLength > held - view.byteOffset) {
        from.fail(errors::bad_accessor, pointer_to("bufferViews", index),
                  "needs bytes " + std::to_string(view.byteOffset) + " to " +
                      std::to_string(view.byteOffset + view.byteLength) + " of buffer " +
                      std::to_string(view.buffer) + ", which has " + std::to_string(held) +
                      "; export the file again");
    }
}

void check_sparse(source& from, std::size_t index, const element_layout& layout) {
    const jounce_tinygltf::Accessor& accessor = from.document.accessors[index];
    const std::string place = pointer_to("accessors", index, "/sparse");
    const std::size_t count = as_size(accessor.sparse.count);
    if (count > accessor.count) {
        from.fail(errors::bad_accessor, place,
                  "replaces " + std::to_string(count) + " elements of " +
                      std::to_string(accessor.count) + "; export the file again");
        return;
    }
    const int type = accessor.sparse.indices.componentType;
    if (type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE &&
        type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT &&
        type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT) {
        from.fail(errors::bad_accessor, place + "/indices/componentType",
                  "is " + std::to_string(type) + ", whole numbers without sign are needed");
        return;
    }
    check_inside(from, as_size(accessor.sparse.indices.bufferView),
                 static_cast<std::uint64_t>(accessor.sparse.indices.byteOffset),
                 static_cast<std::uint64_t>(count) * component_bytes(type), place + "/indices");
    check_inside(from, as_size(accessor.sparse.values.bufferView),
                 static_cast<std::uint64_t>(accessor.sparse.values.byteOffset),
                 static_cast<std::uint64_t>(count) * layout.bytes, place + "/values");
}

void check_accessor(source& from, std::size_t index) {
    const jounce_tinygltf::Accessor& accessor = from.document.accessors[index];
    const element_layout layout = layout_of(accessor.componentType, accessor.type);
    const std::string place = pointer_to("accessors", index);
    if (accessor.bufferView >= 0) {
        const std::size_t view = as_size(accessor.bufferView);
        const std::size_t given = from.document.bufferViews[view].byteStride;
        if (given != 0 && given < layout.bytes) {
            from.fail(errors::bad_accessor, place,
                      "has elements of " + std::to_string(layout.bytes) + " bytes every " +
                          std::to_string(given) + " bytes; export the file again");
            return;
        }
        const std::uint64_t stride = given != 0 ? given : layout.bytes;
        const std::uint64_t bytes =
            accessor.count == 0 ? 0 : (accessor.count - 1) * stride + layout.bytes;
        check_inside(from, view, accessor.byteOffset, bytes, place);
    }
    if (accessor.sparse.isSparse && from.ok()) {
        check_sparse(from, index, layout);
    }
}

} // namespace

void check_layout(source& from) {
    for (std::size_t i = 0; i < from.document.bufferViews.size() && from.ok(); ++i) {
        check_view(from, i);
    }
    for (std::size_t i = 0; i < from.document.accessors.size() && from.ok(); ++i) {
        check_accessor(from, i);
    }
}

} // namespace jounce::gltf
