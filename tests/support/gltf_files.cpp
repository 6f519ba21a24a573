#include "support/gltf_files.hpp"

#include "support/gltf_variants.hpp"

#include <stdexcept>

namespace jounce::test {

const std::vector<gltf_file>& good_gltf_files() {
    static const std::vector<gltf_file> files = [] {
        std::vector<gltf_file> out;
        const auto glb = [&](const char* name, const gltf_builder& from) {
            out.push_back({std::string(name) + ".glb", from.binary()});
        };
        out.push_back({"embedded.gltf", tube().embedded()});
        out.push_back({"beside.gltf", tube().beside("buffer%20of%20beside.bin"),
                       "buffer of beside.bin", tube().buffer});
        glb("plain", tube());
        glb("two_sets", two_sets());
        glb("weights_u8", quantised_weights(1));
        glb("weights_u16", quantised_weights(2));
        glb("no_matrices", no_matrices());
        glb("two_skins", two_skins());
        glb("skipped_nodes", skipped_nodes());
        glb("moved_mesh_node", moved_mesh_node());
        glb("matrix_nodes", matrix_nodes());
        glb("uneven_scale", uneven_scale());
        glb("interpolations", interpolations());
        glb("morphs", morphs());
        glb("sparse", sparse());
        glb("quantised_mesh", quantised_mesh());
        glb("interleaved", interleaved());
        glb("rigid", rigid());
        return out;
    }();
    return files;
}

const gltf_file& good_gltf_file(const std::string& name) {
    for (const gltf_file& file : good_gltf_files()) {
        if (file.name == name) {
            return file;
        }
    }
    throw std::out_of_range("no test file " + name);
}

} // namespace jounce::test
