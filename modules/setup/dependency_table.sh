# What jounce needs and where each dependency comes from. Adding one is adding an entry here
# and a find_package in modules/cmake/dependencies.cmake. Fields:
#   minimum         version asked of find_package; none: any
#   system_package  Debian package to install, for suites that carry a good version
#   later_package   Debian package to unpack into the cache without installing it ...
#   suites          ... from the first of these suites that has it ("own" is the machine's suite)
#   source_package  Debian source package that carries it, from the first of `suites` that has it ...
#   source_folders, build_folder, sources_variable, build_packages   ... what of it is unpacked, the CMake
#                   project here that builds it, the variable that tells it where, and what that needs
#   version, archive, sha256, cmake_flags   pinned release archive and how to configure it
#   tests_only      yes: the demo does without it
#   fallback        what the build uses when nothing else works; none: set-up fails

declare -gA DEPENDENCY=()
DEPENDENCY_NAMES=()

describe() {
    local name="$1" field
    shift
    DEPENDENCY_NAMES+=("$name")
    for field in "$@"; do
        DEPENDENCY["$name.${field%%=*}"]="${field#*=}"
    done
}
field() { printf '%s' "${DEPENDENCY["$1.$2"]:-}"; }

describe Eigen3 minimum=3.4 \
    system_package=libeigen3-dev \
    version=3.4.0 \
    archive=https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz \
    sha256=8586084f71f9bde545ee7fa6d00288b264a2b7ac3607b974e54d13e7162c1c72 \
    cmake_flags="-DEIGEN_BUILD_DOC=OFF -DEIGEN_BUILD_PKGCONFIG=OFF"

describe nlohmann_json minimum=3.11 \
    system_package=nlohmann-json3-dev \
    version=3.11.3 \
    archive=https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz \
    sha256=0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406 \
    cmake_flags="-DJSON_BuildTests=OFF"

# Header-only, so a later suite's package works on an older machine.
describe Taskflow minimum=3.9 \
    later_package=libtaskflow-cpp-dev suites="own trixie sid" \
    version=3.9.0 \
    archive=https://github.com/taskflow/taskflow/archive/refs/tags/v3.9.0.tar.gz \
    sha256=d872a19843d12d437eba9b8664835b7537b92fe01fdb33ed92ca052d2483be2d \
    cmake_flags="-DTF_BUILD_TESTS=OFF -DTF_BUILD_EXAMPLES=OFF"

# A static library: a later suite's would need a newer libstdc++, hence own and backports only.
describe Catch2 minimum=3.4 tests_only=yes \
    later_package=libcatch2-dev suites="own own-backports" \
    version=3.7.1 \
    archive=https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz \
    sha256=c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c \
    cmake_flags="-DCATCH_INSTALL_DOCS=OFF"

# Used as a header, without its images. Its own CMake package has no version and asks for no minimum; it
# is found where CMAKE_INSTALL_LIBDIR puts it here, not where it puts itself (to 2.9.3 in lib/cmake).
describe TinyGLTF \
    system_package=libtinygltf-dev \
    version=2.9.3 \
    archive=https://github.com/syoyo/tinygltf/archive/refs/tags/v2.9.3.tar.gz \
    sha256=f5f282508609a0098048c8ff25d72f4ef0995bc1d46bc7a5d740e559d80023d2 \
    cmake_flags="-DTINYGLTF_HEADER_ONLY=ON -DTINYGLTF_BUILD_LOADER_EXAMPLE=OFF -DCMAKE_INSTALL_LIBDIR=TinyGLTF"

# Decodes compressed meshes. Without it files that need it are refused by name.
describe draco minimum=1.5 \
    system_package=libdraco-dev \
    fallback="files of KHR_draco_mesh_compression are refused"

# Tests encode with it what jounce decodes by itself.
describe meshoptimizer tests_only=yes \
    system_package=libmeshoptimizer-dev \
    fallback="tests of EXT_meshopt_compression against its own encoder are skipped"

describe EnTT minimum=3.13 \
    version=3.16.0 \
    archive=https://github.com/skypjack/entt/archive/refs/tags/v3.16.0.tar.gz \
    sha256=7d7b4037b737992342049ffab14f22fa10243e01664f8c3a0657aa247ac52f71 \
    cmake_flags="-DENTT_INSTALL=ON" \
    fallback="own header modules/ecs_subset"

# Debian has no package of its own for it, but one of the programs that carry it whole. Superseded versions
# vanish, so none is pinned; the number is BGFX_API_VERSION.
describe bgfx minimum=1.118 \
    source_package=mame suites="sid" \
    source_folders="3rdparty/bgfx 3rdparty/bx 3rdparty/bimg" \
    build_folder=modules/setup/bgfx sources_variable=BGFX_SOURCES \
    build_packages="libx11-dev libgl-dev glslang-dev spirv-tools libspirv-cross-c-shared-dev xz-utils" \
    fallback="the renderer and its demos are left out"
