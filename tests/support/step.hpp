#pragma once

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/palette.hpp>
#include <jounce/systems/reference/integrate.hpp>
#include <jounce/systems/reference/project.hpp>
#include <jounce/systems/reference/reference_pose.hpp>

namespace jounce::test {

/// One frame of a block without ECS or Taskflow.
template <class Real>
void step(const basic_character_kind<Real>& kind, basic_block_data<Real>& data, Real dt) {
    fk(kind.rig, kind.springs, data.local, data.rigid);
    integrate(kind.springs, data.rigid, data.dynamic, dt, data.springs);
    project(kind.springs, data.rigid, data.springs, data.dynamic);
    reference_pose(kind.rig, kind.springs, data.rigid, data.dynamic, data.transforms);
    palette_rows(kind.bind, data.transforms, data.palette);
}

} // namespace jounce::test
