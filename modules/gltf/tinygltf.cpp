// The body of tinygltf, which arrives through its header where this is defined. Without its files it
// still writes some, and forgets to include what for.
#include <fstream>
#include <sstream>

#define TINYGLTF_IMPLEMENTATION
#include <jounce/modules/gltf/tinygltf.hpp>
