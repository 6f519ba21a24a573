#pragma once

/// Context variables: at most one value of each type, kept by a registry beside its entities.

#include "detail_config.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>

namespace entt::detail {

class context {
public:
    /// Does nothing but return the present value if there is one.
    template <typename T, typename... Args> T& emplace(Args&&... args) {
        check<T>();
        const auto found = values_.find(type_hash<T>());
        return found != values_.end() ? *static_cast<T*>(found->second.get())
                                      : store<T>(std::forward<Args>(args)...);
    }

    /// Replaces the present value, if any; references to it end.
    template <typename T> std::decay_t<T>& insert_or_assign(T&& value) {
        check<std::decay_t<T>>();
        return store<std::decay_t<T>>(std::forward<T>(value));
    }

    /// Returns whether there was something to erase.
    template <typename T> bool erase() {
        check<T>();
        return values_.erase(type_hash<T>()) != 0;
    }

    template <typename T> [[nodiscard]] bool contains() const noexcept {
        return find<T>() != nullptr;
    }

    /// Null if there is none.
    template <typename T> [[nodiscard]] const T* find() const noexcept {
        check<std::remove_const_t<T>>();
        const auto found = values_.find(type_hash<std::remove_const_t<T>>());
        return found != values_.end() ? static_cast<const T*>(found->second.get()) : nullptr;
    }
    template <typename T> [[nodiscard]] T* find() noexcept {
        return const_cast<T*>(std::as_const(*this).template find<T>());
    }

    /// @pre contains<T>()
    template <typename T> [[nodiscard]] const T& get() const noexcept {
        const T* value = find<T>();
        ENTT_ASSERT(value != nullptr, "Invalid value");
        return *value;
    }
    template <typename T> [[nodiscard]] T& get() noexcept {
        return const_cast<T&>(std::as_const(*this).template get<T>());
    }

    void swap(context& other) noexcept { values_.swap(other.values_); }

private:
    using holder = std::unique_ptr<void, void (*)(void*)>;

    template <typename T> static constexpr void check() noexcept {
        static_assert(std::is_same_v<T, std::decay_t<T>> && std::is_object_v<T>,
                      "references, arrays and cv-qualified types are not in the subset");
    }

    template <typename T, typename... Args> T& store(Args&&... args) {
        T* value = new T(make<T>(std::forward<Args>(args)...));
        holder held{value, [](void* pointer) { delete static_cast<T*>(pointer); }};
        values_.insert_or_assign(type_hash<T>(), std::move(held));
        return *value;
    }

    std::map<std::uint64_t, holder> values_;
};

} // namespace entt::detail
