// Skins every character that has a mesh, once, into a vertex buffer that all passes draw from.
#include <bgfx_compute.sh>
#define SKIN_COMPUTE
#include "palette_texture.sh"
#define SKIN_EIGHT
#include "cs_skin_main.sh"
