#include "support/bad_gltf_parts.hpp"

#include <limits>

namespace jounce::test {
namespace {

using json = nlohmann::json;

constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();

} // namespace

void add_bad_accessors(bad_list& out) {
    // A member of an accessor (or view) with a value that is wrong.
    const auto wrong = [&](const char* name, const char* list, const char* member,
                           const json& value, const char* error, const char* says) {
        out.add(name, error, says, [=](gltf_builder& f) { f.document[list][0][member] = value; });
    };
    wrong("count_too_large", "accessors", "count", 17, "bad_accessor", "/accessors/0");
    wrong("count_absurd", "accessors", "count", largest, "bad_accessor", "/accessors/0");
    wrong("count_beyond", "accessors", "count", largest + 1, "out_of_range", "/accessors/0/count");
    wrong("count_negative", "accessors", "count", -1, "out_of_range", "/accessors/0/count");
    wrong("count_fraction", "accessors", "count", 1.5, "wrong_type", "/accessors/0/count");
    wrong("count_huge", "accessors", "count", 18446744073709551615ULL, "out_of_range",
          "/accessors/0/count");
    wrong("offset_absurd", "accessors", "byteOffset", largest, "bad_accessor", "/accessors/0");
    wrong("offset_small", "accessors", "byteOffset", 4, "bad_accessor", "/accessors/0");
    wrong("component_int", "accessors", "componentType", 5124, "bad_accessor", "5124");
    wrong("component_unknown", "accessors", "componentType", 5130, "out_of_range",
          "/accessors/0/componentType");
    wrong("type_unknown", "accessors", "type", "VEC5", "bad_accessor", "VEC5");
    wrong("type_other", "accessors", "type", "VEC2", "bad_accessor", "VEC3 is needed");
    wrong("type_missing", "accessors", "type", 3, "wrong_type", "/accessors/0/type");
    wrong("view_unknown", "accessors", "bufferView", 99, "bad_index", "/accessors/0/bufferView");
    wrong("normalized_number", "accessors", "normalized", 1, "wrong_type", "/accessors/0");
    wrong("stride_small", "bufferViews", "byteStride", 8, "bad_accessor", "every 8 bytes");
    wrong("stride_odd", "bufferViews", "byteStride", 13, "bad_accessor", "multiple of 4");
    wrong("stride_large", "bufferViews", "byteStride", 256, "out_of_range", "byteStride");
    wrong("stride_overruns", "bufferViews", "byteStride", 252, "bad_accessor", "/accessors/0");
    wrong("view_too_long", "bufferViews", "byteLength", largest, "bad_accessor", "/bufferViews/0");
    wrong("view_too_far", "bufferViews", "byteOffset", largest, "bad_accessor", "/bufferViews/0");
    wrong("view_of_no_buffer", "bufferViews", "buffer", 1, "bad_index", "/bufferViews/0/buffer");
    wrong("view_text", "bufferViews", "byteLength", "many", "wrong_type", "/bufferViews/0");
    out.add("accessors_object", "wrong_type", "/accessors",
            [](gltf_builder& f) { f.document["accessors"] = json::object(); });
    out.add("accessor_number", "wrong_type", "/accessors/0",
            [](gltf_builder& f) { f.document["accessors"][0] = 7; });
    out.add("zeros_without_end", "too_large", "/meshes/0/primitives/0/attributes/POSITION",
            [](gltf_builder& f) {
                f.document["accessors"][0].erase("bufferView");
                f.document["accessors"][0]["count"] = largest;
            });

    const auto sparse = [&](const char* name, const char* error, const char* says, int count,
                            int indices, int component, int values) {
        out.add(name, error, says, [=](gltf_builder& f) {
            const int index_view = f.view(f.bytes_of<std::uint32_t>({0, 1, 400}));
            const int value_view = f.view(f.bytes_of<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}));
            f.document["accessors"][0]["sparse"] = {
                {"count", count},
                {"indices",
                 {{"bufferView", indices < 0 ? index_view : indices},
                  {"componentType", component}}},
                {"values", {{"bufferView", values < 0 ? value_view : values}}}};
        });
    };
    sparse("sparse_index", "bad_index", "element 400 of 16", 3, -1, 5125, -1);
    sparse("sparse_too_many", "bad_accessor", "/accessors/0/sparse", 17, -1, 5125, -1);
    sparse("sparse_short", "bad_accessor", "/accessors/0/sparse/indices", 4, -1, 5125, -1);
    sparse("sparse_values_short", "bad_accessor", "/accessors/0/sparse/values", 4, 0, 5121, -1);
    sparse("sparse_float_index", "bad_accessor", "indices/componentType", 3, -1, 5126, -1);
    sparse("sparse_view", "bad_index", "/accessors/0/sparse/values/bufferView", 3, -1, 5125, 99);
    out.add("sparse_empty", "missing_member", "count",
            [](gltf_builder& f) { f.document["accessors"][0]["sparse"] = json::object(); });

    const auto not_finite = [&](const char* name, float value) {
        out.add(name, "bad_number", "element 1", [value](gltf_builder& f) {
            std::vector<float> numbers(48, 1.0F);
            numbers[4] = value;
            f.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
                f.accessor(numbers, "VEC3");
        });
    };
    not_finite("position_nan", std::numeric_limits<float>::quiet_NaN());
    not_finite("position_infinite", -std::numeric_limits<float>::infinity());
    not_finite("position_absurd", 2e30F);
}

} // namespace jounce::test
