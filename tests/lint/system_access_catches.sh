#!/usr/bin/env bash
# The check of what systems read and write notices what it should: each case changes a copy of the tree.
# usage: system_access_catches.sh ROOT
set -euo pipefail
root="$(cd "${1:?usage: system_access_catches.sh ROOT}" && pwd)"
copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
failed=0

# catches FILE SED EXPECTED
catches() {
    rm -rf "$copy/systems"
    cp -r "$root/systems" "$copy/systems"
    sed -i -z -e "$2" "$copy/$1"
    if cmp -s "$root/$1" "$copy/$1"; then
        echo "nothing to change any more: $1: $2"
        failed=1
    elif found="$("$root/tests/lint/system_access.sh" "$copy" 2>&1)" || ! grep -qF "$3" <<<"$found"; then
        printf 'not noticed: %s: %s\n%s\n' "$1" "$2" "$found"
        failed=1
    else
        echo "noticed: $1: $2"
    fi
}

catches systems/pose/palette_system.hpp 's/const bone_transforms, palette>/bone_transforms, palette>/' "takes bone_transforms to write"
catches systems/vrm/vrm_pose_system.hpp 's/const vrm_state/vrm_state/' "takes vrm_state to write"
catches systems/stable/stable_pose_system.hpp 's/const frame_environment/frame_environment/' "takes frame_environment to write"
catches systems/pose/prepare_system.hpp 's/Reads  placement, /Reads  /' "takes const placement"
catches systems/pose/prepare_system.hpp 's/component_view<const placement>/component_view<placement>/' "takes placement to write"
catches systems/pose/fk_system.hpp 's/Writes  rigid_pose/Writes  local_pose, rigid_pose/' "takes it as const"
catches systems/stable/tick_system.hpp 's/Writes  stable_state, /Writes  /' "takes stable_state to write"
catches systems/stable/tick_system.hpp 's/const frame_clock\*/frame_clock*/' "takes frame_clock to write"
catches systems/animation/constrain_system.hpp 's/const local_pose/local_pose/' "takes local_pose to write"
exit "$failed"
