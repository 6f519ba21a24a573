#include <jounce/systems/animation/sample_morphs.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/systems/animation/clip_keys.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {
namespace {

/// One morph track at a moment.
class morph_reader {
public:
    morph_reader(const clip_moment& layer, std::size_t index)
        : keys_(layer.source->morphs[index]),
          values_(layer.source->values.data() + keys_.first_value) {
        const float* times = layer.source->times.data() + keys_.first_key;
        std::uint32_t none = 0;
        std::uint32_t& hint = layer.found_keys != nullptr
                                  ? layer.found_keys[layer.source->tracks.size() + index]
                                  : none;
        place_ = detail::find_place(times, keys_.key_count, layer.time, hint);
        if (keys_.mode == interpolation::cubic && place_.share > 0) {
            const double start = static_cast<double>(times[place_.key]);
            by_ = detail::hermite_at(place_.share,
                                     static_cast<double>(times[place_.key + 1]) - start);
        }
    }

    double weight(std::uint32_t target) const {
        if (keys_.mode == interpolation::cubic) {
            return detail::cubic_number(values_, keys_.weight_count, target, place_, by_);
        }
        const float* at = values_ + std::size_t{place_.key} * keys_.weight_count + target;
        const double from = static_cast<double>(*at);
        if (keys_.mode == interpolation::step || !(place_.share > 0)) {
            return from;
        }
        return from + place_.share * (static_cast<double>(at[keys_.weight_count]) - from);
    }

private:
    const morph_track& keys_;
    const float* values_;
    detail::key_place place_;
    detail::hermite by_{};
};

} // namespace

void sample_morphs(const character_moment& now, morph_weights& to) noexcept {
    const bool fits = !to.first.empty() && to.weights.size() == to.rest.size();
    JOUNCE_ASSERT(fits,
                  "morph_weights has as many weights as rest weights: use make_morph_weights");
    if (!fits) {
        return;
    }
    // Relative to rest: what no layer moves is at rest exactly, and both kinds of layers are sums of
    // the same form, since the weights of override layers sum to one.
    std::copy(to.rest.begin(), to.rest.end(), to.weights.begin());
    for (std::int32_t i = 0; i < now.layer_count; ++i) {
        const clip_moment& layer = now.layers[static_cast<std::size_t>(i)];
        const std::size_t tracks = layer.source != nullptr ? layer.source->morphs.size() : 0;
        for (std::size_t m = 0; m < tracks; ++m) {
            const morph_track& keys = layer.source->morphs[m];
            if (keys.mesh < 0 || static_cast<std::size_t>(keys.mesh) >= to.mesh_count()) {
                continue;
            }
            const std::uint32_t first = to.first[static_cast<std::size_t>(keys.mesh)];
            const std::uint32_t end = to.first[static_cast<std::size_t>(keys.mesh) + 1];
            if (end < first || end > to.rest.size()) {
                continue;
            }
            const std::uint32_t count = std::min({keys.weight_count, end - first, to.rank});
            const morph_reader reader(layer, m);
            for (std::uint32_t target = 0; target < count; ++target) {
                const double rest = static_cast<double>(to.rest[first + target]);
                const double part =
                    static_cast<double>(layer.weight) * (reader.weight(target) - rest);
                float& weight = to.weights[first + target];
                weight = static_cast<float>(static_cast<double>(weight) + part);
            }
        }
    }
}

} // namespace jounce
