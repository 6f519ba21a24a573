#pragma once

#include "stage.hpp"

namespace viewer {

/// Writes how all bones move in every clip under the present settings, saved or not, as `jounce simulate -o x.csv`
/// does: to a file beside the settings or the model. Says where.
void write_motion(stage& on);

} // namespace viewer
