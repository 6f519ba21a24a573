#pragma once

#include <bgfx/bgfx.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::render {

/// Memory that is filled for a frame and handed to bgfx without a copy. bgfx reads it later,
/// possibly on its own thread, and reports when it has done so. Until then it is not written to,
/// and it stays valid even if its owner is destroyed. Allocates nothing once there are as many
/// blocks as bgfx has frames in flight, and they are large enough.
template <class Value> class frame_memory {
public:
    frame_memory() = default;
    frame_memory(const frame_memory&) = delete;
    frame_memory& operator=(const frame_memory&) = delete;
    ~frame_memory() {
        for (block* each : blocks_) {
            let_go(each);
        }
    }

    /// Room for a frame's values. It still contains values of an earlier frame.
    Value* begin(std::size_t count) {
        current_ = nullptr;
        for (block* each : blocks_) {
            if (each->users.load(std::memory_order_acquire) == 1) {
                current_ = each;
                break;
            }
        }
        if (current_ == nullptr) {
            blocks_.push_back(new block);
            current_ = blocks_.back();
        }
        grow(count);
        return current_->values.data();
    }
    /// Enlarges the memory of the last `begin` and keeps its values. @pre not yet handed over
    Value* grow(std::size_t count) {
        if (current_->values.size() < count) {
            current_->values.resize(2 * count); // crowds grow one by one
        }
        return current_->values.data();
    }
    /// The memory of the last `begin`.
    const Value* values() const { return current_ != nullptr ? current_->values.data() : nullptr; }

    /// Hands the first values to bgfx.
    const bgfx::Memory* hand_over(std::size_t count) {
        current_->users.fetch_add(1, std::memory_order_relaxed);
        return bgfx::makeRef(
            current_->values.data(), static_cast<std::uint32_t>(count * sizeof(Value)),
            [](void*, void* user) { let_go(static_cast<block*>(user)); }, current_);
    }

private:
    struct block {
        std::vector<Value> values;
        std::atomic<int> users = 1; ///< its owner, and bgfx while it may read
    };
    static void let_go(block* of) {
        if (of->users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete of;
        }
    }

    std::vector<block*> blocks_;
    block* current_ = nullptr;
};

} // namespace jounce::render
