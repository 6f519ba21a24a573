#pragma once

#include "show.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace demo {

/// Presses the keys of --keys, one every tenth frame.
class key_player {
public:
    /// @param keys  their names, with commas between
    explicit key_player(const std::string& keys) {
        std::string word;
        for (const char c : keys + ',') {
            if (c != ',') {
                word += c;
            } else if (!word.empty()) {
                keys_.push_back(word);
                word.clear();
            }
        }
    }
    void frame(show& scene) {
        if (scene.frame() % 10 == 5 && next_ < keys_.size()) {
            scene.press(keys_[next_++]);
        }
    }

private:
    std::vector<std::string> keys_;
    std::size_t next_ = 0;
};

} // namespace demo
