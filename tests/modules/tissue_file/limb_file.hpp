#pragma once

// A model with a limb of two bones that is shaken by a clip, and its baked flesh, as files.

#include "modules/tissue/made_skin.hpp"
#include "support/gltf_builder.hpp"

#include <jounce/modules/tissue_bake/write_tissue.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace jounce::test {

/// `limb.glb` and `limb.tissue.glb` in a folder that goes with it.
class limb_folder {
public:
    limb_folder();
    ~limb_folder();
    limb_folder(const limb_folder&) = delete;
    limb_folder& operator=(const limb_folder&) = delete;

    std::filesystem::path path(const std::string& name) const { return folder_ / name; }
    std::filesystem::path model() const { return path("limb.glb"); }
    std::filesystem::path flesh() const { return path("limb.tissue.glb"); }
    std::filesystem::path write(const std::string& name, const std::string& text) const;

    /// The model without its files, to be changed.
    static gltf_builder model_of(const made_skin& skin);

private:
    std::filesystem::path folder_;
};

} // namespace jounce::test
