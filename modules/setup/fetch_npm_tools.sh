# Programs of others that tests run files through, pinned npm packages. Nothing else needs them: where
# they cannot be had, those tests are skipped and say so.

VALIDATOR_PACKAGES=(gltf-validator@2.0.0-dev.3.10)
THREE_VRM_PACKAGES=(three@0.180.0 @pixiv/three-vrm-springbone@3.5.5)

# fill_npm_tool FOLDER NAME LOSS PACKAGE@VERSION...: into the dependency cache, once for each choice of
# versions; tests find it by NODE_PATH. LOSS says what is not done without it.
fill_npm_tool() {
    local folder="$JOUNCE_DEPS_DIR/$1" name="$2" loss="$3"
    shift 3
    if [[ "$(cat "$folder/pinned" 2>/dev/null)" != "$*" ]]; then
        if ! have npm || [[ " $JOUNCE_ROUTES " != *" package "* ]]; then
            say "$name: not here (it needs npm); $loss"
            return 0
        fi
        rm -rf "$folder" "$folder.partial"
        mkdir -p "$folder.partial"
        if ! quietly npm install --prefix "$folder.partial" --no-audit --no-fund --no-save "$@"; then
            rm -rf "$folder.partial"
            say "$name: could not be had; $loss"
            return 0
        fi
        printf '%s' "$*" >"$folder.partial/pinned"
        mv "$folder.partial" "$folder"
    fi
    say "$name: $*"
    export NODE_PATH="$folder/node_modules${NODE_PATH:+:$NODE_PATH}"
}

# The Khronos glTF validator, for the files that jounce writes.
fill_validator() {
    fill_npm_tool gltf-validator "glTF validator" "what jounce writes is not validated" \
        "${VALIDATOR_PACKAGES[@]}"
}

# three-vrm-springbone, which moves the springs of VRM files too.
fill_three_vrm() {
    fill_npm_tool three-vrm "three-vrm-springbone" "springs of VRM are not compared with it" \
        "${THREE_VRM_PACKAGES[@]}"
}

# A browser without a window, in which three.js draws. Only where three.js is: it is half a gigabyte.
BROWSER_PACKAGES="chromium"
fill_browser() {
    if ! [[ -d "$JOUNCE_DEPS_DIR/three-vrm" ]] || have "${JOUNCE_CHROMIUM:-chromium}"; then
        return 0
    fi
    if ! try_to_install $BROWSER_PACKAGES; then
        say "browser: could not install $BROWSER_PACKAGES; pictures are not compared with three.js"
    fi
}
