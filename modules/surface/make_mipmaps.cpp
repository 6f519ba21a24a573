#include <jounce/modules/surface/make_mipmaps.hpp>

#include <jounce/modules/surface/srgb.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace jounce {

srgb_table::srgb_table() {
    const auto light = [](double srgb) {
        return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
    };
    for (std::size_t i = 0; i < linear_.size(); ++i) {
        linear_[i] = static_cast<float>(light(static_cast<double>(i) / 255));
    }
    for (std::size_t i = 0; i < border_.size(); ++i) {
        border_[i] = static_cast<float>(light((static_cast<double>(i) + 0.5) / 255));
    }
    for (std::size_t i = 0; i < guess_.size(); ++i) {
        const float at = static_cast<float>(i) / steps;
        guess_[i] = static_cast<std::uint8_t>(std::upper_bound(border_.begin(), border_.end(), at) -
                                              border_.begin());
    }
}

namespace {

using texel = std::array<float, 4>;

/// A picture as numbers that may be mixed.
struct float_image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<texel> texels;
};

/// Which texels of a row or column one of the smaller copy covers, and how much of the first and last.
struct covered {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    float first_part = 1;
    float last_part = 1;

    float part(std::uint32_t i) const {
        return i == first ? first_part : i == last ? last_part : 1.0F;
    }
};
covered cover(std::uint32_t at, std::uint32_t from, std::uint32_t to) {
    // In units of 1 / to, so that nothing is rounded.
    const std::uint64_t begin = std::uint64_t{at} * from;
    const std::uint64_t end = begin + from;
    covered out;
    out.first = static_cast<std::uint32_t>(begin / to);
    out.last = static_cast<std::uint32_t>((end - 1) / to);
    const auto part = [&](std::uint64_t units) {
        return static_cast<float>(static_cast<double>(units) / to);
    };
    out.first_part =
        part(std::min<std::uint64_t>((out.first + std::uint64_t{1}) * to, end) - begin);
    out.last_part =
        out.last == out.first ? out.first_part : part(end - std::uint64_t{out.last} * to);
    return out;
}

class mipmap_maker {
public:
    mipmap_maker(const texture_image& of, image_use use, const mipmap_alpha& alpha)
        : of_(of), use_(use), alpha_(alpha),
          is_weighted_(use == image_use::colour && alpha.mode != alpha_mode::opaque) {
        if (alpha.mode == alpha_mode::mask) {
            for (std::size_t i = 3; i < of.texels.size(); i += 4) {
                covered_ += share(of.texels[i]) >= alpha.cutoff ? 1U : 0U;
            }
        }
    }

    std::vector<texture_image> make() {
        std::vector<texture_image> out;
        float_image held = halved(of_.width, of_.height, [&](std::size_t i) {
            return decoded(of_.texels.data() + 4 * i);
        });
        for (;;) {
            out.push_back(encoded(held));
            if (held.width == 1 && held.height == 1) {
                return out;
            }
            held = halved(held.width, held.height, [&](std::size_t i) { return held.texels[i]; });
        }
    }

private:
    static float share(std::uint8_t byte) { return static_cast<float>(byte) / 255.0F; }
    static std::uint8_t byte(float share) {
        return static_cast<std::uint8_t>(255 * std::clamp(share, 0.0F, 1.0F) + 0.5F);
    }

    texel decoded(const std::uint8_t* from) const {
        texel out = {0, 0, 0, share(from[3])};
        for (std::size_t c = 0; c < 3; ++c) {
            out[c] = use_ == image_use::colour   ? srgb_.linear(from[c])
                     : use_ == image_use::normal ? 2 * share(from[c]) - 1
                                                 : share(from[c]);
        }
        return out;
    }

    template <class At>
    float_image halved(std::uint32_t width, std::uint32_t height, const At& at) const {
        float_image out;
        out.width = std::max(width / 2, 1U);
        out.height = std::max(height / 2, 1U);
        out.texels.reserve(std::size_t{out.width} * out.height);
        for (std::uint32_t y = 0; y < out.height; ++y) {
            const covered rows = cover(y, height, out.height);
            for (std::uint32_t x = 0; x < out.width; ++x) {
                out.texels.push_back(mean(rows, cover(x, width, out.width), width, at));
            }
        }
        return out;
    }

