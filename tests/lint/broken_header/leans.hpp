#pragma once

// <vector> is missing on purpose.
inline std::vector<int> more_numbers() { return {4, 5, 6}; }
