#!/usr/bin/env bash
# Checks that every library compiles with all of its sources in one, as hosts with CMAKE_UNITY_BUILD and the
# presets demo, asan and tsan do it: two files may not have the same name in an anonymous namespace.
# usage: unity_build.sh SOURCE SCRATCH COMPILER [TARGET]
set -euo pipefail
usage="usage: unity_build.sh SOURCE SCRATCH COMPILER [TARGET]"
source="${1:?$usage}" scratch="${2:?$usage}" compiler="${3:?$usage}" target="${4:-}"

rm -rf "$scratch"
# The compiler reads and writes nothing, so ninja is asked for objects alone.
cmake -S "$source" -B "$scratch" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug \
    -DJOUNCE_ONE_LEVEL=ON -DJOUNCE_BUILD_TESTS=OFF -DJOUNCE_BUILD_DEMOS=OFF -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 \
    "-DCMAKE_CXX_COMPILE_OBJECT=<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only <SOURCE>" >"$scratch.log" 2>&1 ||
    { cat "$scratch.log"; exit 1; }
mapfile -t objects < <(ninja -C "$scratch" -t targets all | sed -nE "s|^(.*${target}\.dir/.*unity_0_cxx\.cxx\.o): .*|\1|p")
((${#objects[@]})) || { echo "unity_build.sh: no library has its sources in one"; exit 2; }
ninja -C "$scratch" -k 0 "${objects[@]}"
echo "${#objects[@]} libraries compile with all of their sources in one"
