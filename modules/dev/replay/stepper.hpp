#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::replay {

/// Plays a case through the kernels: a block of eight characters that all do the same. Bones and
/// springs are asked for by their index in the case. `Real` is float or double.
template <class Real> class stepper {
public:
    static result<stepper> make(const golden_case& recorded);

    /// The next frame, in the order of the pipeline.
    void step();

    vec3<double> rigid_head(std::int32_t bone) const;
    vec3<double> rigid_tail(std::int32_t bone) const;
    vec3<double> dynamic_head(std::int32_t bone) const;
    vec3<double> dynamic_tail(std::int32_t bone) const;
    /// The masses of a spring bone.
    const spring_particle<Real>& particle(std::int32_t bone) const;
    /// Rest pose to posed, read back from the palette.
    affine<double> rigid_transform(std::int32_t bone) const;
    affine<double> final_transform(std::int32_t bone) const;
    std::vector<vec3<double>> rigid_vertices() const;
    std::vector<vec3<double>> final_vertices() const;

    /// Whether all eight characters still have the same bits.
    bool lanes_agree();

private:
    explicit stepper(const golden_case& recorded) : recorded_(&recorded) {}
    std::size_t place(std::int32_t bone) const { return place_[static_cast<std::size_t>(bone)]; }
    std::ptrdiff_t slot(std::int32_t bone) const { return slot_[place(bone)]; }
    void index_bones();
    void make_mesh();
    void pose_bones();
    void gather_outputs();
    std::vector<vec3<double>> skin(const basic_palette<Real>& palette) const;

    const golden_case* recorded_;
    std::size_t frame_ = 0; ///< of the next step
    basic_character_kind<Real> kind_;
    basic_block_data<Real> data_;
    std::vector<std::size_t> place_;       ///< [bone of the case] -> bone of the rig
    std::vector<std::ptrdiff_t> slot_;     ///< [bone of the rig] -> affected bone, or -1
    std::vector<std::ptrdiff_t> particle_; ///< [bone of the rig] -> spring, or -1

    /// Where a case takes other bones' transforms from head and tail than it simulates, these stand
    /// for the springs when transforms are made.
    bool has_own_outputs_ = false;
    basic_spring_set<Real> outputs_;
    basic_dynamic_pose<Real> output_pose_;

    basic_bone_transforms<Real> rigid_transforms_;
    basic_palette<Real> rigid_palette_;
    basic_skinned_mesh<Real> mesh_;
};

extern template class stepper<float>;
extern template class stepper<double>;

} // namespace jounce::replay
