#include <jounce/modules/gltf/accessor.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <string>

namespace jounce::gltf {
namespace {

using accessor_data = jounce_tinygltf::Accessor;

/// Bytes from a place in a view to its end.
std::span<const std::byte> bytes_of(const source& from, int view, std::size_t offset) {
    return view_bytes(from, view).subspan(offset);
}

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

template <class Number> Number load(const std::byte* at) {
    Number out;
    std::memcpy(&out, at, sizeof out); // buffers promise no alignment
    return out;
}

float as_float(int component_type, bool normalised, const std::byte* at) {
    switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE: {
        const auto v = static_cast<float>(load<std::int8_t>(at));
        return normalised ? std::max(v / 127.0F, -1.0F) : v;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: {
        const auto v = static_cast<float>(load<std::uint8_t>(at));
        return normalised ? v / 255.0F : v;
    }
    case TINYGLTF_COMPONENT_TYPE_SHORT: {
        const auto v = static_cast<float>(load<std::int16_t>(at));
        return normalised ? std::max(v / 32767.0F, -1.0F) : v;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: {
        const auto v = static_cast<float>(load<std::uint16_t>(at));
        return normalised ? v / 65535.0F : v;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT: return static_cast<float>(load<std::uint32_t>(at));
    default: return load<float>(at);
    }
}

std::uint32_t as_integer(int component_type, const std::byte* at) {
    switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: return load<std::uint8_t>(at);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: return load<std::uint16_t>(at);
    default: return load<std::uint32_t>(at);
    }
}

const char* type_name(int type) {
    switch (type) {
    case TINYGLTF_TYPE_SCALAR: return "SCALAR";
    case TINYGLTF_TYPE_VEC2: return "VEC2";
    case TINYGLTF_TYPE_VEC3: return "VEC3";
    case TINYGLTF_TYPE_VEC4: return "VEC4";
    case TINYGLTF_TYPE_MAT4: return "MAT4";
    default: return "another type";
    }
}

/// Calls `put(element, component, bytes)` for the elements as they lie there, then for the sparse
/// ones, which replace them.
template <class Put>
void visit(source& from, int accessor, std::string_view place, const Put& put) {
    const accessor_data& data = from.document.accessors[as_size(accessor)];
    const element_layout layout = layout_of(data.componentType, data.type);
    const std::size_t rows = layout.components / layout.columns;
    const auto put_element = [&](std::size_t element, const std::byte* at) {
        for (std::size_t c = 0; c < layout.components; ++c) {
            put(element, c,
                at + c / rows * layout.column_stride + c % rows * layout.component_bytes);
        }
    };
    if (const decoded_accessor* decoded = from.decoded(accessor)) {
        for (std::size_t i = 0; i < data.count; ++i) {
            put_element(i, decoded->bytes.data() + i * layout.bytes);
        }
        return;
    }
    if (data.bufferView >= 0) {
        const std::size_t given = from.document.bufferViews[as_size(data.bufferView)].byteStride;
        const std::size_t stride = given != 0 ? given : layout.bytes;
        const std::span<const std::byte> bytes = bytes_of(from, data.bufferView, data.byteOffset);
        for (std::size_t i = 0; i < data.count; ++i) {
            put_element(i, bytes.data() + i * stride);
        }
    }
    if (!data.sparse.isSparse) {
        return;
    }
    const auto& indices = data.sparse.indices;
    const auto& values = data.sparse.values;
    const std::size_t index_bytes = component_bytes(indices.componentType);
    const auto index_data =
        bytes_of(from, indices.bufferView, static_cast<std::size_t>(indices.byteOffset));
    const auto value_data =
        bytes_of(from, values.bufferView, static_cast<std::size_t>(values.byteOffset));
    const std::size_t count = as_size(data.sparse.count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t element =
            as_integer(indices.componentType, index_data.data() + i * index_bytes);
        if (element >= data.count) {
            from.fail(errors::bad_index, place,
                      "sparse entry " + std::to_string(i) + " replaces element " +
                          std::to_string(element) + " of " + std::to_string(data.count) +
                          "; export the file again");
            return;
        }
        put_element(element, value_data.data() + i * layout.bytes);
    }
}

/// The accessor if it is of that type and there is memory for its numbers.
const accessor_data* expect(source& from, int accessor, int type, std::size_t number_bytes,
                            std::string_view place) {
    const accessor_data& data = from.document.accessors[as_size(accessor)];
    if (data.type != type) {
        from.fail(errors::bad_accessor, place,
                  "uses accessor " + std::to_string(from.shown(accessor)) + " of type " +
                      type_name(data.type) + ", " + type_name(type) +
                      " is needed; export the file again");
        return nullptr;
    }
    const std::size_t components = layout_of(data.componentType, type).components;
    // Counts are below 2^31, so this does not overflow.
    return from.take_bytes(static_cast<std::uint64_t>(data.count) * components * number_bytes,
                           place)
               ? &data
               : nullptr;
}

} // namespace

std::span<const std::byte> view_bytes(const source& from, int view) {
    const jounce_tinygltf::BufferView& given = from.document.bufferViews[as_size(view)];
    if (const auto& decoded = from.decoded_views[as_size(view)]; !decoded.empty()) {
        return std::span(decoded).first(given.byteLength);
    }
    return std::span(from.buffers[as_size(given.buffer)])
        .subspan(given.byteOffset, given.byteLength);
}

std::size_t component_bytes(int component_type) {
    switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: return 2;
    default: return 4;
    }
}

element_layout layout_of(int component_type, int type) {
    element_layout out;
    out.component_bytes = component_bytes(component_type);
    std::size_t rows = 1;
    switch (type) {
    case TINYGLTF_TYPE_VEC2: rows = 2; break;
    case TINYGLTF_TYPE_VEC3: rows = 3; break;
    case TINYGLTF_TYPE_VEC4: rows = 4; break;
    case TINYGLTF_TYPE_MAT2: rows = out.columns = 2; break;
    case TINYGLTF_TYPE_MAT3: rows = out.columns = 3; break;
    case TINYGLTF_TYPE_MAT4: rows = out.columns = 4; break;
    default: break;
    }
    const std::size_t column = rows * out.component_bytes;
    out.components = rows * out.columns;
    out.column_stride = out.columns == 1 ? column : (column + 3) / 4 * 4;
    out.bytes = out.column_stride * out.columns;
    return out;
}

std::vector<float> read_any_floats(source& from, int accessor, int type, std::string_view place) {
    const accessor_data* data = expect(from, accessor, type, sizeof(float), place);
    if (data == nullptr) {
        return {};
    }
    const std::size_t components = layout_of(data->componentType, type).components;
    std::vector<float> out(data->count * components);
    visit(from, accessor, place, [&](std::size_t element, std::size_t c, const std::byte* at) {
        out[element * components + c] = as_float(data->componentType, data->normalized, at);
    });
    return from.ok() ? std::move(out) : std::vector<float>();
}

std::vector<float> read_floats(source& from, int accessor, int type, std::string_view place) {
    std::vector<float> out = read_any_floats(from, accessor, type, place);
    const auto wrong = std::find_if(out.begin(), out.end(), [](float v) {
        return !(std::abs(static_cast<double>(v)) <= json::max_number);
    });
    if (from.ok() && wrong != out.end()) {
        const auto number = static_cast<std::size_t>(wrong - out.begin());
        const accessor_data& data = from.document.accessors[as_size(accessor)];
        const std::size_t components = layout_of(data.componentType, type).components;
        from.fail(errors::bad_number, place,
                  "uses accessor " + std::to_string(from.shown(accessor)) + ", whose element " +
                      std::to_string(number / components) +
                      " is not a number below 1e30 in size; export the file again");
    }
    return from.ok() ? std::move(out) : std::vector<float>();
}

std::vector<std::uint32_t> read_integers(source& from, int accessor, int type,
                                         std::string_view place) {
    const accessor_data* data = expect(from, accessor, type, sizeof(std::uint32_t), place);
    if (data == nullptr) {
        return {};
    }
    if (data->componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE &&
        data->componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT &&
        data->componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT) {
        from.fail(errors::bad_accessor, place,
                  "uses accessor " + std::to_string(from.shown(accessor)) +
                      " with component type " + std::to_string(data->componentType) +
                      ", whole numbers without sign are needed; export the file again");
        return {};
    }
    const std::size_t components = layout_of(data->componentType, type).components;
    std::vector<std::uint32_t> out(data->count * components);
    visit(from, accessor, place, [&](std::size_t element, std::size_t c, const std::byte* at) {
        out[element * components + c] = as_integer(data->componentType, at);
    });
    return from.ok() ? std::move(out) : std::vector<std::uint32_t>();
}

bool has_count(source& from, int accessor, std::size_t wanted, std::string_view place) {
    const std::size_t found = from.document.accessors[as_size(accessor)].count;
    if (found != wanted) {
        from.fail(errors::bad_accessor, place,
                  "uses accessor " + std::to_string(from.shown(accessor)) + " with " +
                      std::to_string(found) + " elements, " + std::to_string(wanted) +
                      " are needed; export the file again");
        return false;
    }
    return true;
}

} // namespace jounce::gltf
