# The Khronos glTF validator, an npm package, for tests of the files that jounce writes. Nothing else
# needs it: where it cannot be had, those tests are skipped and say so.

VALIDATOR_VERSION=2.0.0-dev.3.10

fill_validator() {
    local folder="$JOUNCE_DEPS_DIR/gltf-validator"
    if [[ ! -d "$folder/node_modules/gltf-validator" ]]; then
        if ! have npm || [[ " $JOUNCE_ROUTES " != *" package "* ]]; then
            say "glTF validator: not here (it needs npm); what jounce writes is not validated"
            return 0
        fi
        rm -rf "$folder" "$folder.partial"
        mkdir -p "$folder.partial"
        if ! quietly npm install --prefix "$folder.partial" --no-audit --no-fund --no-save \
            "gltf-validator@$VALIDATOR_VERSION"; then
            rm -rf "$folder.partial"
            say "glTF validator: could not be had; what jounce writes is not validated"
            return 0
        fi
        mv "$folder.partial" "$folder"
    fi
    say "glTF validator: $VALIDATOR_VERSION"
    export NODE_PATH="$folder/node_modules${NODE_PATH:+:$NODE_PATH}"
}