    template <class At>
    texel mean(const covered& rows, const covered& columns, std::uint32_t width,
               const At& at) const {
        texel sum{};
        texel plain{};
        float area = 0;
        for (std::uint32_t y = rows.first; y <= rows.last; ++y) {
            for (std::uint32_t x = columns.first; x <= columns.last; ++x) {
                const texel one = at(std::size_t{y} * width + x);
                const float part = rows.part(y) * columns.part(x);
                const float weight = is_weighted_ ? part * one[3] : part;
                area += part;
                for (std::size_t c = 0; c < 3; ++c) {
                    sum[c] += weight * one[c];
                    plain[c] += part * one[c];
                }
                sum[3] += part * one[3];
            }
        }
        const bool is_visible = !is_weighted_ || sum[3] > 0;
        const float weight = is_weighted_ && is_visible ? sum[3] : area;
        for (std::size_t c = 0; c < 3; ++c) {
            sum[c] = (is_visible ? sum[c] : plain[c]) / weight;
        }
        sum[3] /= area;
        return use_ == image_use::normal ? straightened(sum) : sum;
    }

    static texel straightened(const texel& n) {
        const float size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        // Opposite directions cancel: then it is flat.
        return size > 1e-4F ? texel{n[0] / size, n[1] / size, n[2] / size, n[3]}
                            : texel{0, 0, 1, n[3]};
    }

    texture_image encoded(const float_image& from) const {
        texture_image out;
        out.name = of_.name;
        out.width = from.width;
        out.height = from.height;
        out.texels.reserve(4 * from.texels.size());
        const float scale = alpha_.mode == alpha_mode::mask ? alpha_scale(from) : 1.0F;
        for (const texel& one : from.texels) {
            for (std::size_t c = 0; c < 3; ++c) {
                out.texels.push_back(use_ == image_use::colour   ? srgb_.byte(one[c])
                                     : use_ == image_use::normal ? byte(0.5F * one[c] + 0.5F)
                                                                 : byte(one[c]));
            }
            out.texels.push_back(byte(scale * one[3]));
        }
        return out;
    }

    /// What alpha is multiplied by, so that the share of texels that are drawn stays as near as may be.
    float alpha_scale(const float_image& from) const {
        if (covered_ == 0 || covered_ == of_.texels.size() / 4 || !(alpha_.cutoff > 0)) {
            return 1; // nothing or all of it is drawn
        }
        std::vector<float> alphas;
        alphas.reserve(from.texels.size());
        for (const texel& one : from.texels) {
            alphas.push_back(one[3]);
        }
        const double wanted = static_cast<double>(covered_) /
                              static_cast<double>(of_.texels.size() / 4) *
                              static_cast<double>(alphas.size());
        const auto drawn = static_cast<std::size_t>(wanted + 0.5);
        if (drawn == 0) {
            return 1; // smaller than a texel: as faint as it is
        }
        // The last of those to be drawn gets the first byte that is drawn, but only just.
        std::nth_element(alphas.begin(), alphas.begin() + static_cast<std::ptrdiff_t>(drawn - 1),
                         alphas.end(), std::greater<>());
        const float least = alphas[drawn - 1];
        const float goal = (std::ceil(255 * alpha_.cutoff) - 0.49F) / 255;
        return least > 0 ? goal / least : 1.0F;
    }

    const texture_image& of_;
    image_use use_;
    mipmap_alpha alpha_;
    bool is_weighted_;
    std::size_t covered_ = 0; ///< texels at or above the cutoff
    srgb_table srgb_;
};

} // namespace

std::size_t mipmap_count(std::uint32_t width, std::uint32_t height) {
    std::size_t out = 0;
    for (std::uint32_t side = std::max(width, height); side > 1; side /= 2) {
        ++out;
    }
    return out;
}

std::vector<texture_image> make_mipmaps(const texture_image& of, image_use use,
                                        const mipmap_alpha& alpha) {
    if (mipmap_count(of.width, of.height) == 0 || of.width == 0 || of.height == 0 ||
        of.texels.size() != std::size_t{4} * of.width * of.height) {
        return {};
    }
    return mipmap_maker(of, use, alpha).make();
}

} // namespace jounce
