#include <jounce/modules/gltf/compressed.hpp>
#include <jounce/modules/gltf/meshopt.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace jounce::gltf {
namespace {

/// Newest first: a view with both is read by the first.
constexpr std::array<const char*, 2> names = {"KHR_meshopt_compression", "EXT_meshopt_compression"};

/// The extension's object of a view or buffer as the JSON library has it, or null.
const nlohmann::json* extension_of(const nlohmann::json& owner) {
    const auto all = owner.find("extensions");
    if (all == owner.end() || !all->is_object()) {
        return nullptr;
    }
    for (const char* name : names) {
        if (const auto found = all->find(name); found != all->end() && found->is_object()) {
            return &*found;
        }
    }
    return nullptr;
}

std::string name_of(const json::value& view) {
    for (const char* name : names) {
        if (view["extensions"].has(name)) {
            return name;
        }
    }
    return "";
}

/// What the extension says of a view, checked.
struct packed_view {
    std::string place;
    std::size_t buffer = 0;
    std::size_t offset = 0;
    std::size_t length = 0;
    std::size_t stride = 0;
    std::size_t count = 0;
    std::string mode;
    std::string filter = "NONE";
};

class view_decoder {
public:
    view_decoder(source& from, const json::value& view, std::size_t index)
        : from_(from), index_(index) {
        const json::value given = view["extensions"][name_of(view)];
        constexpr std::int64_t most = 0x7FFFFFFF;
        const auto size = [&](const char* name) {
            return static_cast<std::size_t>(given[name].integer(0, most));
        };
        packed_.place = given.pointer();
        packed_.buffer = size("buffer");
        packed_.offset = given.has("byteOffset") ? size("byteOffset") : 0;
        packed_.length = size("byteLength");
        packed_.stride = size("byteStride");
        packed_.count = size("count");
        packed_.mode = given["mode"].text();
        packed_.filter = given.has("filter") ? given["filter"].text() : packed_.filter;
    }

    void run() {
        if (!check()) {
            return;
        }
        if (from_.missing_buffers[packed_.buffer]) {
            from_.missing_views[index_] = true;
            return;
        }
        const std::span<const std::byte> whole = from_.buffers[packed_.buffer];
        if (packed_.offset > whole.size() || packed_.length > whole.size() - packed_.offset) {
            wrong(errors::bad_accessor, "needs bytes " + std::to_string(packed_.offset) + " to " +
                                            std::to_string(packed_.offset + packed_.length) +
                                            " of buffer " + std::to_string(packed_.buffer) +
                                            ", which has " + std::to_string(whole.size()));
            return;
        }
        decode(whole.subspan(packed_.offset, packed_.length));
    }

private:
    void wrong(const char* name, const std::string& cause) {
        from_.fail(name, packed_.place, cause + "; export the file again");
    }

    bool is_attributes() const { return packed_.mode == "ATTRIBUTES"; }

    bool check() {
        if (!from_.ok()) {
            return false;
        }
        const std::size_t stride = packed_.stride;
        if (packed_.buffer >= from_.buffers.size()) {
            wrong(errors::bad_index, "names buffer " + std::to_string(packed_.buffer) + " of " +
                                         std::to_string(from_.buffers.size()));
        } else if (!is_attributes() && packed_.mode != "TRIANGLES" && packed_.mode != "INDICES") {
            wrong(errors::bad_compression,
                  "has mode \"" + packed_.mode + "\"; ATTRIBUTES, TRIANGLES and INDICES are known");
        } else if (is_attributes() ? stride % 4 != 0 || stride < 4 || stride > 256
                                   : stride != 2 && stride != 4) {
            wrong(errors::bad_compression, "has a byteStride of " + std::to_string(stride) +
                                               ", which " + packed_.mode + " does not allow");
        } else if (packed_.mode == "TRIANGLES" && packed_.count % 3 != 0) {
            wrong(errors::bad_compression, "has " + std::to_string(packed_.count) +
                                               " indices, which is no whole number of triangles");
        } else if (!filter_fits()) {
            wrong(errors::bad_compression, "has filter \"" + packed_.filter +
                                               "\", which is not known for " + packed_.mode +
                                               " of " + std::to_string(stride) + " bytes");
        } else if (static_cast<std::uint64_t>(packed_.count) * stride <
                   from_.document.bufferViews[index_].byteLength) {
            wrong(errors::bad_compression,
                  "holds " + std::to_string(packed_.count) + " elements of " +
                      std::to_string(stride) + " bytes, its view has " +
                      std::to_string(from_.document.bufferViews[index_].byteLength));
        }
        return from_.ok();
    }

