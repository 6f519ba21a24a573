#include <jounce/modules/json/document.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace jounce::json {
namespace {

/// A key as a part of a pointer (RFC 6901).
std::string escaped(const std::string& key) {
    std::string out;
    for (const char c : key) {
        out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return out;
}

} // namespace

std::string value::where() const {
    return place_text(document_->file(), document_->text(),
                      pointer_.empty() ? std::string_view("/") : pointer_);
}

void value::fail(std::string name, const std::string& cause) const {
    document_->shared().fail({std::move(name), where() + ": " + printable(cause)});
}

void value::fail_type(const char* wanted) const {
    if (value_ != nullptr) {
        fail(errors::wrong_type,
             std::string("is of type ") + value_->type_name() + ", " + wanted + " is needed");
    }
}

bool value::has(const std::string& name) const {
    return value_ != nullptr && value_->is_object() && value_->contains(name);
}

value value::operator[](const std::string& name) const {
    const std::string pointer = pointer_ + "/" + escaped(name);
    if (value_ == nullptr) {
        return {*document_, nullptr, pointer};
    }
    if (!value_->is_object()) {
        fail_type("an object");
        return {*document_, nullptr, pointer};
    }
    const auto found = value_->find(name);
    if (found == value_->end()) {
        fail(errors::missing_member, "has no \"" + name + "\"; add it");
        return {*document_, nullptr, pointer};
    }
    return {*document_, &*found, pointer};
}

value value::at(std::size_t index) const {
    const bool inside = value_ != nullptr && value_->is_array() && index < value_->size();
    return {*document_, inside ? &(*value_)[index] : nullptr,
            pointer_ + "/" + std::to_string(index)};
}

std::size_t value::size(std::size_t limit) const {
    if (value_ == nullptr || !value_->is_array()) {
        fail_type("an array");
        return 0;
    }
    if (value_->size() > limit) {
        fail(errors::out_of_range, "has " + std::to_string(value_->size()) + " elements, at most " +
                                       std::to_string(limit) + " are allowed");
        return 0;
    }
    return value_->size();
}

std::vector<std::string> value::names(std::size_t limit) const {
    std::vector<std::string> out;
    if (value_ == nullptr || !value_->is_object()) {
        fail_type("an object");
        return out;
    }
    if (value_->size() > limit) {
        fail(errors::out_of_range, "has " + std::to_string(value_->size()) + " members, at most " +
                                       std::to_string(limit) + " are allowed");
        return out;
    }
    for (const auto& member : value_->items()) {
        out.push_back(member.key());
    }
    return out;
}

double value::number() const {
    if (value_ == nullptr || !value_->is_number()) {
        fail_type("a number");
        return 0;
    }
    const double value = value_->get<double>();
    if (!(std::abs(value) <= max_number)) {
        fail(errors::out_of_range, "is not a number below 1e30 in size; correct it");
        return 0;
    }
    return value;
}

std::int64_t value::integer(std::int64_t least, std::int64_t most) const {
    if (value_ == nullptr || !value_->is_number_integer()) {
        fail_type("a whole number");
        return least;
    }
    const bool too_large = value_->is_number_unsigned() &&
                           value_->get<std::uint64_t>() >
                               static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::int64_t value = too_large ? most : value_->get<std::int64_t>();
    if (too_large || value < least || value > most) {
        fail(errors::out_of_range, "is " + value_->dump() + ", allowed is " +
                                       std::to_string(least) + " to " + std::to_string(most));
        return least;
    }
    return value;
}

bool value::boolean() const {
    if (value_ == nullptr || !value_->is_boolean()) {
        fail_type("true or false");
        return false;
    }
    return value_->get<bool>();
}

std::string value::text() const {
    if (value_ == nullptr || !value_->is_string()) {
        fail_type("a string");
        return "";
    }
    return value_->get<std::string>();
}

vec3<double> value::vector() const {
    if (value_ == nullptr || !value_->is_array() || value_->size() != 3) {
        fail_type("an array of three numbers");
        return {};
    }
    return {at(0).number(), at(1).number(), at(2).number()};
}

quat<double> value::quaternion() const {
    if (value_ == nullptr || !value_->is_array() || value_->size() != 4) {
        fail_type("an array of four numbers");
        return {};
    }
    return {at(0).number(), at(1).number(), at(2).number(), at(3).number()};
}

} // namespace jounce::json
