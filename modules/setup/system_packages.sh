# Tools and libraries that the machine's own package manager installs.

has_apt() { have apt-get && have dpkg-query && [[ " $JOUNCE_ROUTES " == *" package "* ]]; }
has_compiler() { have "${CXX:-c++}" || have g++ || have clang++; }
can_compile() { has_compiler && have cmake && have ninja; }
is_package_installed() {
    [[ "$(dpkg-query -W -f '${Status}' "$1" 2>/dev/null)" == "install ok installed" ]]
}

# Debian packages of the missing tools, one per line; elsewhere they serve as names for people.
missing_tools() {
    has_compiler || echo g++
    have cmake || echo cmake
    have ninja || echo ninja-build
    # Some dependencies only exist as an archive, so downloading is part of every first set-up.
    have curl || echo curl
    if ! have curl && has_apt && ! is_package_installed ca-certificates; then echo ca-certificates; fi
}

# try_to_install PACKAGE...: as root, or through sudo; fails quietly where neither is possible.
try_to_install() {
    local as_root=()
    has_apt || return 1
    if [[ "$(id -u)" != 0 ]]; then
        have sudo || return 1
        as_root=(sudo)
    fi
    say "installing (a minute or two): $*"
    quietly "${as_root[@]}" apt-get update || complain "apt-get update failed; trying with the lists at hand"
    quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@"
}

# install_packages PACKAGE...: the same for what must be there; says the line to type where it cannot.
install_packages() {
    local install="apt-get install -y --no-install-recommends $*"
    if ! has_apt; then
        complain "missing: $* (Debian's names). Install them with this machine's package manager."
        exit 2
    fi
    if ! try_to_install "$@"; then
        complain "could not install: $*"
        complain "type this as root, then run the command again:"
        complain "    apt-get update && $install"
        exit 2
    fi
}

require_new_cmake() {
    local version
    version="$(cmake --version | sed -n '1s/[^0-9]*//p')"
    if [[ "$(printf '%s\n' 3.25 "$version" | sort -V | head -n 1)" != 3.25 ]]; then
        complain "CMake $version is too old; 3.25 or later is needed."
        exit 2
    fi
}
