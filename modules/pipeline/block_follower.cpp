#include <jounce/modules/pipeline/block_follower.hpp>

#include <jounce/components/base/assert.hpp>

#include <utility>

namespace jounce {
namespace {

constexpr const char* follower_rule = "followers come and go between frames";

} // namespace

follower_handle::follower_handle(const std::shared_ptr<follower_list>& list,
                                 const block_follower& follower) {
    JOUNCE_ASSERT(!list->is_computing, follower_rule);
    if (!list->is_computing) {
        list_ = list;
        id_ = list->next_id++;
        list->all.push_back({id_, follower});
    }
}

follower_handle::follower_handle(follower_handle&& other) noexcept
    : list_(std::move(other.list_)), id_(std::exchange(other.id_, 0)) {}

follower_handle& follower_handle::operator=(follower_handle&& other) noexcept {
    if (this != &other) {
        leave();
        list_ = std::move(other.list_);
        id_ = std::exchange(other.id_, 0);
    }
    return *this;
}

void follower_handle::leave() noexcept {
    const std::uint64_t id = std::exchange(id_, 0);
    const std::shared_ptr<follower_list> list = std::exchange(list_, {}).lock();
    if (list != nullptr && id != 0) {
        JOUNCE_ASSERT(!list->is_computing, follower_rule);
        std::erase_if(list->all, [&](const follower_list::entry& one) { return one.id == id; });
    }
}

} // namespace jounce
