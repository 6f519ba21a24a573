#!/usr/bin/env bash
# Breaks each rule of include_direction.sh once.
# usage: include_direction_catches.sh ROOT
set -euo pipefail
ROOT="$1"
CHECK="$(dirname "${BASH_SOURCE[0]}")/include_direction.sh"
source "$(dirname "${BASH_SOURCE[0]}")/sample_tree.sh"

fresh_sample
expect_good
breaks components/lanes.hpp '#include <jounce/systems/fk.hpp>' "components must not include systems"
breaks systems/fk.cpp '#include <jounce/modules/rig/rig_builder.hpp>' "systems must not include modules"
breaks modules/rig/rig_builder.cpp '#include <jounce/demos/scene/scene.hpp>' "modules must not include demos"
breaks components/lanes.hpp '#include <Eigen/Core>' "components include no library"
breaks components/lanes.hpp '#include <entt/entt.hpp>' "components include no library"
breaks systems/fk.cpp '#include <entt/entt.hpp>' "kernels include neither EnTT nor Taskflow"
breaks systems/fk.hpp '  #  include <taskflow/taskflow.hpp>' "kernels include neither EnTT nor Taskflow"
breaks systems/detail/lane_math.hpp '#include <entt/entt.hpp>' "kernels include neither EnTT nor Taskflow"
breaks systems/fk.hpp 'void fk(entt::registry&);' "kernels know neither EnTT nor Taskflow"
breaks systems/fk.hpp '#include <Eigen/Core>' "public headers do not show Eigen"
breaks modules/rig/rig_builder.cpp '#include <tiny_gltf.h>' "only modules/gltf and modules/vrm see tinygltf"
breaks modules/rig/rig_builder.cpp '#include <bgfx/bgfx.h>' "only modules/bgfx and demos see bgfx"
breaks systems/fk.cpp '#include "../modules/rig/rig_builder.hpp"' "instead of a relative path"
accepts systems/some_system.cpp '#include <entt/entt.hpp> // entt::registry'
accepts systems/built_with.hpp '#include <entt/entt.hpp>'
accepts systems/fk.cpp '// a comment may say entt::registry'
accepts modules/gltf/read.cpp '#include <tiny_gltf.h>'
accepts modules/bgfx/upload.cpp '#include <bgfx/bgfx.h>'
finish
