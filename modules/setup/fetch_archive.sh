# Pinned release archives: downloaded, checked, configured and installed into the cache.

override() {
    local variable="JOUNCE_${1^^}_$2"
    printf '%s' "${!variable:-}"
}
archive_url() {
    local url
    url="$(override "$1" URL)"
    printf '%s' "${url:-$(field "$1" archive)}"
}
archive_sha256() {
    local sum
    sum="$(override "$1" SHA256)"
    printf '%s' "${sum:-$(field "$1" sha256)}"
}

# download NAME FILE: fast to fail, so that a machine without internet is not kept waiting.
download() {
    local name="$1" file="$2" message
    if ! message="$(curl --silent --show-error --fail --location --connect-timeout 5 --max-time 60 \
        --output "$file" "$(archive_url "$name")" 2>&1)"; then
        TRIED+=("archive $(archive_url "$name"): ${message//$'\n'/ }")
        return 1
    fi
}

check_sha256() {
    local name="$1" file="$2" wanted got
    wanted="$(archive_sha256 "$name")"
    got="$(sha256sum "$file" | cut -d ' ' -f 1)"
    if [[ "$got" != "$wanted" ]]; then
        TRIED+=("archive $(archive_url "$name"): SHA256 is $got, expected $wanted; refused")
        return 1
    fi
}

# install_archive NAME FILE WORK PREFIX
install_archive() {
    local name="$1" file="$2" work="$3" prefix="$4" flags
    read -ra flags <<<"$(field "$name" cmake_flags)"
    mkdir -p "$work/source"
    if tar -xf "$file" -C "$work/source" --strip-components=1 &&
        quietly cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
            -DBUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX="$work/prefix" \
            "${flags[@]}" &&
        quietly cmake --build "$work/build" --target install; then
        rm -rf "$prefix"
        mv "$work/prefix" "$prefix"
    else
        TRIED+=("archive $(archive_url "$name"): unpacking or installing failed, see above")
        return 1
    fi
}

# fetch_archive NAME PREFIX: sets ROUTE or adds to TRIED. PREFIX appears whole or not at all.
fetch_archive() {
    local name="$1" prefix="$2"
    local work="$prefix.partial" status=1
    rm -rf "$work" && mkdir -p "$work"
    say "$name: downloading $(archive_url "$name") ..."
    if download "$name" "$work/archive" && check_sha256 "$name" "$work/archive" &&
        install_archive "$name" "$work/archive" "$work" "$prefix"; then
        if probe "$name" "$prefix" >/dev/null; then
            ROUTE="archive $(archive_url "$name")"
            status=0
        else
            TRIED+=("archive $(archive_url "$name"): holds no $name $(field "$name" minimum)+")
            rm -rf "$prefix"
        fi
    fi
    rm -rf "$work"
    return "$status"
}
