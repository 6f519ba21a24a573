#pragma once

/// The registry: entities, one storage for each component type, context variables.

#include "detail_context.hpp"
#include "detail_entity.hpp"
#include "detail_storage.hpp"
#include "detail_view.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace entt {

/// Storages are made by `storage`, `view`, `emplace` and the like on a registry that is not const;
/// get, try_get, all_of, any_of, valid and everything on a const registry only read, so threads may
/// call them together while nobody changes the registry.
/// Moving keeps the addresses of storages: views and references stay good and follow the contents.
/// A registry that was moved from may only be destroyed or assigned to.
class registry {
public:
    using entity_type = entity;
    using version_type = std::uint16_t;
    using size_type = std::size_t;
    using context = detail::context;

    registry() = default;
    registry(registry&& other) noexcept { swap(other); }
    registry& operator=(registry&& other) noexcept {
        swap(other);
        return *this;
    }
    ~registry() = default;

    /// Listeners stay with the storages they were connected to, and hear of the new owner.
    void swap(registry& other) noexcept {
        context_.swap(other.context_);
        pools_.swap(other.pools_);
        entities_.swap(other.entities_);
        bind();
        other.bind();
    }

    // Entities.

    [[nodiscard]] entity create() { return entities_.create(); }

    /// Removes all components, from the newest storage to the oldest; returns the id's next
    /// version.
    /// @pre valid(value)
    version_type destroy(entity value) {
        ENTT_ASSERT(valid(value), "Invalid entity");
        for (size_type i = pools_.size(); i != 0; --i) {
            pools_[i - 1].second->remove(value);
        }
        return entities_.destroy(value);
    }

    /// Destroys a range of entities: storage by storage, from the oldest to the newest, and the
    /// entities last. Listeners must not create or destroy entities meanwhile, as with EnTT.
    /// @pre all are valid and none is there twice
    template <typename It> void destroy(It first, It last) {
        const std::vector<entity> gone(first, last); // the range may be of a storage
        for (const auto& [key, pool] : pools_) {
            for (const entity value : gone) {
                ENTT_ASSERT(valid(value), "Invalid entity");
                pool->remove(value);
            }
        }
        for (const entity value : gone) {
            ENTT_ASSERT(valid(value), "Invalid entity");
            entities_.destroy(value);
        }
    }

    [[nodiscard]] bool valid(entity value) const noexcept { return entities_.valid(value); }

    /// The version the id has now, or 4095 if there never was such an id.
    [[nodiscard]] version_type current(entity value) const noexcept {
        return entities_.current(value);
    }

    /// Without types: destroys all entities; context variables stay. With types: removes those.
    template <typename... T> void clear() {
        if constexpr (sizeof...(T) == 0) {
            for (size_type i = pools_.size(); i != 0; --i) {
                pools_[i - 1].second->clear();
            }
            entities_.clear();
        } else {
            (storage<T>().clear(), ...);
        }
    }

    // Components.

    /// Returns the component, or nothing for tags. @pre valid(value) and it has no T
    template <typename T, typename... Args> decltype(auto) emplace(entity value, Args&&... args) {
        ENTT_ASSERT(valid(value), "Invalid entity");
        return storage<T>().emplace(value, std::forward<Args>(args)...);
    }

    /// @pre valid(value)
    template <typename T, typename... Args>
    decltype(auto) emplace_or_replace(entity value, Args&&... args) {
        ENTT_ASSERT(valid(value), "Invalid entity");
        auto& pool = storage<T>();
        if constexpr (std::is_empty_v<T>) {
            if (pool.contains(value)) {
                pool.patch(value);
            } else {
                pool.emplace(value, std::forward<Args>(args)...);
            }
        } else {
            return pool.contains(value)
                       ? pool.patch(
                             value,
                             [&](T& old) { old = detail::make<T>(std::forward<Args>(args)...); })
                       : pool.emplace(value, std::forward<Args>(args)...);
        }
    }

    /// Changes a component by functions of it; listeners of `on_update` hear of it.
    /// @pre value has a T
    template <typename T, typename... Func> decltype(auto) patch(entity value, Func&&... func) {
        return storage<T>().patch(value, std::forward<Func>(func)...);
    }

    /// A reference, or a tuple of them for several types. @pre value has them all
    template <typename T> [[nodiscard]] const T& get(entity value) const {
        static_assert(!std::is_empty_v<T>, "tags have no instances");
        const auto* pool = storage<T>();
        ENTT_ASSERT(pool != nullptr, "Storage not available");
        return pool->get(value);
    }
    template <typename T> [[nodiscard]] T& get(entity value) {
        return const_cast<T&>(std::as_const(*this).template get<T>(value));
    }
    template <typename T, typename U, typename... V> [[nodiscard]] auto get(entity value) const {
        return std::forward_as_tuple(get<T>(value), get<U>(value), get<V>(value)...);
    }
    template <typename T, typename U, typename... V> [[nodiscard]] auto get(entity value) {
        return std::forward_as_tuple(get<T>(value), get<U>(value), get<V>(value)...);
    }

