#pragma once

/// Where components live: a sparse set of entities, and pages of components in the same order.

#include "detail_config.hpp"
#include "detail_entity.hpp"
#include "detail_iterator.hpp"
#include "detail_signal.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace entt {

/// A set of entities, packed, with constant-time lookup. Removal moves the last into the hole.
class sparse_set {
    struct cursor {
        const sparse_set* set = nullptr;
        [[nodiscard]] const entity& at(std::size_t i) const noexcept { return set->packed_[i]; }
        [[nodiscard]] static bool accepts(std::size_t) noexcept { return true; }
    };

public:
    using entity_type = entity;
    using size_type = std::size_t;
    using iterator = detail::backward_iterator<cursor>;

    sparse_set() = default;
    sparse_set(const sparse_set&) = delete;
    sparse_set& operator=(const sparse_set&) = delete;
    virtual ~sparse_set() = default;

    [[nodiscard]] size_type size() const noexcept { return packed_.size(); }
    [[nodiscard]] bool empty() const noexcept { return packed_.empty(); }
    /// The entities in insertion order, that is from the last visited to the first.
    [[nodiscard]] const entity* data() const noexcept { return packed_.data(); }
    [[nodiscard]] iterator begin() const noexcept { return {cursor{this}, size()}; }
    [[nodiscard]] iterator end() const noexcept { return {cursor{this}, 0}; }

    /// False for stale versions too.
    [[nodiscard]] bool contains(entity value) const noexcept {
        const size_type id = to_entity(value);
        return id < sparse_.size() && sparse_[id] != absent && packed_[sparse_[id]] == value;
    }

    /// Position in `data()`. @pre contains(value)
    [[nodiscard]] size_type index(entity value) const noexcept {
        ENTT_ASSERT(contains(value), "Set does not contain entity");
        return sparse_[to_entity(value)];
    }

    /// @pre contains(value)
    void erase(entity value) {
        ENTT_ASSERT(contains(value), "Set does not contain entity");
        publish(destruction_, value);
        swap_and_pop(index(value)); // looked up now: a listener may have moved it
    }

    /// Returns whether there was something to remove.
    bool remove(entity value) {
        const bool found = contains(value);
        if (found) {
            erase(value);
        }
        return found;
    }

    /// Listeners hear of all of them, the newest first, before the first one goes.
    void clear() {
        if (!destruction_.empty()) {
            for (size_type i = size(); i != 0; --i) {
                publish(destruction_, packed_[i - 1]);
            }
        }
        while (!empty()) {
            swap_and_pop(size() - 1);
        }
    }

    /// After a component came, after it was patched or replaced, and before it goes. Without a
    /// registry that owns this there is nobody to call.
    [[nodiscard]] sink on_construct() noexcept { return sink{construction_}; }
    [[nodiscard]] sink on_update() noexcept { return sink{update_}; }
    [[nodiscard]] sink on_destroy() noexcept { return sink{destruction_}; }

    /// Called by the registry.
    void bind(registry& owner) noexcept { owner_ = &owner; }

protected:
    void publish(const detail::signal& what, entity value) {
        if (!what.empty()) {
            ENTT_ASSERT(owner_ != nullptr, "Invalid pointer to registry");
            what.publish(*owner_, value);
        }
    }
    void publish_construction(entity value) { publish(construction_, value); }
    void publish_update(entity value) { publish(update_, value); }

    /// Makes room, so that `push` cannot fail. @pre the id of `value` is not in use here
    void prepare(entity value) {
        const size_type id = to_entity(value);
        ENTT_ASSERT(value != null, "The null entity cannot have components");
        ENTT_ASSERT(id >= sparse_.size() || sparse_[id] == absent, "Slot not available");
        if (id >= sparse_.size()) {
            sparse_.resize(id + 1, absent);
        }
        if (packed_.size() == packed_.capacity()) {
            packed_.reserve(packed_.size() * 2 + 8);
        }
    }

    void push(entity value) noexcept {
        sparse_[to_entity(value)] = static_cast<std::uint32_t>(packed_.size());
        packed_.push_back(value);
    }

    virtual void swap_and_pop(size_type position) {
        sparse_[to_entity(packed_.back())] = static_cast<std::uint32_t>(position);
        sparse_[to_entity(std::exchange(packed_[position], packed_.back()))] = absent;
        packed_.pop_back();
    }

private:
    static constexpr std::uint32_t absent = std::numeric_limits<std::uint32_t>::max();

    std::vector<std::uint32_t> sparse_; ///< by id: position in `packed_`, or `absent`
    std::vector<entity> packed_;
    registry* owner_ = nullptr;
    detail::signal construction_;
    detail::signal update_;
    detail::signal destruction_;
};

namespace detail {

template <typename T> constexpr void check_component() noexcept {
    static_assert(std::is_same_v<T, std::decay_t<T>> && std::is_object_v<T>,
                  "components are plain object types");
    static_assert(!std::is_same_v<T, entity>, "the storage of entities is not in the subset");
    static_assert(std::is_move_constructible_v<T> && std::is_move_assignable_v<T>,
                  "components that cannot move are not in the subset");
    // What EnTT reads from a component's own members; ignoring it would be a silent difference.
    constexpr bool stays = requires { T::in_place_delete; };
    constexpr bool pages = requires { T::page_size; };
    static_assert(!stays && !pages, "component traits are not in the subset");
    constexpr bool constructs = requires { T::on_construct; };
    constexpr bool updates = requires { T::on_update; };
    constexpr bool destroys = requires { T::on_destroy; };
    static_assert(!constructs && !updates && !destroys,
                  "signals as members of components are not in the subset");
}

} // namespace detail

