#pragma once

// VRM files made from a seed, for comparing with other programs: whole documents without meshes.

#include <cstdint>
#include <string>

namespace jounce::test {

/// VRMC_springBone 1.0: several chains on a body that is turned and scaled, one of which branches off
/// another; joints of every setting, one without length; spheres and capsules, from outside and
/// inside, and planes, on the body, on nodes of their own with a scale per axis, and on a joint of the
/// first chain; without a centre, with one on the body, and with the chain's own first joint.
std::string vrm_1_document(std::uint32_t seed);

/// VRM 0.x: groups of roots whose nodes branch, scaled but not turned, as that format has them.
std::string vrm_0_document(std::uint32_t seed);

} // namespace jounce::test
