// The only source that knows where this build lies: the others are the same in every clone, and compiler
// caches may share them.
#include "support/places.hpp"

namespace jounce_test {

std::filesystem::path test_data_folder() { return JOUNCE_TEST_DATA_DIR; }

std::string jounce_program() { return JOUNCE_EXECUTABLE; }

} // namespace jounce_test
