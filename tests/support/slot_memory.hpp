#pragma once

#include <jounce/components/base/lane_slot.hpp>

#include <cstddef>
#include <new>

namespace jounce::test {

/// A slot of the test's own.
class slot_memory {
public:
    explicit slot_memory(std::size_t bytes)
        : bytes_(bytes), memory_(::operator new (bytes, std::align_val_t{lane_slot::alignment})),
          slot_(lane_slot::make(memory_, bytes, this, count_end)) {
        slot_->keep(); // by this, for as long as the test wants to look
    }
    ~slot_memory() {
        lane_slot::forget(memory_, bytes_);
        ::operator delete (memory_, std::align_val_t{lane_slot::alignment});
    }
    slot_memory(const slot_memory&) = delete;
    slot_memory& operator=(const slot_memory&) = delete;

    slot_handle slot() const { return slot_handle(slot_); }
    /// How often nobody but this kept it any more; from the first call on it does not keep it either.
    int ends() {
        if (is_keeping_) {
            is_keeping_ = false;
            slot_->drop();
        }
        return ends_;
    }

private:
    static void count_end(lane_slot& slot) noexcept {
        ++static_cast<slot_memory*>(slot.owner())->ends_;
    }

    std::size_t bytes_;
    void* memory_;
    lane_slot* slot_;
    int ends_ = 0;
    bool is_keeping_ = true;
};

} // namespace jounce::test
