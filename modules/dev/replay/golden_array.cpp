#include <jounce/modules/dev/replay/golden_array.hpp>

#include <jounce/modules/dev/replay/limits.hpp>

#include <bit>
#include <cmath>
#include <string_view>
#include <system_error>
#include <utility>

namespace jounce::replay {
namespace {

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (const std::int64_t length : shape) {
        text += (text.size() > 1 ? ", " : "") +
                (length == any_length ? std::string("any") : std::to_string(length));
    }
    return text + "]";
}

/// Little-endian whatever the machine is.
template <class Bits> Bits bits_at(const std::string& bytes, std::size_t offset) {
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i) {
        bits |= static_cast<Bits>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
    }
    return bits;
}

/// The shape that the file declares, if it is the wanted one.
std::vector<std::size_t> read_shape(const json::value& described,
                                    const std::vector<std::int64_t>& wanted) {
    const std::size_t rank = described.size(8);
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < rank; ++i) {
        // The largest count any array may have; products are checked against bytes.
        found.push_back(described.at(i).integer(0, max_vertices));
    }
    bool fits = rank == wanted.size();
    for (std::size_t i = 0; fits && i < rank; ++i) {
        fits = wanted[i] == any_length || wanted[i] == found[i];
    }
    if (!fits) {
        described.fail(errors::wrong_shape, "is " + shape_text(found) +
                                                ", the rest of the case asks for " +
                                                shape_text(wanted));
        return {};
    }
    return {found.begin(), found.end()};
}

std::uint64_t count_of(const std::vector<std::size_t>& shape) {
    // Each length is below 2^24 and the product is stopped at 2^31, so nothing overflows.
    std::uint64_t count = 1;
    for (const std::size_t length : shape) {
        count = count > max_case_bytes ? count : count * length;
    }
    return count;
}

double number_at(const std::string& bytes, const std::string& type, std::size_t i) {
    if (type == "f32") {
        return static_cast<double>(std::bit_cast<float>(bits_at<std::uint32_t>(bytes, i * 4)));
    }
    return type == "i32" ? static_cast<double>(
                               std::bit_cast<std::int32_t>(bits_at<std::uint32_t>(bytes, i * 4)))
                         : std::bit_cast<double>(bits_at<std::uint64_t>(bytes, i * 8));
}

/// Reads the numbers of an array whose description is good.
golden_array read_numbers(const json::value& arrays, const json::value& described, const char* name,
                          const std::string& file_name, const std::string& type,
                          std::vector<std::size_t> shape) {
    json::reading& shared = arrays.document().shared();
    golden_array out;
    out.name = name;
    out.shape = std::move(shape);
    out.stored_as_float = type == "f32";
    const std::uint64_t count = count_of(out.shape);
    if (!shared.take_bytes(count * sizeof(double))) {
        described.fail(errors::too_large, "the arrays of this case need more than " +
                                              std::to_string(max_case_bytes >> 20U) +
                                              " MiB; use fewer frames or bones");
        return out;
    }

    const std::filesystem::path file = arrays.document().file().parent_path() / file_name;
    const std::uint64_t element = type == "f64" ? sizeof(double) : sizeof(float);
    std::error_code unknown; // what has no size is refused by read_file
    const std::uintmax_t size = std::filesystem::file_size(file, unknown);
    if (!unknown && size != count * element) {
        shared.fail(errors::wrong_size, file, name,
                    "has " + std::to_string(size) + " bytes, its shape " +
                        shape_text({out.shape.begin(), out.shape.end()}) + " of " + type + " in " +
                        arrays.document().file().filename().string() + " needs " +
                        std::to_string(count * element) + "; it is truncated or of another case");
        return out;
    }
    const std::string bytes = json::read_file(shared, file, count * element);
    if (!shared.ok() || bytes.size() != count * element) { // it may change while it is read
        shared.fail(errors::unreadable, file, name, "changed while it was read; try again");
        return out;
    }
    out.values.reserve(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const double value = number_at(bytes, type, i);
        if (!(std::abs(value) <= json::max_number)) {
            shared.fail(errors::not_finite, file, std::string(name) + "[" + std::to_string(i) + "]",
                        "is " + std::to_string(value) +
                            ", finite numbers below 1e30 are needed; write the case again");
            return out;
        }
        out.values.push_back(value);
    }
    return out;
}

} // namespace

golden_array read_array(const json::value& arrays, const char* name,
                        const std::vector<std::int64_t>& shape) {
    const json::value described = arrays[name];
    const std::string file_name = described["file"].text();
    const std::vector<std::size_t> found = read_shape(described["shape"], shape);
    const std::string type = described.has("dtype") ? described["dtype"].text() : "f64";
    golden_array none;
    none.name = name;
    none.shape = found;
    if (!arrays.document().shared().ok()) {
        return none;
    }
    if (!json::is_plain_name(file_name)) {
        described["file"].fail(errors::bad_file_name,
                               "\"" + file_name +
                                   "\" is not the name of a file in this folder; "
                                   "paths are not allowed here");
        return none;
    }
    if (type != "f64" && type != "f32") {
        described["dtype"].fail(errors::unsupported,
                                "is \"" + type + "\", \"f64\" or \"f32\" is needed");
        return none;
    }
    return read_numbers(arrays, described, name, file_name, type, found);
}

golden_array read_typed_array(const json::value& arrays, const char* name,
                              const std::vector<std::int64_t>& shape) {
    const json::value described = arrays[name];
    const std::vector<std::size_t> found = read_shape(described["shape"], shape);
    const std::string type = described["type"].text();
    golden_array none;
    none.name = name;
    none.shape = found;
    if (!arrays.document().shared().ok()) {
        return none;
    }
    if (type != "f64" && type != "i32") {
        described["type"].fail(errors::unsupported,
                               "is \"" + type + "\", \"f64\" or \"i32\" is needed");
        return none;
    }
    return read_numbers(arrays, described, name, std::string(name) + "." + type + ".bin", type,
                        found);
}

} // namespace jounce::replay
