#pragma once

/// Signals of a storage: who wants to know when components come, change and go.

#include "detail_config.hpp"
#include "detail_entity.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace entt {

class registry;

namespace detail {

/// The listeners of one signal. They are called with the registry that owns the storage now.
class signal {
public:
    struct listener {
        using call_type = void (*)(const void* payload, registry& owner, entity value);
        call_type call = nullptr;
        const void* payload = nullptr;
        friend bool operator==(const listener&, const listener&) = default;
    };

    [[nodiscard]] bool empty() const noexcept { return listeners_.empty(); }

    /// The latest first. Listeners may be added and removed only between signals.
    void publish(registry& owner, entity value) const {
        for (std::size_t i = listeners_.size(); i != 0; --i) {
            listeners_[i - 1].call(listeners_[i - 1].payload, owner, value);
        }
    }

    void add(const listener& one) {
        remove(one);
        listeners_.push_back(one);
    }
    void remove(const listener& one) { std::erase(listeners_, one); }
    void clear() noexcept { listeners_.clear(); }

private:
    std::vector<listener> listeners_;
};

template <auto Candidate> [[nodiscard]] signal::listener listener_of() noexcept {
    return {[](const void*, registry& owner, entity value) {
                static_cast<void>(std::invoke(Candidate, owner, value));
            },
            nullptr};
}

template <auto Candidate, typename T>
[[nodiscard]] signal::listener listener_of(T& payload) noexcept {
    return {[](const void* self, registry& owner, entity value) {
                T& to = *const_cast<T*>(static_cast<const T*>(self));
                static_cast<void>(std::invoke(Candidate, to, owner, value));
            },
            std::addressof(payload)};
}

} // namespace detail

/// Connects listeners to a signal. Ends with the storage.
class sink {
public:
    explicit sink(detail::signal& to) noexcept : signal_{&to} {}

    [[nodiscard]] bool empty() const noexcept { return signal_->empty(); }

    /// Who is connected already is not connected twice.
    template <auto Candidate> void connect() { signal_->add(detail::listener_of<Candidate>()); }
    /// A member function of the payload, or a function that takes it first. It must outlive this.
    template <auto Candidate, typename T> void connect(T& payload) {
        signal_->add(detail::listener_of<Candidate>(payload));
    }

    template <auto Candidate> void disconnect() {
        signal_->remove(detail::listener_of<Candidate>());
    }
    template <auto Candidate, typename T> void disconnect(T& payload) {
        signal_->remove(detail::listener_of<Candidate>(payload));
    }
    /// All of them.
    void disconnect() noexcept { signal_->clear(); }

private:
    detail::signal* signal_;
};

} // namespace entt
