#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

/// Joints that carry flesh, numbered in the order of the skin.
template <class Real> class joint_numbers {
public:
    joint_numbers(const tissue::baked_tissue& baked, const basic_skin_binding<Real>& bind)
        : bind_(&bind), numbers_(bind.joints.size(), -1) {
        for (const tissue::joint_weight& one : baked.handle_joints) {
            numbers_[one.joint] = 0;
        }
        for (const tissue::drive_term& one : baked.drive) {
            numbers_[one.joint] = 0;
        }
        for (std::int32_t& number : numbers_) {
            number = number == 0 ? count_++ : number;
        }
    }
    /// -1: it carries none.
    std::int32_t operator()(std::size_t joint) const { return numbers_[joint]; }
    std::size_t count() const { return static_cast<std::size_t>(count_); }
    /// Its number; a new one behind all others if it had none.
    std::int32_t at(std::size_t joint, basic_tissue_set<Real>& to) {
        if (numbers_[joint] < 0) {
            numbers_[joint] = count_++;
            to.joints.push_back({bind_->joints[joint].bone, bind_->joints[joint].inverse_bind});
        }
        return numbers_[joint];
    }
    void take_joints(basic_tissue_set<Real>& to) const {
        for (std::size_t j = 0; j < numbers_.size(); ++j) {
            if (numbers_[j] >= 0) {
                to.joints.push_back({bind_->joints[j].bone, bind_->joints[j].inverse_bind});
            }
        }
    }

private:
    const basic_skin_binding<Real>* bind_;
    std::vector<std::int32_t> numbers_;
    std::int32_t count_ = 0;
};

} // namespace jounce
