#include <jounce/modules/gltf/materials.hpp>

#include <jounce/modules/gltf/accessor.hpp>
#include <jounce/modules/gltf/buffers.hpp>
#include <jounce/modules/gltf/material_reader.hpp>
#include <jounce/modules/images/decode_image.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace jounce::gltf {
namespace {

/// A picture that is to be decoded.
struct wanted_image {
    std::size_t index = 0;
    std::string place;
    std::vector<std::byte> own; ///< what it is made of, unless that lies in a buffer
    std::span<const std::byte> bytes = {};
    std::uint64_t decoded_bytes = 0;
};

/// [image]; whether a material uses it. Thumbnails and the like are not decoded.
std::vector<std::uint8_t> find_used(const material_set& surfaces) {
    std::vector<std::uint8_t> out(surfaces.images.size(), 0);
    for (const material& one : surfaces.materials) {
        for_each_map(one, [&](const texture_use& use) {
            if (use.is_used()) {
                const std::int32_t image = surfaces.textures[as_size(use.texture)].image;
                if (image >= 0) {
                    out[as_size(image)] = 1;
                }
            }
        });
    }
    return out;
}

class image_reader {
public:
    image_reader(source& from, const json::value& root, material_set& to)
        : from_(from), root_(root), to_(to) {}

    void read() {
        const std::vector<std::uint8_t> used = find_used(to_);
        std::uint64_t left = from_.limits.surfaces.max_image_bytes;
        for (std::size_t i = 0; i < used.size() && from_.ok(); ++i) {
            if (used[i] == 0) {
                continue;
            }
            wanted_image one = {i, pointer_to("images", i), {}};
            if (find_bytes(one) && fits(one, left)) {
                wanted_.push_back(std::move(one));
                // What was moved took its bytes along.
                wanted_image& kept = wanted_.back();
                kept.bytes = kept.own.empty() ? kept.bytes : std::span<const std::byte>(kept.own);
            }
        }
        if (from_.ok() && !wanted_.empty()) {
            decode();
        }
    }

private:
    void white(const std::string& place, const std::string& why) {
        from_.warn(place, why + "; it is white");
    }

    bool find_bytes(wanted_image& to) {
        const json::value given = root_["images"].at(to.index);
        if (given.has("bufferView")) {
            const auto view = static_cast<int>(given["bufferView"].integer(0, 0x7FFFFFFF));
            if (!from_.ok() || from_.missing_views[as_size(view)]) {
                white(to.place, "lies in a buffer that is missing");
                return false;
            }
            to.bytes = view_bytes(from_, view);
            return true;
        }
        if (!given.has("uri")) {
            white(to.place, "has neither uri nor bufferView");
            return false;
        }
        const std::string uri = given["uri"].text();
        return from_.ok() && (is_data_uri(uri) ? read_data(to, uri) : read_beside(to, uri));
    }

    bool read_data(wanted_image& to, std::string_view uri) {
        if (!from_.take_bytes(uri.size(), to.place)) {
            return false;
        }
        std::optional<std::vector<std::byte>> bytes = bytes_of_data_uri(uri);
        if (!bytes) {
            white(to.place + "/uri", "is a data URI that is not base64");
            return false;
        }
        to.own = *std::move(bytes);
        to.bytes = to.own;
        return true;
    }

    /// By the same rules as buffers, but a model without a picture is still a model.
    bool read_beside(wanted_image& to, std::string_view uri) {
        const relative_path target = path_of_uri(uri);
        if (target.refused != nullptr || !from_.has_folder) {
            white(to.place + "/uri", "is \"" + json::printable(uri) + "\": " +
                                         (target.refused != nullptr
                                              ? target.refused
                                              : "this model came from memory, without a folder"));
            return false;
        }
        json::reading own(from_.shared.kind());
        const std::string text =
            json::read_file(own, from_.folder / target.path, from_.limits.max_file_bytes);
        if (!own.ok()) {
            white(to.place + "/uri", "cannot be read: " + own.error().message);
            return false;
        }
        if (!from_.take_bytes(2 * text.size(), to.place)) { // as text and as bytes
            return false;
        }
        const auto* first = reinterpret_cast<const std::byte*>(text.data());
        to.own.assign(first, first + text.size());
        to.bytes = to.own;
        return true;
    }

    /// Takes its memory. Pictures are served in the order of the file, however many workers decode them.
    bool fits(wanted_image& one, std::uint64_t& left) {
        if (const std::optional<image_claim> claim = read_image_claim(one.bytes)) {
            one.decoded_bytes = claim->bytes();
            if (one.decoded_bytes > left) {
                white(one.place, "has " + std::to_string(claim->width) + " x " +
                                     std::to_string(claim->height) +
                                     " texels, more than max_image_bytes leaves room for");
                return false;
            }
            left -= one.decoded_bytes;
        }
        return true;
    }

    void decode() {
        std::vector<std::optional<error>> wrong(wanted_.size());
        const std::uint32_t max_size = from_.limits.surfaces.max_image_size;
        const auto decode_some = [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const wanted_image& one = wanted_[i];
                result<texture_image> made = decode_image(one.bytes, {max_size, one.decoded_bytes});
                texture_image& image = to_.images[one.index];
                if (made) {
                    image.width = made->width;
                    image.height = made->height;
                    image.texels = std::move(made->texels);
                } else {
                    wrong[i] = made.error();
                }
            }
        };
        const work::work_options options = {
            from_.limits.surfaces.workers, [&](std::string_view, double) {
                return std::chrono::steady_clock::now() <= from_.deadline;
            }};
        // Pictures are large: each is a piece of its own.
        if (!work::share_work(options, {"pictures"}, wanted_.size(), 1, decode_some)) {
            from_.in_time("/images");
            return;
        }
        for (std::size_t i = 0; i < wanted_.size(); ++i) {
            if (wrong[i]) {
                white(wanted_[i].place, wrong[i]->message);
            }
        }
    }

    source& from_;
    const json::value& root_;
    material_set& to_;
    std::vector<wanted_image> wanted_;
};

} // namespace

void read_images(source& from, const json::value& root, model& into) {
    if (from.limits.surfaces.read_images) {
        image_reader(from, root, into.surfaces).read();
    }
}

} // namespace jounce::gltf
