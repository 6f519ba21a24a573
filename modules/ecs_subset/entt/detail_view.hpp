#pragma once

/// Views: the entities that have some components and lack others.

#include "detail_iterator.hpp"
#include "detail_storage.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace entt {

/// Lists the types a view gives, in a view's type.
template <typename... T> struct get_t {};

/// Lists the types a view leaves out.
template <typename... T> struct exclude_t {};
template <typename... T> inline constexpr exclude_t<T...> exclude{};

/// A few pointers: cheap to make, copy and keep. It sees components added after it was made. The
/// pool that leads the iteration (and gives the order) is the smallest one when the view is made.
/// A missing pool (only a const registry gives such) counts as an empty one, for good.
/// `const T` means read. Reading from several threads is fine while nobody adds or removes.
template <typename Get, typename Exclude = exclude_t<>> class view;

template <typename... T, typename... X> class view<get_t<T...>, exclude_t<X...>> {
    static_assert(sizeof...(T) != 0, "views of everything but X are not in the subset");
    static constexpr bool single = sizeof...(T) == 1 && sizeof...(X) == 0;

    template <typename U>
    static constexpr std::size_t count_of =
        (std::size_t{0} + ... + (std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>));
    static_assert(((count_of<T> == 1) && ...), "a view lists each type once");

    template <typename U> static consteval std::size_t index_of() noexcept {
        static_assert(count_of<U> == 1, "the view does not give this type");
        std::size_t index = 0;
        std::size_t found = 0;
        ((found += std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>> ? index : 0,
          ++index),
         ...);
        return found;
    }

    struct each_cursor {
        view from{};
        [[nodiscard]] auto at(std::size_t i) const noexcept {
            return std::tuple_cat(std::tuple<entity>{from.at(i)}, from.get(from.at(i)));
        }
        [[nodiscard]] bool accepts(std::size_t i) const noexcept { return from.accepts(i); }
    };
    friend class detail::backward_iterator<view>;

public:
    using entity_type = entity;
    using size_type = std::size_t;

    view() = default;
    /// Called by the registry.
    view(std::tuple<storage_for_t<T>*...> pools, std::tuple<storage_for_t<const X>*...> excluded)
        : pools_{std::move(pools)}, excluded_{std::move(excluded)} {
        std::apply([this](auto*... pool) { (choose(pool), ...); }, pools_);
        const bool complete =
            std::apply([](auto*... pool) { return ((pool != nullptr) && ...); }, pools_);
        lead_ = complete ? lead_ : nullptr;
    }

    /// The exact number of entities: known for a single type without exclusions only.
    [[nodiscard]] size_type size() const noexcept requires single { return lead_size(); }
    [[nodiscard]] bool empty() const noexcept requires single { return lead_size() == 0; }
    /// At most so many entities.
    [[nodiscard]] size_type size_hint() const noexcept requires(!single) { return lead_size(); }

    /// Iterates entities.
    [[nodiscard]] auto begin() const noexcept {
        return detail::backward_iterator<view>{*this, lead_size()};
    }
    [[nodiscard]] auto end() const noexcept { return detail::backward_iterator<view>{*this, 0}; }

    [[nodiscard]] bool contains(entity value) const noexcept {
        return lead_ != nullptr && matches(value);
    }

    /// All components, or those named: a tuple of references, or one reference for a single name.
    /// Tags cannot be named and do not appear. @pre contains(value)
    [[nodiscard]] auto get(entity value) const noexcept {
        return std::tuple_cat(reference_to<T>(value)...);
    }
    template <typename U> [[nodiscard]] decltype(auto) get(entity value) const noexcept {
        static_assert(!std::is_empty_v<U>, "tags have no instances");
        const auto pool = std::get<index_of<U>()>(pools_);
        ENTT_ASSERT(pool != nullptr, "The view has no such storage");
        return pool->get(value);
    }
    template <typename U, typename V, typename... W>
    [[nodiscard]] auto get(entity value) const noexcept {
        return std::forward_as_tuple(get<U>(value), get<V>(value), get<W>(value)...);
    }

    /// Range of (entity, components...), without the tags.
    [[nodiscard]] auto each() const noexcept {
        return detail::iterable<each_cursor>{each_cursor{*this}, lead_size()};
    }

    /// Calls func(entity, components...) or, if it does not take that, func(components...).
    template <typename Func> void each(Func func) const {
        for (const entity value : *this) {
            const auto components = get(value);
            std::apply(
                [&func, value](auto&... component) {
                    if constexpr (std::is_invocable_v<Func&, entity, decltype(component)...>) {
                        func(value, component...);
                    } else {
                        func(component...);
                    }
                },
                components);
        }
    }

private:
    [[nodiscard]] const entity& at(std::size_t i) const noexcept { return lead_->data()[i]; }
    [[nodiscard]] bool accepts([[maybe_unused]] std::size_t i) const noexcept {
        if constexpr (single) {
            return true;
        } else {
            return matches(at(i));
        }
    }
    [[nodiscard]] bool matches(entity value) const noexcept {
        const auto has = [value](auto*... pool) { return (pool->contains(value) && ...); };
        const auto lacks = [value](auto*... pool) {
            return ((pool == nullptr || !pool->contains(value)) && ...);
        };
        return std::apply(has, pools_) && std::apply(lacks, excluded_);
    }
    [[nodiscard]] size_type lead_size() const noexcept {
        return lead_ != nullptr ? lead_->size() : 0;
    }
    void choose(const sparse_set* pool) noexcept {
        if (lead_ == nullptr || (pool != nullptr && pool->size() < lead_->size())) {
            lead_ = pool;
        }
    }
    template <typename U> [[nodiscard]] auto reference_to(entity value) const noexcept {
        if constexpr (std::is_empty_v<U>) {
            return std::tuple<>{};
        } else {
            return std::tuple<U&>{get<U>(value)};
        }
    }

    std::tuple<storage_for_t<T>*...> pools_{};
    std::tuple<storage_for_t<const X>*...> excluded_{};
    const sparse_set* lead_ = nullptr;
};

} // namespace entt
