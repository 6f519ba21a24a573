#include <jounce/modules/render/upload_plan.hpp>

#include <algorithm>
#include <cstring>

namespace jounce::render {

void upload_plan::copy(palette_row<float>* to, std::size_t worker,
                       std::size_t workers) const noexcept {
    // Neighbours in the texture go to one worker, so that no two write the same cache line often.
    const auto each_of_share = [&](const auto& jobs, auto&& copy_one) {
        const auto begins = [&](std::size_t share) {
            const auto first = static_cast<std::uint32_t>(texels_ * share / workers);
            return std::lower_bound(
                jobs.begin(), jobs.end(), first,
                [](const auto& job, std::uint32_t texel) { return job.to < texel; });
        };
        const auto last = worker + 1 == workers ? jobs.end() : begins(worker + 1);
        for (auto job = begins(worker); job != last; ++job) {
            copy_one(to, *job);
        }
    };
    each_of_share(copies_, copy_palettes);
    each_of_share(flesh_, copy_flesh);
    if (worker + 1 == workers) {
        for (const weights_job& job : weights_) {
            copy_weights(to, job);
        }
    }
}

void upload_plan::copy_blocks(palette_row<float>* to, std::size_t first,
                              std::size_t last) const noexcept {
    const block_jobs from = first_job_[first];
    const block_jobs end = first_job_[last];
    for (std::uint32_t job = from.copy; job < end.copy; ++job) {
        copy_palettes(to, copies_[job]);
    }
    for (std::uint32_t job = from.weights; job < end.weights; ++job) {
        copy_weights(to, weights_[job]);
    }
    for (std::uint32_t job = from.flesh; job < end.flesh; ++job) {
        copy_flesh(to, flesh_[job]);
    }
}

void upload_plan::copy_palettes(palette_row<float>* to, const copy_job& job) noexcept {
    if (job.part == nullptr) {
        std::memcpy(to + job.to, job.from, job.rows * sizeof(palette_row<float>));
        return;
    }
    palette_row<float>* out = to + job.to;
    for (const std::uint16_t joint : job.part->joints) {
        std::memcpy(out, job.from + std::size_t{joint} * job.rows_per_joint,
                    job.rows_per_joint * sizeof(palette_row<float>));
        out += job.rows_per_joint;
    }
}

void upload_plan::copy_weights(palette_row<float>* to, const weights_job& job) noexcept {
    std::memset(to + job.to, 0, job.texels * sizeof(palette_row<float>));
    std::copy(job.from.begin(), job.from.end(), to[job.to].v);
}

void upload_plan::copy_flesh(palette_row<float>* to, const flesh_job& job) noexcept {
    if (job.from == nullptr) {
        std::memset(to + job.to, 0, job.handles * sizeof(palette_row<float>));
        return;
    }
    for (std::uint32_t h = 0; h < job.handles; ++h) {
        const vec3<float> moved = get_lane(job.from[h], job.lane);
        to[job.to + h] = {{moved.x, moved.y, moved.z, 0}};
    }
}

void upload_plan::mark_block() {
    first_job_.push_back({static_cast<std::uint32_t>(copies_.size()),
                          static_cast<std::uint32_t>(weights_.size()),
                          static_cast<std::uint32_t>(flesh_.size())});
}

} // namespace jounce::render
