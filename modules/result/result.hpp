#pragma once

#include <jounce/components/base/assert.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace jounce {

/// Why something could not be made. `name` is a stable word to test for (`cycle`, `bad_number`, ...);
/// `message` says what is wrong, where, and what to do about it.
struct error {
    std::string name;
    std::string message;
};

/// A value, or the error that stands in its place. No exception crosses the public API.
template <class Value> class [[nodiscard]] result {
public:
    result(Value value) : value_(std::move(value)) {}
    result(error why) : error_(std::move(why)) {}

    explicit operator bool() const { return value_.has_value(); }

    /// @pre there is a value
    Value& operator*() & {
        JOUNCE_ASSERT(value_.has_value(), "result read without looking: it holds an error");
        return *value_;
    }
    const Value& operator*() const& {
        JOUNCE_ASSERT(value_.has_value(), "result read without looking: it holds an error");
        return *value_;
    }
    Value&& operator*() && {
        JOUNCE_ASSERT(value_.has_value(), "result read without looking: it holds an error");
        return *std::move(value_);
    }
    Value* operator->() { return &**this; }
    const Value* operator->() const { return &**this; }

    /// @pre there is no value
    const error& why() const {
        JOUNCE_ASSERT(!value_.has_value(), "result has a value, not an error");
        return error_;
    }

private:
    std::optional<Value> value_;
    error error_;
};

} // namespace jounce
