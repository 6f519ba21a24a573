#pragma once

namespace jounce::cli {

/// Call this first. Closed standard streams are opened on /dev/null, so that no output file gets
/// their descriptor and receives printed text. On SIGINT, SIGTERM and SIGHUP the file that is being
/// written is removed.
void prepare_process();

/// Call this last. Returns `code`, or 1 with a message if some output could not be written.
int after_printing(int code);

} // namespace jounce::cli
