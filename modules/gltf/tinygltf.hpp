#pragma once

// The only door to tinygltf. It is compiled here, under a name of its own and without its files and
// images, so that a program with another tinygltf does not get two of one name.

#include <nlohmann/json.hpp>

#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_FS
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define tinygltf jounce_tinygltf
#include <tiny_gltf.h>
#undef tinygltf