    bool filter_fits() const {
        const std::string& filter = packed_.filter;
        if (filter == "NONE") {
            return true;
        }
        const std::size_t stride = packed_.stride;
        return is_attributes() &&
               (((filter == "OCTAHEDRAL" || filter == "COLOR") && (stride == 4 || stride == 8)) ||
                (filter == "QUATERNION" && stride == 8) || filter == "EXPONENTIAL");
    }

    void decode(std::span<const std::byte> data) {
        const std::uint64_t size = static_cast<std::uint64_t>(packed_.count) * packed_.stride;
        const std::uint64_t least =
            is_attributes() ? meshopt::least_attribute_bytes(data, packed_.count, packed_.stride)
            : packed_.mode == "TRIANGLES" ? packed_.count / 3
                                          : packed_.count;
        if (data.size() < least) {
            wrong(errors::bad_compression, std::to_string(data.size()) + " bytes cannot hold the " +
                                               std::to_string(packed_.count) +
                                               " elements of count");
            return;
        }
        if (!from_.take_bytes(size, packed_.place)) {
            return;
        }
        std::vector<std::byte>& out = from_.decoded_views[index_];
        out.resize(static_cast<std::size_t>(size));
        const auto decoder = is_attributes()               ? meshopt::decode_attributes
                             : packed_.mode == "TRIANGLES" ? meshopt::decode_triangles
                                                           : meshopt::decode_indices;
        if (const meshopt::fault cause = decoder(data, packed_.count, packed_.stride, out)) {
            wrong(errors::bad_compression, std::string("holds a stream that ") + cause);
            return;
        }
        filter(out);
    }

    void filter(std::vector<std::byte>& out) const {
        if (packed_.filter == "OCTAHEDRAL") {
            meshopt::filter_octahedral(out, packed_.stride);
        } else if (packed_.filter == "QUATERNION") {
            meshopt::filter_quaternion(out);
        } else if (packed_.filter == "EXPONENTIAL") {
            meshopt::filter_exponential(out);
        } else if (packed_.filter == "COLOR") {
            meshopt::filter_colour(out, packed_.stride);
        }
    }

    source& from_;
    std::size_t index_;
    packed_view packed_;
};

} // namespace

std::vector<bool> find_placeholders(const json::value& root, std::size_t buffers) {
    const nlohmann::json& whole = *root.held();
    enum class part : std::uint8_t { unused, spare, needed };
    std::vector<part> parts(buffers, part::unused);
    const auto use = [&](std::size_t buffer, part as) {
        if (buffer < buffers) {
            parts[buffer] = std::max(parts[buffer], as);
        }
    };
    if (const auto views = whole.find("bufferViews"); views != whole.end()) {
        for (const nlohmann::json& view : *views) {
            const nlohmann::json* packed = extension_of(view);
            use(view["buffer"].get<std::size_t>(), packed != nullptr ? part::spare : part::needed);
            if (packed != nullptr && packed->contains("buffer") &&
                (*packed)["buffer"].is_number_unsigned()) {
                use((*packed)["buffer"].get<std::size_t>(), part::needed);
            }
        }
    }
    std::vector<bool> out(buffers);
    for (std::size_t b = 0; b < buffers; ++b) {
        // One that is named a fallback may also be used by nothing.
        out[b] = parts[b] == part::spare ||
                 (parts[b] == part::unused && extension_of(whole["buffers"][b]) != nullptr);
    }
    return out;
}

void decode_views(source& from, const json::value& root) {
    const std::size_t count = from.document.bufferViews.size();
    from.decoded_views.resize(count);
    from.missing_views.resize(count);
    for (std::size_t i = 0; i < count && from.ok(); ++i) {
        const json::value view = root["bufferViews"].at(i);
        if (extension_of(*view.held()) != nullptr) {
            view_decoder(from, view, i).run();
        } else {
            from.missing_views[i] =
                from.missing_buffers[as_size(from.document.bufferViews[i].buffer)];
        }
    }
}

} // namespace jounce::gltf