/// Components of one type, 1024 to a page: adding never moves those that exist; erasing moves the
/// last into the hole. Iterates components, the newest first.
template <typename T> class storage final : public sparse_set {
    static constexpr size_type page_size = 1024;

    template <typename Value> struct cursor {
        std::conditional_t<std::is_const_v<Value>, const storage*, storage*> pool = nullptr;
        [[nodiscard]] Value& at(size_type i) const noexcept { return pool->element(i); }
        [[nodiscard]] static bool accepts(size_type) noexcept { return true; }
    };
    template <typename Value> struct each_cursor : cursor<Value> {
        [[nodiscard]] std::tuple<entity, Value&> at(size_type i) const noexcept {
            return {this->pool->data()[i], this->pool->element(i)};
        }
    };

public:
    using value_type = T;
    using iterator = detail::backward_iterator<cursor<T>>;
    using const_iterator = detail::backward_iterator<cursor<const T>>;
    using iterable = detail::iterable<each_cursor<T>>;
    using const_iterable = detail::iterable<each_cursor<const T>>;

    storage() { detail::check_component<T>(); }
    ~storage() override {
        for (size_type i = size(); i != 0; --i) {
            std::destroy_at(std::addressof(element(i - 1)));
        }
        for (T* page : pages_) {
            std::allocator<T>{}.deallocate(page, page_size);
        }
    }

    /// @pre the id of `value` has no T
    template <typename... Args> T& emplace(entity value, Args&&... args) {
        prepare(value);
        const size_type last = size();
        if (last == pages_.size() * page_size) {
            pages_.reserve(pages_.size() + 1);
            pages_.push_back(std::allocator<T>{}.allocate(page_size));
        }
        ::new (static_cast<void*>(address(last))) T(detail::make<T>(std::forward<Args>(args)...));
        push(value);
        publish_construction(value);
        return get(value);
    }

    /// Changes a component by functions of it, and says so. @pre contains(value)
    template <typename... Func> T& patch(entity value, Func&&... func) {
        (std::forward<Func>(func)(get(value)), ...);
        publish_update(value);
        return get(value);
    }

    /// @pre contains(value)
    [[nodiscard]] T& get(entity value) noexcept { return element(index(value)); }
    [[nodiscard]] const T& get(entity value) const noexcept { return element(index(value)); }

    [[nodiscard]] iterator begin() noexcept { return {cursor<T>{this}, size()}; }
    [[nodiscard]] iterator end() noexcept { return {cursor<T>{this}, 0}; }
    [[nodiscard]] const_iterator begin() const noexcept { return {cursor<const T>{this}, size()}; }
    [[nodiscard]] const_iterator end() const noexcept { return {cursor<const T>{this}, 0}; }

    /// Range of (entity, component).
    [[nodiscard]] iterable each() noexcept { return {each_cursor<T>{{this}}, size()}; }
    [[nodiscard]] const_iterable each() const noexcept {
        return {each_cursor<const T>{{this}}, size()};
    }

private:
    [[nodiscard]] T* address(size_type position) const noexcept {
        return pages_[position / page_size] + position % page_size;
    }
    [[nodiscard]] T& element(size_type position) noexcept { return *address(position); }
    [[nodiscard]] const T& element(size_type position) const noexcept { return *address(position); }

    void swap_and_pop(size_type position) override {
        // The removed value dies last, when the set is whole again: its destructor may come back.
        [[maybe_unused]] T removed(std::move(element(position)));
        if (position != size() - 1) {
            element(position) = std::move(element(size() - 1));
        }
        std::destroy_at(address(size() - 1));
        sparse_set::swap_and_pop(position);
    }

    std::vector<T*> pages_;
};

/// Tags (empty types) are never instantiated: entities only. Iterates entities, the newest first.
template <typename T>
requires std::is_empty_v<T>
class storage<T> final : public sparse_set {
    struct each_cursor {
        const storage* pool = nullptr;
        [[nodiscard]] std::tuple<entity> at(size_type i) const noexcept {
            return {pool->data()[i]};
        }
        [[nodiscard]] static bool accepts(size_type) noexcept { return true; }
    };

public:
    using value_type = T;
    using iterable = detail::iterable<each_cursor>;

    storage() { detail::check_component<T>(); }

    /// @pre the id of `value` has no T
    void emplace(entity value) {
        prepare(value);
        push(value);
        publish_construction(value);
    }

    /// Nothing to change, but something to say. @pre contains(value)
    template <typename... Func> void patch(entity value, Func&&... func) {
        ENTT_ASSERT(contains(value), "Set does not contain entity");
        (std::forward<Func>(func)(), ...);
        publish_update(value);
    }

    [[nodiscard]] iterable each() const noexcept { return {each_cursor{this}, size()}; }
};

namespace detail {

template <typename T> struct storage_for { using type = storage<T>; };
template <typename T> struct storage_for<const T> { using type = const storage<T>; };

} // namespace detail

/// The storage a registry keeps for T; const for const T.
template <typename T> using storage_for_t = typename detail::storage_for<T>::type;

} // namespace entt
