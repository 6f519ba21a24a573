#pragma once

// A small model made here: a body with a tail of four bones, two clips, and things that nobody knows.

#include "modules/dev/replay/case_files.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace jounce_test {

/// Nodes 0 body (the mesh), 1 hip, 2 to 5 tail1 to tail4 (20 cm each, up from the hip), 6 spine, 7 head.
/// Clip "sway" moves and turns the hip and the head and ends as it starts, 1 s; clip "step" moves the hip
/// by a metre in half a second. A skin of all but the body, a mesh of eight vertices.
struct swing_file {
    nlohmann::ordered_json json;
    std::string binary;

    swing_file();
    std::string bytes() const; ///< as .glb
    fs::path save(const temporary_folder& into, const std::string& name = "swing.glb") const;
};

/// A .glb taken apart; fails the test if it is none.
swing_file take_apart(const std::string& glb);

/// The numbers of an accessor of floats.
std::vector<float> floats_of(const swing_file& from, std::size_t accessor);

/// Spring settings for the tail, with more members of the entry.
std::string tail_settings(const std::string& more = R"("preset": "tail")");

/// The same model with VRM springs on its tail.
inline swing_file vrm_model() {
    swing_file model;
    model.json["extensionsUsed"].push_back("VRMC_springBone");
    model.json["extensions"]["VRMC_springBone"] = nlohmann::ordered_json::parse(R"({
        "specVersion": "1.0",
        "springs": [{"name": "tail", "joints": [
            {"node": 2, "stiffness": 0.8, "dragForce": 0.3, "gravityPower": 0.2},
            {"node": 3, "stiffness": 0.8, "dragForce": 0.3, "gravityPower": 0.2},
            {"node": 4, "stiffness": 0.8, "dragForce": 0.3, "gravityPower": 0.2},
            {"node": 5}]}]})");
    return model;
}

} // namespace jounce_test
