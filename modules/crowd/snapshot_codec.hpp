#pragma once

// How the parts of a snapshot lie in bytes. For snapshot_bytes.cpp.

#include <jounce/modules/crowd/snapshot.hpp>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

/// Appends numbers, least byte first.
class snapshot_writer {
public:
    explicit snapshot_writer(std::vector<std::byte>& to) : to_(to) {}

    template <std::unsigned_integral Whole> void number(const Whole& value) {
        for (std::size_t i = 0; i < sizeof(Whole); ++i) {
            to_.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xFFU));
        }
    }
    void number(const float& value) { number(std::bit_cast<std::uint32_t>(value)); }
    void number(const double& value) { number(std::bit_cast<std::uint64_t>(value)); }
    void number(const bool& value) { number(static_cast<std::uint8_t>(value ? 1 : 0)); }
    void number(const entt::entity& value) { number(entt::to_integral(value)); }
    void number(const collider_shape& value) { number(static_cast<std::uint8_t>(value)); }
    void number(const play_mode& value) { number(static_cast<std::uint8_t>(value)); }
    void number(const std::int32_t& value) { number(static_cast<std::uint32_t>(value)); }

private:
    std::vector<std::byte>& to_;
};

/// Takes numbers off the front. After the first fault every number is 0.
class snapshot_reader {
public:
    explicit snapshot_reader(std::span<const std::byte> from) : from_(from) {}

    std::size_t left() const { return from_.size(); }
    const char* fault() const { return fault_; }

    template <std::unsigned_integral Whole> void number(Whole& value) {
        value = 0;
        if (from_.size() < sizeof(Whole)) {
            from_ = {};
            fault_ = "truncated";
            return;
        }
        for (std::size_t i = 0; i < sizeof(Whole); ++i) {
            value = static_cast<Whole>(value | (std::to_integer<Whole>(from_[i]) << (8 * i)));
        }
        from_ = from_.subspan(sizeof(Whole));
    }
    void number(float& value) { value = real<float, std::uint32_t>(); }
    void number(double& value) { value = real<double, std::uint64_t>(); }
    void number(bool& value) { value = whole_below(2) == 1; }
    void number(entt::entity& value) {
        std::uint32_t id = 0;
        number(id);
        value = static_cast<entt::entity>(id);
    }
    void number(collider_shape& value) { value = static_cast<collider_shape>(whole_below(4)); }
    void number(play_mode& value) { value = static_cast<play_mode>(whole_below(3)); }
    void number(std::int32_t& value) {
        std::uint32_t bits = 0;
        number(bits);
        value = static_cast<std::int32_t>(bits);
    }

private:
    template <class Real, class Bits> Real real() {
        Bits bits = 0;
        number(bits);
        const Real value = std::bit_cast<Real>(bits);
        if (!std::isfinite(value)) {
            fault_ = "bad_number";
            return 0;
        }
        return value;
    }
    std::uint8_t whole_below(std::uint8_t end) {
        std::uint8_t value = 0;
        number(value);
        if (value >= end) {
            fault_ = "bad_number";
            return 0;
        }
        return value;
    }

    std::span<const std::byte> from_;
    const char* fault_ = nullptr;
};

// One description of the layout for both directions; `Value` is const when written.

template <class Codec, class Value> void code_placement(Codec& codec, Value& at) {
    codec.number(at.position.x);
    codec.number(at.position.y);
    codec.number(at.position.z);
    codec.number(at.rotation.x);
    codec.number(at.rotation.y);
    codec.number(at.rotation.z);
    codec.number(at.rotation.w);
    codec.number(at.scale);
}

template <class Codec, class Value> void code_clock(Codec& codec, Value& clock) {
    codec.number(clock.dt);
    codec.number(clock.frame);
    codec.number(clock.time);
}

template <class Codec, class Value> void code_collider(Codec& codec, Value& one) {
    codec.number(one.source);
    codec.number(one.traits.shape);
    codec.number(one.traits.inside);
    codec.number(one.traits.groups);
    code_placement(codec, one.at);
}

template <class Codec, class Value> void code_layer(Codec& codec, Value& layer) {
    codec.number(layer.is_used);
    codec.number(layer.additive);
    codec.number(layer.mode);
    codec.number(layer.clip);
    codec.number(layer.time);
    codec.number(layer.speed);
    codec.number(layer.weight);
    codec.number(layer.fade_to);
    codec.number(layer.fade_rate);
}

template <class Codec, class Value> void code_character(Codec& codec, Value& one) {
    codec.number(one.who);
    codec.number(one.shape.bones);
    codec.number(one.shape.springs);
    codec.number(one.shape.colliders);
    codec.number(one.shape.solver);
    codec.number(one.shape.arrays);
    codec.number(one.level);
    code_placement(codec, one.control.at);
    code_placement(codec, one.control.centre);
    codec.number(one.control.weight);
    codec.number(one.control.detail_weight);
    codec.number(one.control.detail_wanted);
    codec.number(one.control.is_placed);
    codec.number(one.control.has_centre);
    codec.number(one.control.jumped);
    codec.number(one.control.velocity.x);
    codec.number(one.control.velocity.y);
    codec.number(one.control.velocity.z);
    codec.number(one.control.spin);
    codec.number(one.control.idle_seconds);
    codec.number(one.teleport);
    codec.number(one.reset);
    codec.number(one.plays);
    codec.number(one.main_layer);
    for (auto& layer : one.layers) {
        code_layer(codec, layer);
    }
    codec.number(one.count);
}

} // namespace jounce
