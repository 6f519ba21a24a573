#!/usr/bin/env bash
# Checks that every public type and function has a comment and that pages link to what is there, as ./run docs
# does; says "skipped" and answers 4 where doxygen is not installed.
# usage: documented.sh ROOT
set -euo pipefail
JOUNCE_ROOT="$(cd "${1:?usage: documented.sh ROOT}" && pwd)"
if ! command -v doxygen >/dev/null; then
    echo "skipped: doxygen is not installed; ./run docs installs it"
    exit 4
fi
source "$JOUNCE_ROOT/modules/setup/common.sh"
source "$JOUNCE_ROOT/modules/setup/docs.sh"

pages="$(mktemp -d)"
trap 'rm -rf "$pages"' EXIT
make_docs "$pages/docs"
