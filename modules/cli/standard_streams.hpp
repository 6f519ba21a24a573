#pragma once

namespace jounce::cli {

/// To be called first. Streams that the caller has closed are opened on nothing, so that no file of ours
/// gets their number and is written into by what is printed. On SIGINT, SIGTERM and SIGHUP the file that
/// is being written is removed.
void prepare_process();

/// To be called last: `code`, or 1 with a message if not all that was printed could be written.
int after_printing(int code);

} // namespace jounce::cli
