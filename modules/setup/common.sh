# Paths and messages shared by the set-up scripts. Sourced after JOUNCE_ROOT is set.

JOUNCE_DEPS_DIR="${JOUNCE_DEPS_DIR:-$JOUNCE_ROOT/.deps}"
# A relative folder is meant from where the user stands, not from where a step happens to run.
[[ "$JOUNCE_DEPS_DIR" == /* ]] || JOUNCE_DEPS_DIR="$PWD/$JOUNCE_DEPS_DIR"
export JOUNCE_DEPS_DIR

say() { printf '%s\n' "jounce: $*"; }
complain() { printf '%s\n' "jounce: $*" >&2; }
fail() {
    complain "$@"
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Runs a command that is silent unless it fails; then its last lines are shown.
quietly() {
    local log
    log="$(mktemp)"
    if "$@" >"$log" 2>&1; then
        rm -f "$log"
        return 0
    fi
    complain "failed: $*"
    tail -n 25 "$log" >&2
    rm -f "$log"
    return 1
}
