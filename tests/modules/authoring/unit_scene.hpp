#pragma once

// A character that runs in wind, among colliders, pushed and pulled: what its tails do, in metres.

#include "modules/authoring/scaled_file.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/modules/authoring/read_character.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce_test {

/// A model as `read_character` makes it ready; fails the test if it does not.
jounce::authoring::ready_character read_ready(const swing_file& model,
                                              const std::string& settings = "");

struct scene_options {
    bool unplaced = false; ///< the host removes the placement
    bool told = false;     ///< spawned where the host says, at `metres_per_unit`
    float giant = 1;
    bool meets = true;   ///< the ball of the world
    bool is_fox = false; ///< then that is elsewhere
};

struct recording {
    std::vector<std::vector<jounce::vec3<double>>> tails; ///< [frame][bone], m, model space
    std::vector<jounce::placement> sockets;               ///< [frame]
    std::uint32_t contacts = 0;
    double extent = 0; ///< m
};

/// 600 frames.
recording play_scene(const jounce::authoring::ready_character& of,
                     const scene_options& options = {});

/// The largest distance between tails of the same bones, m.
double difference(const recording& a, const recording& b);
/// The same of sockets.
double socket_difference(const recording& a, const recording& b);

} // namespace jounce_test
