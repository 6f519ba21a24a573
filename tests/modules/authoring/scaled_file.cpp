#include "scaled_file.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <cstring>
#include <set>

namespace jounce_test {
namespace {

using ordered = nlohmann::ordered_json;

void scale_numbers(ordered& list, double factor) {
    for (ordered& one : list) {
        one = one.get<double>() * factor;
    }
}

/// Scales chosen components of the elements of an accessor of floats.
void scale_accessor(swing_file& of, std::size_t index, std::size_t width,
                    const std::vector<std::size_t>& components, float factor) {
    ordered& accessor = of.json["accessors"][index];
    REQUIRE(accessor["componentType"] == 5126);
    const ordered& view = of.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::size_t stride = view.value("byteStride", 4 * width);
    const std::size_t start =
        view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    const std::size_t count = accessor["count"].get<std::size_t>();
    REQUIRE(start + stride * (count - 1) + 4 * width <= of.binary.size());
    for (std::size_t i = 0; i < count; ++i) {
        for (const std::size_t c : components) {
            float number = 0;
            char* at = of.binary.data() + start + stride * i + 4 * c;
            std::memcpy(&number, at, 4);
            number *= factor;
            std::memcpy(at, &number, 4);
        }
    }
    for (const char* bound : {"min", "max"}) {
        if (accessor.contains(bound) && components.size() == width) {
            for (std::size_t c = 0; c < width; ++c) { // as the numbers themselves are rounded
                accessor[bound][c] = accessor[bound][c].get<float>() * factor;
            }
        }
    }
}

void scale_vrm(ordered& springs, double factor) {
    if (!springs.contains("colliders")) {
        return;
    }
    for (ordered& body : springs["colliders"]) {
        for (auto& [name, shape] : body["shape"].items()) {
            for (const char* place : {"offset", "tail"}) {
                if (shape.contains(place)) {
                    scale_numbers(shape[place], factor);
                }
            }
            if (shape.contains("radius")) {
                shape["radius"] = shape["radius"].get<double>() * factor;
            }
        }
    }
}

} // namespace

swing_file with_lengths_times(swing_file model, double factor) {
    const float narrow = static_cast<float>(factor);
    for (ordered& node : model.json["nodes"]) {
        REQUIRE_FALSE(node.contains("matrix"));
        if (node.contains("translation")) {
            scale_numbers(node["translation"], factor);
        }
    }
    std::set<std::size_t> places;
    std::set<std::size_t> matrices;
    for (const ordered& mesh : model.json["meshes"]) {
        for (const ordered& part : mesh["primitives"]) {
            places.insert(part["attributes"]["POSITION"].get<std::size_t>());
        }
    }
    for (const ordered& clip : model.json["animations"]) {
        for (const ordered& channel : clip["channels"]) {
            if (channel["target"]["path"] == "translation") {
                const std::size_t sampler = channel["sampler"].get<std::size_t>();
                places.insert(clip["samplers"][sampler]["output"].get<std::size_t>());
            }
        }
    }
    for (const ordered& skin : model.json["skins"]) {
        if (skin.contains("inverseBindMatrices")) {
            matrices.insert(skin["inverseBindMatrices"].get<std::size_t>());
        }
    }
    for (const std::size_t index : places) {
        scale_accessor(model, index, 3, {0, 1, 2}, narrow);
    }
    for (const std::size_t index : matrices) {
        scale_accessor(model, index, 16, {12, 13, 14}, narrow);
    }
    if (model.json.contains("extensions") && model.json["extensions"].contains("VRMC_springBone")) {
        scale_vrm(model.json["extensions"]["VRMC_springBone"], factor);
    }
    return model;
}

swing_file under_scaled_root(swing_file model, double factor) {
    ordered& scene = model.json["scenes"][model.json.value("scene", std::size_t{0})];
    const std::size_t root = model.json["nodes"].size();
    model.json["nodes"].push_back({{"name", "Armature unit"},
                                   {"scale", {factor, factor, factor}},
                                   {"children", scene["nodes"]}});
    scene["nodes"] = {root};
    return model;
}

std::optional<swing_file> fox() {
    const char* assets = std::getenv("JOUNCE_ASSETS_DIR");
    if (assets == nullptr || !fs::exists(fs::path(assets) / "Fox.glb")) {
        return std::nullopt;
    }
    return take_apart(read_text(fs::path(assets) / "Fox.glb"));
}

} // namespace jounce_test
