#pragma once

#include <jounce/modules/bake/bake_file.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace jounce::bake {

/// Counts the frames of one clip after the other as one work.
class whole_progress {
public:
    /// @param tell     may be empty
    /// @param seconds  [clip]
    whole_progress(const bake_progress& tell, const std::vector<double>& seconds, double fps,
                   bool loops);

    /// To be told of one clip; `name` must outlive it. Lives no longer than this.
    record_progress of_clip(std::size_t clip, const std::string& name);

private:
    void step(std::size_t done, std::size_t of);

    const bake_progress& tell_;
    std::vector<std::size_t> frames_; ///< [clip]
    std::size_t total_ = 0;
    bool loops_ = false;
    const std::string* name_ = nullptr;
    std::size_t clip_ = 0;
    std::size_t before_ = 0; ///< frames of the clips before
    std::size_t turns_ = 0;  ///< whole periods of a loop
    std::size_t last_ = 0;
};

} // namespace jounce::bake
