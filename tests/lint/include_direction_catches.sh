#!/usr/bin/env bash
# Breaks each rule of include_direction.sh once.
# usage: include_direction_catches.sh ROOT
set -euo pipefail
ROOT="$1"
CHECK="$(dirname "${BASH_SOURCE[0]}")/include_direction.sh"
source "$(dirname "${BASH_SOURCE[0]}")/sample_tree.sh"

fresh_sample
expect_good
breaks components/base/lanes.hpp '#include <jounce/systems/pose/fk.hpp>' "components must not include systems"
breaks systems/pose/fk.cpp '#include <jounce/modules/rig/rig_builder.hpp>' "systems must not include modules"
breaks modules/rig/rig_builder.cpp '#include <jounce/demos/scene/scene.hpp>' "modules must not include demos"
breaks components/assets/rig.hpp '#include <jounce/components/block/poses.hpp>' "components/assets must not include components/block"
breaks systems/pose/fk.cpp '#include <jounce/systems/stable/tick.hpp>' "systems/pose must not include systems/stable"
breaks systems/vrm/vrm_tick.cpp '#include <jounce/systems/stable/tick.hpp>' "systems/vrm must not include systems/stable"
breaks modules/rig/rig_builder.cpp '#include <jounce/modules/crowd/spawn.hpp>' "in a circle"
breaks components/base/lanes.hpp '#include <Eigen/Core>' "components include no library"
breaks components/base/lanes.hpp '#include <entt/entt.hpp>' "components include no library"
breaks systems/pose/fk.cpp '#include <entt/entt.hpp>' "kernels include neither EnTT nor Taskflow"
breaks systems/pose/fk.hpp '  #  include <taskflow/taskflow.hpp>' "kernels include neither EnTT nor Taskflow"
breaks systems/simd/lane_math.hpp '#include <entt/entt.hpp>' "kernels include neither EnTT nor Taskflow"
breaks systems/pose/fk.hpp 'void fk(entt::registry&);' "kernels know neither EnTT nor Taskflow"
breaks systems/pose/fk.hpp '#include <Eigen/Core>' "public headers do not show Eigen"
breaks modules/rig/rig_builder.cpp '#include <tiny_gltf.h>' "only modules/gltf and modules/vrm see tinygltf"
breaks modules/rig/rig_builder.cpp '#include <bgfx/bgfx.h>' "only modules/bgfx and demos see bgfx"
breaks systems/pose/fk.cpp '#include "../modules/rig/rig_builder.hpp"' "instead of a relative path"
breaks systems/pose/fk_system.cpp '#include <jounce/systems/stable/stable_pose.hpp>' "systems/pose must not include systems/stable"
accepts systems/stable/stable_solver.cpp '#include <entt/entt.hpp>'
accepts systems/some_system.cpp '#include <entt/entt.hpp> // entt::registry'
accepts systems/built_with.hpp '#include <entt/entt.hpp>'
accepts systems/pose/fk.cpp '// a comment may say entt::registry'
accepts modules/gltf/read.cpp '#include <tiny_gltf.h>'
accepts modules/bgfx/upload.cpp '#include <bgfx/bgfx.h>'
finish
