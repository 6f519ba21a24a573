#pragma once

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/result/error_names.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace jounce {

/// Why something could not be made. `name` is a stable word to test for, one of `errors`;
/// `message` says what is wrong, where, and what to do about it.
struct error {
    std::string name;
    std::string message;
};

/// A value, or an error instead. No exception crosses the public API.
template <class Value> class [[nodiscard]] result {
public:
    /// It worked.
    result(Value value) : value_(std::move(value)) {}
    /// It did not work.
    result(jounce::error error) : error_(std::move(error)) {}

    /// Whether there is a value. Ask before reading it.
    explicit operator bool() const { return value_.has_value(); }

    /// @{
    /// The value. Without one it asserts.
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
    /// @}

    /// Why there is no value.
    /// @pre there is no value
    const jounce::error& error() const {
        JOUNCE_ASSERT(!value_.has_value(), "result has a value, not an error");
        return error_;
    }

private:
    std::optional<Value> value_;
    jounce::error error_;
};

/// The result of an action without a value: success, or the error.
template <> class [[nodiscard]] result<void> {
public:
    result() = default;
    /// It did not work.
    result(jounce::error error) : error_(std::move(error)) {}
    /// What was found wrong, if anything.
    result(std::optional<jounce::error> fault) : error_(std::move(fault)) {}

    /// Whether it worked.
    explicit operator bool() const { return !error_.has_value(); }

    /// Why it did not work.
    /// @pre it did not work
    const jounce::error& error() const {
        JOUNCE_ASSERT(error_.has_value(), "all went well, there is no error");
        return *error_;
    }

private:
    std::optional<jounce::error> error_;
};

} // namespace jounce
