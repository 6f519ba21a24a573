#pragma once

#include <jounce/components/block_data.hpp>
#include <jounce/systems/fk.hpp>
#include <jounce/systems/integrate.hpp>
#include <jounce/systems/palette.hpp>
#include <jounce/systems/project.hpp>
#include <jounce/systems/rst.hpp>

namespace jounce::test {

/// One frame of a block without ECS or Taskflow.
template <class Real>
void step(const basic_archetype<Real>& kind, basic_block_data<Real>& data, Real dt) {
    fk(kind.rig, kind.springs, data.local, data.rigid);
    integrate(kind.springs, data.rigid, data.dynamic, dt, data.springs);
    project(kind.springs, data.rigid, data.springs, data.dynamic);
    rst(kind.rig, kind.springs, data.rigid, data.dynamic, data.transforms);
    palette_rows(kind.bind, data.transforms, data.palette);
}

} // namespace jounce::test
