#!/usr/bin/env bash
# Gives two files of one library the same name, in a copy of the tree, and expects unity_build.sh to refuse them.
# usage: unity_build_catches.sh SOURCE SCRATCH COMPILER
set -euo pipefail
usage="usage: unity_build_catches.sh SOURCE SCRATCH COMPILER"
source="${1:?$usage}" scratch="${2:?$usage}" compiler="${3:?$usage}"

rm -rf "$scratch"
mkdir -p "$scratch/tree"
tar -C "$source" --exclude=./build --exclude=./.git --exclude=./.deps --exclude=./out -cf - . | tar -C "$scratch/tree" -xf -
for file in find_bone convert; do
    echo 'namespace jounce { namespace { [[maybe_unused]] constexpr int same_name = 1; } }' >>"$scratch/tree/modules/rig/$file.cpp"
done
export JOUNCE_DEPS_DIR="${JOUNCE_DEPS_DIR:-$source/.deps}"
if ./unity_build.sh "$scratch/tree" "$scratch/build" "$compiler" jounce_rig >"$scratch/output" 2>&1; then
    echo "two files with the same name went unnoticed"
    exit 1
fi
grep -q "redefinition of.*same_name" "$scratch/output" || { cat "$scratch/output"; exit 1; }
rm -rf "$scratch"
