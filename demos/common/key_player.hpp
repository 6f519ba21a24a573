#pragma once

#include <cstddef>
#include <cstdint>
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
    /// @param press  takes the name of a key
    template <class Press> void frame(std::int64_t number, Press&& press) {
        if (number % 10 == 5 && next_ < keys_.size()) {
            press(keys_[next_++]);
        }
    }

private:
    std::vector<std::string> keys_;
    std::size_t next_ = 0;
};

} // namespace demo
