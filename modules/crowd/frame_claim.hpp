#pragma once

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

namespace jounce {

/// One pipeline's right to compute a frame: the registry of its characters exists, and no other
/// frame of this registry is being computed, on any thread. Asserts both.
class frame_claim {
public:
    frame_claim(crowd_link& link, const crowd_index& index) : link_(link) {
        const bool is_there = link.registry != nullptr;
        JOUNCE_ASSERT(is_there, "the registry of this pipeline was destroyed or assigned another: "
                                "make a new pipeline for the registry that is to be computed");
        if (is_there) {
            is_held_ = !link.is_computed.exchange(true);
            const bool is_free = is_held_ && !index.running;
            JOUNCE_ASSERT(is_free,
                          "this registry's characters are already being computed: call run "
                          "when the other frame is over");
            is_good_ = is_free;
        }
    }
    ~frame_claim() {
        if (is_held_) {
            link_.is_computed = false;
        }
    }
    frame_claim(const frame_claim&) = delete;
    frame_claim& operator=(const frame_claim&) = delete;

    explicit operator bool() const { return is_good_; }

private:
    crowd_link& link_;
    bool is_held_ = false; ///< to be let go of
    bool is_good_ = false;
};

} // namespace jounce
