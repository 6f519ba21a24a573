// As cs_skin8, for meshes with tangents: these go into a buffer of their own.
#include <bgfx_compute.sh>
#define SKIN_COMPUTE
#define SKIN_SURFACE
#define SKIN_EIGHT
#include "palette_texture.sh"
#include "cs_skin_main.sh"
