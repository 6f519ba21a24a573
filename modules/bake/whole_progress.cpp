#include <jounce/modules/bake/whole_progress.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::bake {

whole_progress::whole_progress(const bake_progress& tell, const std::vector<double>& seconds,
                               double fps, bool loops)
    : tell_(tell), loops_(loops) {
    for (const double one : seconds) {
        // More than can be recorded is refused later, with a message.
        const double count = std::clamp(std::round(one * fps), 1.0, 1e9);
        frames_.push_back(std::isfinite(count) ? static_cast<std::size_t>(count) : 1);
        total_ += frames_.back();
    }
}

record_progress whole_progress::of_clip(std::size_t clip, const std::string& name) {
    name_ = &name;
    clip_ = clip;
    before_ = 0;
    for (std::size_t c = 0; c < clip; ++c) {
        before_ += frames_[c];
    }
    turns_ = 0;
    last_ = 0;
    if (!tell_) {
        return {};
    }
    tell_(name, before_, total_);
    return [this](std::size_t done, std::size_t of) { step(done, of); };
}

void whole_progress::step(std::size_t done, std::size_t of) {
    turns_ += done < last_ ? 1U : 0U;
    last_ = done;
    double share = static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(of, 1));
    if (loops_) {
        // Most loops close after a few periods; the number is not known in advance.
        const double periods = static_cast<double>(turns_) + share;
        share = periods / (periods + 2);
    }
    const double frames = share * static_cast<double>(frames_[clip_]);
    tell_(*name_, before_ + static_cast<std::size_t>(frames), total_);
}

} // namespace jounce::bake
