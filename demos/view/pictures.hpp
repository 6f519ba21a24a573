#pragma once

#include "hand.hpp"
#include "options.hpp"
#include "sight.hpp"
#include "stage.hpp"

#include "common/device.hpp"

#include <jounce/modules/result/result.hpp>

#include <filesystem>
#include <vector>

namespace viewer {

/// What pictures are taken of, and with what.
struct photographer {
    demo::device& on;
    sight& drawing;
    stage& scene;
    choices& how;
    hand& lines;
    tf::Executor& workers;
};

/// Springs come to rest in the clip's first pose, then the clip plays up to a time, at 60 frames per second.
void play_up_to(double seconds, stage& scene, const choices& how);

/// One picture of this moment. Errors: `cannot_write`.
jounce::result<bool> take_picture(photographer& by, const std::filesystem::path& file);

/// Into a folder: the character from all sides (turntable.webp, turntable.png), and what it does from this moment on
/// (film.webp, film.png). Without libwebp only the .png are written, and the standard output says so.
/// Errors: `cannot_write`. @return what was written
jounce::result<std::vector<std::filesystem::path>>
take_pictures(photographer& by, const std::filesystem::path& folder, const options& given);

} // namespace viewer
