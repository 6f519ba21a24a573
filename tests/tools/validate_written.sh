#!/usr/bin/env bash
# Bakes and binds every model it is given and runs the Khronos validator over what was written. An error that the
# input has already is not counted.
# usage: validate_written.sh JOUNCE SCRATCH [FOLDER...]     without a folder: $JOUNCE_ASSETS_DIR
# exit code: 0 fine, 1 errors, 4 skipped: node, the validator or models are not there
set -uo pipefail

program="${1:?usage: validate_written.sh JOUNCE SCRATCH [FOLDER...]}"
scratch="${2:?}"
shift 2
[ $# -gt 0 ] || set -- "${JOUNCE_ASSETS_DIR:-}"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

command -v node >/dev/null || { echo "skipped: node was not found"; exit 4; }
node "$here/validate_gltf.mjs" || exit $?

rm -rf "$scratch"
mkdir -p "$scratch"
pairs=()
refused=0
bound=0
while IFS= read -r model; do
    name="$(basename "$model")"
    settings="$scratch/$name.json"
    words=(simulate "$model" -o "$scratch/$name.glb" --fps 30)
    "$program" suggest "$model" -o "$settings" >/dev/null 2>&1 && words+=(--springs "$settings")
    if "$program" "${words[@]}" >/dev/null 2>"$scratch/message"; then
        pairs+=("$model=$scratch/$name.glb")
    else
        echo "not baked: $(head -n 1 "$scratch/message")"
        refused=$((refused + 1))
    fi
    # Models without bones or meshes cannot be bound, and say so.
    if "$program" bind "$model" -o "$scratch/$name.bound.glb" >/dev/null 2>"$scratch/message"; then
        pairs+=("$model=$scratch/$name.bound.glb")
        bound=$((bound + 1))
    else
        echo "not bound: $(head -n 1 "$scratch/message")"
    fi
done < <(for folder in "$@"; do
    [ -d "$folder" ] && find "$folder" \( -name '*.gltf' -o -name '*.glb' -o -name '*.vrm' \)
done | sort)

[ "${#pairs[@]}" -gt 0 ] || { echo "skipped: no model in: $*"; exit 4; }
echo "$((${#pairs[@]} - bound)) models baked, $refused refused, $bound bound"
node "$here/validate_gltf.mjs" "${pairs[@]}"
