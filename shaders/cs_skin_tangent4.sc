// As cs_skin4, for meshes with tangents: these go into a buffer of their own.
#include <bgfx_compute.sh>
#define SKIN_COMPUTE
#define SKIN_SURFACE
#include "palette_texture.sh"
#include "cs_skin_main.sh"
