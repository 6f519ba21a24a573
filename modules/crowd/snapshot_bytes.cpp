#include <jounce/modules/crowd/snapshot_bytes.hpp>

#include <jounce/modules/crowd/snapshot_codec.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace jounce {
namespace {

constexpr std::array<char, 8> magic = {'j', 'n', 's', 'n', 'a', 'p', '\r', '\n'};
constexpr std::uint32_t version =
    8; ///< 2: clips; 3: VRM; 4: no scratch; 5: velocities; 6: any solver; 7: carried motion; 8: places of colliders
constexpr std::size_t checksum_size = 8;
constexpr double longest_time = 1e12; ///< s; ticks are counted in 64 bits at up to 10 kHz

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::byte one : bytes) {
        hash = (hash ^ std::to_integer<std::uint64_t>(one)) * 0x100000001b3U;
    }
    return hash;
}

template <class Value, class Code> std::size_t size_of(Code code) {
    std::vector<std::byte> bytes;
    snapshot_writer to(bytes);
    const Value value{};
    code(to, value);
    return bytes.size();
}

constexpr auto collider_code = [](auto& codec, auto& one) { code_collider(codec, one); };
constexpr auto character_code = [](auto& codec, auto& one) { code_character(codec, one); };

error fault_of(const char* name) {
    const std::string what = name;
    if (what == "truncated") {
        return {what, "the snapshot ends too early: some of its bytes are missing"};
    }
    return {what, "the snapshot holds a number that is not finite or not in its range"};
}

/// Handles ascend, so none is there twice; together the characters have as many numbers as there are.
std::optional<error> check_characters(snapshot& out, std::uint64_t value_count) {
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < out.characters.size(); ++i) {
        snapshot::character_state& one = out.characters[i];
        if (i > 0 && entt::to_integral(out.characters[i - 1].who) >= entt::to_integral(one.who)) {
            return error{errors::bad_count, "characters are not in the order of their handles"};
        }
        if (one.count > value_count - next) {
            return error{errors::bad_count, "the characters have more numbers than the snapshot"};
        }
        for (const float weight :
             {one.control.weight, one.control.detail_weight, one.control.detail_wanted}) {
            if (!(weight >= 0 && weight <= 1)) {
                return error{errors::bad_number, "a character's weight is not between 0 and 1"};
            }
        }
        one.first = next;
        next += one.count;
    }
    if (next != value_count) {
        return error{errors::bad_count, "the snapshot has numbers that belong to no character"};
    }
    return std::nullopt;
}

} // namespace

std::vector<std::byte> to_bytes(const snapshot& from) {
    std::vector<std::byte> bytes;
    bytes.reserve(512 * (from.characters.size() + 1) + 64 * from.colliders.size() +
                  sizeof(float) * from.values.size());
    for (const char one : magic) {
        bytes.push_back(static_cast<std::byte>(one));
    }
    snapshot_writer to(bytes);
    to.number(version);
    to.number(static_cast<std::uint32_t>(from.colliders.size()));
    to.number(static_cast<std::uint64_t>(from.characters.size()));
    to.number(static_cast<std::uint64_t>(from.values.size()));
    code_clock(to, from.clock);
    for (const snapshot::collider_name& one : from.colliders) {
        code_collider(to, one);
    }
    for (const snapshot::character_state& one : from.characters) {
        code_character(to, one);
    }
    for (const float value : from.values) {
        to.number(value);
    }
    to.number(checksum_of(bytes));
    return bytes;
}

result<snapshot> snapshot_from_bytes(std::span<const std::byte> bytes) {
    const auto same = [](char a, std::byte b) { return static_cast<std::byte>(a) == b; };
    if (bytes.size() < magic.size() ||
        !std::equal(magic.begin(), magic.end(), bytes.begin(), same)) {
        return error{errors::not_a_snapshot, "these bytes do not begin as a snapshot does"};
    }
    snapshot_reader from(bytes.subspan(magic.size()));
    std::uint32_t written = 0;
    from.number(written);
    if (from.fault() == nullptr && written != version) {
        return error{errors::version, "the snapshot is of version " + std::to_string(written) +
                                          ", this program reads version " +
                                          std::to_string(version)};
    }
    std::uint32_t colliders = 0;
    std::uint64_t characters = 0;
    std::uint64_t values = 0;
    from.number(colliders);
    from.number(characters);
    from.number(values);
    snapshot out;
    code_clock(from, out.clock);
    if (from.fault() != nullptr) {
        return fault_of(from.fault());
    }
    if (!(out.clock.dt >= 0 && out.clock.dt <= 10 && out.clock.time >= 0 &&
          out.clock.time <= longest_time)) {
        return fault_of(errors::bad_number);
    }
    // Before anything is allocated: do the counts fit what is there? Divided, not multiplied, so that
    // no count is large enough to wrap around.
    const std::size_t collider_size = size_of<snapshot::collider_name>(collider_code);
    const std::size_t character_size = size_of<snapshot::character_state>(character_code);
    std::size_t left = from.left() - std::min(from.left(), checksum_size);
    for (const auto& [count, size] :
         {std::pair<std::uint64_t, std::size_t>{colliders, collider_size},
          {characters, character_size},
          {values, sizeof(float)}}) {
        if (count > left / size) {
            return fault_of("truncated");
        }
        left -= static_cast<std::size_t>(count) * size;
    }
    if (left != 0 || from.left() < checksum_size) {
        return error{errors::bad_count, "the snapshot is not as long as its counts say"};
    }
    out.colliders.resize(colliders);
    out.characters.resize(static_cast<std::size_t>(characters));
    out.values.resize(static_cast<std::size_t>(values));
    for (snapshot::collider_name& one : out.colliders) {
        code_collider(from, one);
    }
    for (snapshot::character_state& one : out.characters) {
        code_character(from, one);
    }
    for (float& value : out.values) {
        from.number(value);
    }
    std::uint64_t checksum = 0;
    from.number(checksum);
    if (checksum != checksum_of(bytes.first(bytes.size() - checksum_size))) {
        return error{errors::damaged, "the snapshot's checksum does not match its bytes"};
    }
    if (from.fault() != nullptr) {
        return fault_of(from.fault());
    }
    if (std::optional<error> fault = check_characters(out, values)) {
        return *std::move(fault);
    }
    return out;
}

} // namespace jounce
