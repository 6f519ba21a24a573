#!/usr/bin/env bash
# Takes comments away and expects documented.sh to notice.
# usage: documented_catches.sh ROOT
set -euo pipefail
ROOT="$1"
CHECK="$(dirname "${BASH_SOURCE[0]}")/documented.sh"
source "$(dirname "${BASH_SOURCE[0]}")/sample_tree.sh"
if ! command -v doxygen >/dev/null; then
    echo "skipped: doxygen is not installed; ./run docs installs it"
    exit 4
fi

# One run over all mistakes: pages take seconds.
fresh_sample
cp -r "$ROOT"/*.md "$ROOT/docs" "$ROOT/shaders" "$scratch/tree/"
cp "$ROOT/modules/setup/Doxyfile.in" "$scratch/tree/modules/setup/"
cd "$scratch/tree"
cat >>components/base/lanes.hpp <<'CODE'
namespace jounce {
struct bare_type {
    int silent_number = 0; ///< a bare type hides its members
};
/// Has a comment.
struct covered_type {
    int plain_number = 0;
    void bare_function();
    friend bool operator==(const covered_type&, const covered_type&) = default;
};
using bare_name = int;
} // namespace jounce
CODE
echo '[nowhere](docs/nothing.md)' >>README.md
cat >>systems/simd/CMakeLists.txt <<'CODE'
jounce_public_headers(jounce_kernels
    # not_there.hpp is no part of the list
    only_here.hpp)
CODE
cat >systems/simd/only_here.hpp <<'CODE'
namespace jounce {
/// A command that there is not: @nonsense
int public_by_list();
} // namespace jounce
CODE
cd - >/dev/null
output="$("$CHECK" "$scratch/tree" 2>&1)" && echo "FAILED: nothing was noticed" && failures=1

# notices TEXT, ignores TEXT: of what the one run said.
notices() {
    if [[ "$output" == *"$1"* ]]; then echo "noticed: $1"; else echo "FAILED: not noticed: $1" && failures=1; fi
}
ignores() {
    if [[ "$output" == *"$1"* ]]; then echo "FAILED: told, but needs no comment: $1" && failures=1; fi
}
notices "components/base/lanes.hpp"
notices "bare_type is not documented"
notices "bare_function"
notices "bare_name"
notices "README.md"
notices "systems/simd/only_here.hpp:2: warning: Found unknown command"
ignores plain_number
ignores operator==
[[ "$failures" == 0 ]] || printf '%s\n' "$output"
finish
