#include <jounce/modules/gltf/materials.hpp>

#include <jounce/modules/gltf/material_reader.hpp>
#include <jounce/modules/images/decode_image.hpp>

#include <limits>

namespace jounce::gltf {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

/// Numbers of OpenGL.
enum : std::int64_t { as_clamp = 33071, as_mirrored = 33648, as_repeat = 10497 };
enum : std::int64_t { as_nearest = 9728, as_linear = 9729, as_nearest_nearest = 9984 };

class texture_reader {
public:
    texture_reader(source& from, const json::value& root, material_set& to)
        : from_(from), root_(root), to_(to),
          limit_(static_cast<std::size_t>(from.limits.max_json_values)) {}

    void read() {
        const std::size_t images = count("images");
        const std::size_t samplers = count("samplers");
        const std::size_t textures = count("textures");
        if (!from_.take_bytes(images * sizeof(texture_image) + textures * sizeof(texture),
                              "/textures")) {
            return;
        }
        for (std::size_t i = 0; i < images && from_.ok(); ++i) {
            const json::value given = root_["images"].at(i);
            to_.images.emplace_back();
            check_image(given);
            if (given.has("name")) {
                to_.images.back().name = given["name"].text();
            }
        }
        for (std::size_t i = 0; i < textures && from_.ok(); ++i) {
            to_.textures.push_back(read_texture(root_["textures"].at(i), samplers));
        }
    }

private:
    std::size_t count(const char* list) const {
        return root_.has(list) ? root_[list].size(limit_) : 0;
    }

    std::size_t index(const json::value& at, std::size_t size, const char* list) const {
        const auto found = static_cast<std::size_t>(at.integer(0, most));
        if (from_.ok() && found >= size) {
            at.fail(errors::bad_index, "is " + std::to_string(found) + ", but the file has " +
                                           std::to_string(size) + " " + list + "; export it again");
        }
        return from_.ok() ? found : 0;
    }

    void check_image(const json::value& given) const {
        given.names(limit_);
        if (given.has("bufferView")) {
            index(given["bufferView"], from_.document.bufferViews.size(), "bufferViews");
        }
        if (given.has("uri")) {
            given["uri"].text();
        }
    }

    texture read_texture(const json::value& given, std::size_t samplers) {
        texture out;
        given.names(limit_);
        if (given.has("source")) {
            out.image =
                static_cast<std::int32_t>(index(given["source"], to_.images.size(), "images"));
        }
        // Files with WebP may have the same picture as PNG or JPEG for others: the one that is meant goes first.
        if (has_extension(given, "EXT_texture_webp") &&
            given["extensions"]["EXT_texture_webp"].has("source")) {
            const json::value source = given["extensions"]["EXT_texture_webp"]["source"];
            const auto webp = static_cast<std::int32_t>(index(source, to_.images.size(), "images"));
            out.image = out.image < 0 || can_decode(image_format::webp) ? webp : out.image;
        }
        if (from_.ok() && out.image < 0) {
            from_.warn(given.pointer(), "has no image in PNG, JPEG or WebP; it is white");
        }
        if (given.has("sampler")) {
            const std::size_t sampler = index(given["sampler"], samplers, "samplers");
            if (from_.ok()) {
                read_sampler(root_["samplers"].at(sampler), out);
            }
        }
        return out;
    }

    void unknown(const json::value& at, std::int64_t value, const char* taken) const {
        from_.warn(at.pointer(), "is " + std::to_string(value) + ", which glTF does not know; " +
                                     taken + " was taken");
    }

    texture_wrap read_wrap(const json::value& given, const char* name) const {
        const std::int64_t value = given.has(name) ? given[name].integer(0, most) : as_repeat;
        switch (value) {
        case as_clamp: return texture_wrap::clamp;
        case as_mirrored: return texture_wrap::mirrored;
        case as_repeat: return texture_wrap::repeat;
        default: unknown(given[name], value, "REPEAT"); return texture_wrap::repeat;
        }
    }

    void read_sampler(const json::value& given, texture& to) const {
        given.names(limit_);
        to.wrap_u = read_wrap(given, "wrapS");
        to.wrap_v = read_wrap(given, "wrapT");
        if (given.has("magFilter")) {
            const std::int64_t value = given["magFilter"].integer(0, most);
            to.magnified = value == as_nearest ? texture_filter::nearest : texture_filter::linear;
            if (value != as_nearest && value != as_linear) {
                unknown(given["magFilter"], value, "LINEAR");
            }
        }
        if (given.has("minFilter")) {
            const std::int64_t value = given["minFilter"].integer(0, most);
            constexpr texture_filter with_mipmaps[] = {
                texture_filter::nearest_mipmap_nearest, texture_filter::linear_mipmap_nearest,
                texture_filter::nearest_mipmap_linear, texture_filter::linear_mipmap_linear};
            if (value == as_nearest || value == as_linear) {
                to.minified =
                    value == as_nearest ? texture_filter::nearest : texture_filter::linear;
            } else if (value >= as_nearest_nearest && value < as_nearest_nearest + 4) {
                to.minified = with_mipmaps[value - as_nearest_nearest];
            } else {
                unknown(given["minFilter"], value, "LINEAR_MIPMAP_LINEAR");
            }
        }
    }

    source& from_;
    const json::value& root_;
    material_set& to_;
    std::size_t limit_;
};

} // namespace

void read_textures(source& from, const json::value& root, material_set& into) {
    texture_reader(from, root, into).read();
}

} // namespace jounce::gltf
