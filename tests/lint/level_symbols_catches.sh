#!/usr/bin/env bash
# Compiles a source with a shared inline function, and one whose inline functions are all the
# level's own; level_symbols.sh must refuse the first and accept the second.
# usage: level_symbols_catches.sh COMPILER
set -euo pipefail
compiler="${1:?usage: level_symbols_catches.sh COMPILER}"
check="$(dirname "${BASH_SOURCE[0]}")/level_symbols.sh"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

cat >"$scratch/bad.cpp" <<'CPP'
namespace jounce { [[gnu::noinline]] inline float twice(float x) { return x + x; } }
namespace jounce::v3 { float kernel(float x) { return jounce::twice(x); } }
CPP
cat >"$scratch/good.cpp" <<'CPP'
namespace jounce_eigen_v3 { [[gnu::noinline]] inline float twice(float x) { return x + x; } }
namespace jounce::v3 {
[[gnu::noinline]] inline float thrice(float x) { return x + jounce_eigen_v3::twice(x); }
float kernel(float x) { return thrice(x); }
}
CPP
for name in good bad; do
    "$compiler" -std=c++20 -O2 -c "$scratch/$name.cpp" -o "$scratch/$name.o"
done

"$check" v3 "$scratch/good.o"
if output="$("$check" v3 "$scratch/bad.o")"; then
    echo "FAILED: a shared inline function was not noticed"
    exit 1
fi
[[ "$output" == *"jounce::twice(float)"* ]] || { echo "FAILED: the message does not name it: $output"; exit 1; }
# The same object under another level's name: v3 code is foreign to v3fma.
if "$check" v3fma "$scratch/good.o" >/dev/null; then
    echo "FAILED: functions of another level were not noticed"
    exit 1
fi
echo "noticed: shared inline functions"
