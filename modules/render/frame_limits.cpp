#include <jounce/modules/render/frame_limits.hpp>

#include <cstdio>
#include <utility>

namespace jounce::render {
namespace {

std::string describe(limit which, std::size_t count) {
    std::string who = std::to_string(count) + " characters";
    switch (which) {
    case limit::palette_texels:
        return who + " are not drawn: the palette texture is full; raise "
                     "renderer_options::max_palette_texels if the device's texture size allows";
    case limit::mismatch:
        return who + " are not drawn: a mesh of theirs was removed, or was added for a bind with "
                     "another number of joints, another palette mode or other flesh; "
                     "or, playing a clip, has other joints or more morph targets than the clip";
    case limit::skinned_vertices:
        return who + " do not fit into renderer_options::max_skinned_vertices: they are skinned in "
                     "every pass (by compute) or not drawn (on the CPU)";
    case limit::draws: return who + " are not drawn: renderer_options::max_draws is used up";
    case limit::uniform_bytes:
        return who +
               " are not drawn: renderer_options::max_uniform_bytes is used up; draw fewer, or "
               "in fewer passes";
    case limit::instances:
        return who + " are not drawn: bgfx has no instance data left in this frame (its "
                     "limits.transientVbSize of bgfx::Init)";
    }
    return who;
}

} // namespace

frame_limits::frame_limits(std::function<void(std::string_view)> log) : log_(std::move(log)) {}

void frame_limits::begin_frame() {
    met_before_ = met_;
    met_ = {};
}

void frame_limits::meet(limit which, std::size_t count) {
    const auto index = static_cast<std::size_t>(which);
    if (count > 0 && !met_[index] && !met_before_[index]) {
        say(describe(which, count));
    }
    // Of several passes only the later ones may run out.
    met_[index] = met_[index] || count > 0;
}

void frame_limits::say(const std::string& text) const {
    if (log_) {
        log_(text);
    } else {
        std::fprintf(stderr, "jounce: %s\n", text.c_str());
    }
}

} // namespace jounce::render
