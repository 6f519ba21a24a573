#pragma once

// For bake_file.cpp, and baked_springs.cpp where its springs are chosen.

#include <jounce/modules/authoring/add_helpers.hpp>
#include <jounce/modules/authoring/model_tissue.hpp>
#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/bake/bake_mark.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace jounce::bake {

/// A bake, step by step. A step either succeeds or stores an error.
class baking {
public:
    baking(const bake_options& options, const bake_progress& tell)
        : options_(options), tell_(tell) {}

    result<bake_report> run();

private:
    /// Fails at the start if the end is sure to fail.
    std::optional<error> check_output();
    std::optional<error> read();
    std::optional<error> choose_clips();
    std::optional<error> choose_springs();

    /// With the constraints of VRM, which move parents of springs.
    std::optional<error> make_kind(spring_set springs,
                                   const std::vector<constraint_description>& constraints);
    std::optional<error> check_springs();
    std::optional<error> simulate();
    void describe(const recorded_motion& motion, const baked_tracks& tracks);

    /// A step of writing: three for each clip, and the file.
    void tell_step();
    std::optional<error> write();
    std::optional<error> write_flesh_of(glb_document& document);
    std::optional<error> write_table();

    const bake_options& options_;
    const bake_progress& tell_;
    bake_format format_ = bake_format::glb;
    gltf::model model_;
    bool rest_clip_gone_ = false;
    double metres_ = 1; ///< per unit of the model
    bake_facts facts_;
    authoring::added_helpers helpers_;
    std::vector<std::int32_t> clips_; ///< to bake; -1: the rest pose
    std::shared_ptr<const character_kind> kind_;
    std::optional<authoring::model_tissue> flesh_; ///< for a .glb
    std::vector<recorded_motion> motions_;
    std::vector<std::int32_t> animations_; ///< [motion] in the document
    std::size_t steps_ = 0;                ///< of writing
    bake_report report_;
};

} // namespace jounce::bake
