# Debian packages unpacked into the cache without being installed, also from a later suite.

own_suite() { sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null; }

# Prints the machine's own package sources with the suite replaced, so that no host is named
# here and a local mirror stays in use. Security and other extra suites are left out.
# sources_for_suite WANTED EXTENSION
sources_for_suite() {
    local wanted="$1" extension="$2" own
    own="$(own_suite)"
    [[ -n "$own" ]] || return 1
    if [[ "$extension" == sources ]]; then
        local files=(/etc/apt/sources.list.d/*.sources)
        [[ -e "${files[0]}" ]] || return 1
        local file
        for file in "${files[@]}"; do
            awk -v own="$own" -v wanted="$wanted" 'BEGIN { RS = ""; ORS = "\n\n" }
                $0 ~ "(^|\n)Types:[^\n]*deb" && $0 ~ "(^|\n)Suites:([^\n]* )?" own "( |\n|$)" {
                    sub(/(^|\n)Suites:[^\n]*/, "\nSuites: " wanted)
                    sub(/^\n/, "")
                    print
                }' "$file"
        done
    else
        cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
            sed -nE "s#^(deb( +\[[^]]*\])? +[^ ]+) +$own( .*)\$#\1 $wanted\3#p"
    fi
}

# apt_in_suite SUITE ARGUMENT...: apt-get that sees only that suite and writes only to the cache.
apt_in_suite() {
    local folder="$JOUNCE_DEPS_DIR/apt/$1" extension list=""
    shift
    for extension in sources list; do
        if [[ -s "$folder/suite.$extension" ]]; then list="$folder/suite.$extension"; fi
    done
    apt-get -q -o Dir::Etc::sourcelist="$list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" \
        -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=1 \
        -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10 "$@"
}

# Fetches the lists of a suite once per set-up; a second call answers from the first.
open_suite() {
    local suite="$1" folder="$JOUNCE_DEPS_DIR/apt/$1" extension
    [[ -e "$folder/opened" ]] && return 0
    [[ -e "$folder/failed" ]] && return 1
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
    for extension in sources list; do
        sources_for_suite "$suite" "$extension" >"$folder/suite.$extension" || true
        [[ -s "$folder/suite.$extension" ]] && break
    done
    # Without Error-Mode=any apt-get calls a suite that does not exist a success.
    if [[ -s "$folder/suite.$extension" ]] &&
        apt_in_suite "$suite" -o APT::Update::Error-Mode=any update >"$folder/log" 2>&1; then
        touch "$folder/opened"
    else
        touch "$folder/failed"
        return 1
    fi
}

# unpack_package PACKAGE SUITE PREFIX: PREFIX receives what the package has below /usr.
unpack_package() {
    local package="$1" suite="$2" prefix="$3"
    local stage="$prefix.partial"
    open_suite "$suite" || return 1
    rm -rf "$stage" && mkdir -p "$stage/root"
    if (cd "$stage" && apt_in_suite "$suite" download "$package" >log 2>&1 &&
        dpkg -x ./*.deb root >>log 2>&1) && [[ -d "$stage/root/usr" ]]; then
        rm -rf "$prefix"
        mv "$stage/root/usr" "$prefix"
        rm -rf "$stage"
        return 0
    fi
    rm -rf "$stage"
    return 1
}

# fetch_package NAME PREFIX: tries the suites of the table in order; sets ROUTE or adds to TRIED.
fetch_package() {
    local name="$1" prefix="$2" package suite
    package="$(field "$name" later_package)"
    for suite in $(field "$name" suites); do
        suite="${suite/#own/$(own_suite)}"
        say "$name: looking for $package in $suite ..."
        if unpack_package "$package" "$suite" "$prefix"; then
            if probe "$name" "$prefix" >/dev/null; then
                ROUTE="$package of $suite, unpacked in the cache"
                return 0
            fi
            TRIED+=("package $package of $suite: not usable as version $(field "$name" minimum)+")
            rm -rf "$prefix"
        else
            TRIED+=("package $package of $suite: not available")
        fi
    done
    return 1
}
