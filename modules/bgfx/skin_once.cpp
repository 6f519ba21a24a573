#include <jounce/modules/bgfx/skin_once.hpp>

#include <jounce/modules/bgfx/shaders.hpp>

#include <algorithm>

namespace jounce::render {
namespace {

// Of shaders/cs_skin_main.sh.
constexpr std::uint32_t threads_per_group = 64;
constexpr std::uint8_t tangent_stage = 4;

} // namespace

void skin_once::create(bool by_compute, std::size_t max_vertices) {
    by_compute_ = by_compute;
    // The compute shader gets the index to write to as a float, which represents all integers only
    // up to this.
    max_vertices_ = std::clamp<std::size_t>(max_vertices, 1, std::size_t{1} << 24U);
    vertices_ = unique_handle(bgfx::createDynamicVertexBuffer(
        static_cast<std::uint32_t>(max_vertices_), skinned_layout(),
        by_compute ? BGFX_BUFFER_COMPUTE_READ_WRITE : BGFX_BUFFER_NONE));
    if (by_compute) {
        four_ = unique_handle(bgfx::createProgram(make_shader("cs_skin4"), true));
        eight_ = unique_handle(bgfx::createProgram(make_shader("cs_skin8"), true));
    }
}

bool skin_once::create_tangents() {
    if (tangents_) {
        return true;
    }
    tangents_ = unique_handle(bgfx::createDynamicVertexBuffer(
        static_cast<std::uint32_t>(max_vertices_), tangent_layout(),
        by_compute_ ? BGFX_BUFFER_COMPUTE_READ_WRITE : BGFX_BUFFER_NONE));
    if (by_compute_) {
        tangent_four_ = unique_handle(bgfx::createProgram(make_shader("cs_skin_tangent4"), true));
        tangent_eight_ = unique_handle(bgfx::createProgram(make_shader("cs_skin_tangent8"), true));
        return static_cast<bool>(tangent_four_) && static_cast<bool>(tangent_eight_);
    }
    return true;
}

void skin_once::forget() {
    vertices_.reset();
    four_.reset();
    eight_.reset();
    tangents_.reset();
    tangent_four_.reset();
    tangent_eight_.reset();
}

void skin_once::begin() {
    used_ = 0;
    used_tangents_ = 0;
    left_out_ = 0;
    if (!by_compute_) {
        memory_.begin(0);
        tangent_memory_.begin(0);
    }
    std::fill(ranges_.begin(), ranges_.end(), range{});
}

std::size_t skin_once::reserve(std::size_t part, std::size_t vertices, std::size_t characters,
                               bool tangents) {
    const std::size_t fit = std::min(characters, (max_vertices_ - used_) / vertices);
    ranges_[part] = {used_, used_tangents_, fit};
    used_ += fit * vertices;
    used_tangents_ += tangents ? fit * vertices : 0;
    left_out_ += characters - fit;
    if (!by_compute_) {
        memory_.grow(used_);
        tangent_memory_.grow(used_tangents_);
    }
    return fit;
}

void skin_once::dispatch(bgfx::ViewId view, const gpu_part& part, std::size_t characters) {
    bgfx::setBuffer(0, part.compute_input.get(), bgfx::Access::Read);
    bgfx::setBuffer(1, vertices_.get(), bgfx::Access::Write);
    const std::uint32_t groups = (part.vertex_count() + threads_per_group - 1) / threads_per_group;
    const bool eight = part.part->influences > 4;
    bgfx::ProgramHandle program = eight ? eight_.get() : four_.get();
    if (part.has_tangents()) {
        bgfx::setBuffer(tangent_stage, tangents_.get(), bgfx::Access::Write);
        program = eight ? tangent_eight_.get() : tangent_four_.get();
    }
    bgfx::dispatch(view, program, groups, static_cast<std::uint32_t>(characters), 1);
}

void skin_once::submit() {
    if (!by_compute_ && used_ > 0) {
        bgfx::update(vertices_.get(), 0, memory_.hand_over(used_));
    }
    if (!by_compute_ && used_tangents_ > 0) {
        bgfx::update(tangents_.get(), 0, tangent_memory_.hand_over(used_tangents_));
    }
}

void skin_once::bind_vertices(std::uint32_t first, std::uint32_t count) const {
    bgfx::setVertexBuffer(0, vertices_.get(), first, count);
}

void skin_once::bind_tangents(std::uint8_t stream, std::uint32_t first, std::uint32_t count) const {
    bgfx::setVertexBuffer(stream, tangents_.get(), first, count);
}

} // namespace jounce::render
