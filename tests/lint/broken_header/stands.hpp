#pragma once

#include <vector>

inline std::vector<int> numbers() { return {1, 2, 3}; }
