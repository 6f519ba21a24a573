#pragma once

/// The one iterator behind storages and views: from the newest element to the oldest.

#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace entt::detail {

/// Walks positions downwards. Elements added meanwhile are not visited, and removing the current
/// one is fine: the last element takes its place, and that one has been visited already.
/// `Cursor` offers `at(position)` and `accepts(position)`; refused positions are skipped.
template <typename Cursor> class backward_iterator {
public:
    using reference = decltype(std::declval<const Cursor&>().at(std::size_t{}));
    using value_type = std::remove_cvref_t<reference>;
    using difference_type = std::ptrdiff_t;
    using pointer = std::add_pointer_t<reference>;
    using iterator_category =
        std::conditional_t<std::is_reference_v<reference>, std::forward_iterator_tag,
                           std::input_iterator_tag>;
    using iterator_concept = std::forward_iterator_tag;

    backward_iterator() = default;
    backward_iterator(Cursor cursor, std::size_t count) noexcept
        : cursor_{std::move(cursor)}, left_{count} {
        skip_refused();
    }

    [[nodiscard]] reference operator*() const noexcept { return cursor_.at(left_ - 1); }
    [[nodiscard]] pointer operator->() const noexcept requires std::is_reference_v<reference> {
        return std::addressof(**this);
    }

    backward_iterator& operator++() noexcept {
        --left_;
        skip_refused();
        return *this;
    }
    backward_iterator operator++(int) noexcept {
        backward_iterator before = *this;
        ++*this;
        return before;
    }

    [[nodiscard]] friend bool operator==(const backward_iterator& lhs,
                                         const backward_iterator& rhs) noexcept {
        return lhs.left_ == rhs.left_;
    }

private:
    void skip_refused() noexcept {
        while (left_ != 0 && !cursor_.accepts(left_ - 1)) {
            --left_;
        }
    }

    Cursor cursor_{};
    std::size_t left_ = 0; ///< positions still to visit, the current one included
};

/// A range over a cursor; holds all it needs, so it may outlive the view it came from.
template <typename Cursor> class iterable {
public:
    using iterator = backward_iterator<Cursor>;

    iterable(Cursor cursor, std::size_t count) noexcept
        : cursor_{std::move(cursor)}, count_{count} {}
    [[nodiscard]] iterator begin() const noexcept { return {cursor_, count_}; }
    [[nodiscard]] iterator end() const noexcept { return {cursor_, 0}; }

private:
    Cursor cursor_;
    std::size_t count_;
};

} // namespace entt::detail
