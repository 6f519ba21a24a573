#pragma once

// The only file that includes tinygltf. It is compiled under another namespace and without file and
// image access, so that it does not clash with a program's own tinygltf.

#include <nlohmann/json.hpp>

#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_FS
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define tinygltf jounce_tinygltf // NOLINT(readability-identifier-naming): the name of others
#include <tiny_gltf.h>
#undef tinygltf
