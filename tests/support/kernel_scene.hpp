#pragma once

// A small fixed scene for counting and timing kernels one by one, without ECS or Taskflow.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jounce::test {

/// One kernel on one block of eight characters of 64 bones, 16 of them springs. Every call goes on in
/// time where the last one ended.
struct kernel_work {
    std::string name;
    std::string element;
    std::size_t elements = 0; ///< that one call works on
    std::function<void()> call;
    std::function<void()> before = {}; ///< what must be done before each call and is not its work
};

/// All kernels, in a fixed order. What they work on is shared and lives as long as they do.
std::vector<kernel_work> make_kernel_scene();

} // namespace jounce::test
