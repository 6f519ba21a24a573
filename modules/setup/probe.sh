# find_package from the shell.

# probe NAME [PREFIX]: prints "version<TAB>folder" when CMake finds the package in a good version.
probe() {
    local name="$1" prefix="${2:-}" work="$JOUNCE_DEPS_DIR/probe"
    local result="$work/result"
    can_compile || return 1
    mkdir -p "$work"
    rm -f "$result"
    # The folder is kept between probes so that the compiler is looked at only once; -U forgets
    # what the previous probe found.
    cmake -S "$JOUNCE_ROOT/modules/setup/probe" -B "$work/build" -G Ninja -U '*_DIR' \
        -DPROBE_NAME="$name" -DPROBE_MINIMUM="$(field "$name" minimum)" \
        -DPROBE_RESULT="$result" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1 || return 1
    [[ -s "$result" ]] && cat "$result"
}