    /// A pointer, null if value has no T, or a tuple of them for several types.
    template <typename T> [[nodiscard]] const T* try_get(entity value) const {
        static_assert(!std::is_empty_v<T>, "tags have no instances");
        const auto* pool = storage<T>();
        return pool != nullptr && pool->contains(value) ? std::addressof(pool->get(value))
                                                        : nullptr;
    }
    template <typename T> [[nodiscard]] T* try_get(entity value) {
        return const_cast<T*>(std::as_const(*this).template try_get<T>(value));
    }
    template <typename T, typename U, typename... V>
    [[nodiscard]] auto try_get(entity value) const {
        return std::make_tuple(try_get<T>(value), try_get<U>(value), try_get<V>(value)...);
    }
    template <typename T, typename U, typename... V> [[nodiscard]] auto try_get(entity value) {
        return std::make_tuple(try_get<T>(value), try_get<U>(value), try_get<V>(value)...);
    }

    template <typename... T> [[nodiscard]] bool all_of(entity value) const {
        return (has<T>(value) && ...);
    }
    template <typename... T> [[nodiscard]] bool any_of(entity value) const {
        return (has<T>(value) || ...);
    }

    /// Returns how many there were.
    template <typename T, typename... U> size_type remove(entity value) {
        return (size_type{storage<T>().remove(value)} + ... + storage<U>().remove(value));
    }

    /// @pre value has them all
    template <typename T, typename... U> void erase(entity value) {
        storage<T>().erase(value);
        (storage<U>().erase(value), ...);
    }

    // Storages, views, context.

    /// Makes the storage if there is none.
    template <typename T> [[nodiscard]] storage_for_t<T>& storage() {
        using pool_type = entt::storage<std::remove_const_t<T>>;
        if (sparse_set* pool = find(detail::type_hash<std::remove_const_t<T>>())) {
            return static_cast<pool_type&>(*pool);
        }
        auto made = std::make_unique<pool_type>();
        pool_type& pool = *made;
        pool.bind(*this);
        pools_.emplace_back(detail::type_hash<std::remove_const_t<T>>(), std::move(made));
        return pool;
    }
    /// Null if there is none.
    template <typename T> [[nodiscard]] storage_for_t<const T>* storage() const {
        return static_cast<storage_for_t<const T>*>(
            find(detail::type_hash<std::remove_const_t<T>>()));
    }

    template <typename T, typename... U, typename... X>
    [[nodiscard]] entt::view<get_t<T, U...>, exclude_t<X...>>
    view(exclude_t<X...> = exclude_t<>{}) {
        return {{&storage<T>(), &storage<U>()...}, {&storage<X>()...}};
    }
    template <typename T, typename... U, typename... X>
    [[nodiscard]] entt::view<get_t<const T, const U...>, exclude_t<X...>>
    view(exclude_t<X...> = exclude_t<>{}) const {
        return {{storage<T>(), storage<U>()...}, {storage<X>()...}};
    }

    // Signals. Listeners are functions of (registry&, entity).

    template <typename T> [[nodiscard]] sink on_construct() { return storage<T>().on_construct(); }
    template <typename T> [[nodiscard]] sink on_update() { return storage<T>().on_update(); }
    template <typename T> [[nodiscard]] sink on_destroy() { return storage<T>().on_destroy(); }

    [[nodiscard]] context& ctx() noexcept { return context_; }
    [[nodiscard]] const context& ctx() const noexcept { return context_; }

private:
    [[nodiscard]] sparse_set* find(std::uint64_t hash) const noexcept {
        for (const auto& [key, pool] : pools_) {
            if (key == hash) {
                return pool.get();
            }
        }
        return nullptr;
    }

    void bind() noexcept {
        for (const auto& [key, pool] : pools_) {
            pool->bind(*this);
        }
    }

    template <typename T> [[nodiscard]] bool has(entity value) const {
        const auto* pool = storage<T>();
        return pool != nullptr && pool->contains(value);
    }

    detail::context context_; // outlives the storages, as in EnTT
    // In order of creation; a registry has a few dozen at most, so searching them is quick.
    std::vector<std::pair<std::uint64_t, std::unique_ptr<sparse_set>>> pools_;
    detail::entity_pool entities_;
};

} // namespace entt
