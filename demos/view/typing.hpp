#pragma once

#include "common/window.hpp"

#include <cstdint>
#include <vector>

namespace viewer {

/// Gives panels what is typed: letters, and the keys that move within text. After ImGui's context was made.
class typing {
public:
    typing();
    /// A key with what is held beside it.
    void change(const demo::key_change& key);
    /// A character.
    void type(std::uint32_t character) const;
    /// True while somebody types into a field, so that letters are not keys of the program.
    bool is_busy() const;
    /// The pointer of a picture.
    void follow(const demo::pointer& now);

private:
    std::vector<int> down_since_; ///< [key] the frame of ImGui in which it went down
    std::vector<bool> comes_up_;  ///< [key] it came up within that frame
};

} // namespace viewer
