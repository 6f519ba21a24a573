#include <jounce/systems/isa.hpp>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace jounce {

// Defined by systems/detail/level_table.cpp, compiled once per level.
#define JOUNCE_DECLARE_LEVEL(level)                                                                \
    namespace level {                                                                              \
    extern const kernel_table<float> table_f32;                                                    \
    }
#if defined(JOUNCE_HAS_X86_LEVELS)
JOUNCE_DECLARE_LEVEL(v2)
JOUNCE_DECLARE_LEVEL(v3)
JOUNCE_DECLARE_LEVEL(v3fma)
#else
JOUNCE_DECLARE_LEVEL(generic)
#endif
#undef JOUNCE_DECLARE_LEVEL

// Double is for verification, where the fastest instructions do not matter: the level that runs
// everywhere is the only one that has it.
#if defined(JOUNCE_HAS_X86_LEVELS)
#define JOUNCE_BASE_LEVEL v2
#else
#define JOUNCE_BASE_LEVEL generic
#endif
namespace JOUNCE_BASE_LEVEL {
extern const kernel_table<double> table_f64;
}

namespace {

struct level_entry {
    isa_level level;
    std::string_view name;
    const kernel_table<float>* f32;
    bool runs_here;
};

const auto& all_levels() noexcept {
#if defined(JOUNCE_HAS_X86_LEVELS)
    static const std::array<level_entry, 3> levels = [] {
        __builtin_cpu_init();
        const bool sse42 = __builtin_cpu_supports("sse4.2") != 0;
        const bool avx2 =
            __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0;
        const bool fma = avx2 && __builtin_cpu_supports("fma") != 0;
        return std::array<level_entry, 3>{{
            {isa_level::v2, "v2", &v2::table_f32, sse42},
            {isa_level::v3, "v3", &v3::table_f32, avx2},
            {isa_level::v3fma, "v3fma", &v3fma::table_f32, fma},
        }};
    }();
#else
    static const std::array<level_entry, 1> levels = {
        {{isa_level::generic, "generic", &generic::table_f32, true}}};
#endif
    return levels;
}

const level_entry* find_level(isa_level level) noexcept {
    for (const level_entry& entry : all_levels()) {
        if (entry.level == level && entry.runs_here) {
            return &entry;
        }
    }
    return nullptr;
}

const level_entry* level_at_start() noexcept {
    const level_entry* best = find_level(supported_isa_levels().back());
    const char* wanted = std::getenv("JOUNCE_ISA");
    if (wanted == nullptr || *wanted == '\0') {
        return best;
    }
    const std::optional<isa_level> level = isa_from_name(wanted);
    if (const level_entry* entry = level ? find_level(*level) : nullptr) {
        return entry;
    }
    std::fprintf(stderr, "jounce: JOUNCE_ISA=%s does not run here, using %.*s; supported:", wanted,
                 static_cast<int>(best->name.size()), best->name.data());
    for (const isa_level supported : supported_isa_levels()) {
        const std::string_view name = isa_name(supported);
        std::fprintf(stderr, " %.*s", static_cast<int>(name.size()), name.data());
    }
    std::fprintf(stderr, "\n");
    return best;
}

std::atomic<const level_entry*>& active_level() noexcept {
    static std::atomic<const level_entry*> active{level_at_start()};
    return active;
}

template <class Real> const kernel_table<Real>& kernels() noexcept;
template <> const kernel_table<float>& kernels<float>() noexcept {
    return *active_level().load(std::memory_order_relaxed)->f32;
}
template <> const kernel_table<double>& kernels<double>() noexcept {
    return JOUNCE_BASE_LEVEL::table_f64;
}

} // namespace

std::string_view isa_name(isa_level level) noexcept {
    constexpr std::array<std::string_view, 4> names = {"generic", "v2", "v3", "v3fma"};
    return names[static_cast<std::size_t>(level)];
}

std::optional<isa_level> isa_from_name(std::string_view name) noexcept {
    for (const isa_level level :
         {isa_level::generic, isa_level::v2, isa_level::v3, isa_level::v3fma}) {
        if (isa_name(level) == name) {
            return level;
        }
    }
    return std::nullopt;
}

std::span<const isa_level> supported_isa_levels() noexcept {
    struct level_list {
        std::array<isa_level, 3> levels{};
        std::size_t count = 0;
    };
    static const level_list list = [] {
        level_list found;
        for (const level_entry& entry : all_levels()) {
            if (entry.runs_here) {
                found.levels[found.count++] = entry.level;
            }
        }
        if (found.count == 0) {
            std::fprintf(stderr, "jounce: this build needs a CPU of level x86-64-v2 (SSE4.2)\n");
            std::abort();
        }
        return found;
    }();
    return {list.levels.data(), list.count};
}

isa_level active_isa() noexcept { return active_level().load()->level; }

bool select_isa(isa_level level) noexcept {
    const level_entry* entry = find_level(level);
    if (entry != nullptr) {
        active_level().store(entry);
    }
    return entry != nullptr;
}

template <class Real>
void fk(const basic_rig<Real>& rig, const basic_spring_set<Real>& springs,
        const basic_local_pose<Real>& local, basic_rigid_pose<Real>& rigid) noexcept {
    kernels<Real>().fk(rig, springs, local, rigid);
}

template <class Real>
void integrate(const basic_spring_set<Real>& set, const basic_rigid_pose<Real>& rigid,
               const basic_dynamic_pose<Real>& before, Real dt,
               basic_springs<Real>& springs) noexcept {
    kernels<Real>().integrate(set, rigid, before, dt, springs);
}

template <class Real>
void project(const basic_spring_set<Real>& set, const basic_rigid_pose<Real>& rigid,
             basic_springs<Real>& springs, basic_dynamic_pose<Real>& dynamic) noexcept {
    kernels<Real>().project(set, rigid, springs, dynamic);
}

template <class Real>
void rst(const basic_rig<Real>& rig, const basic_spring_set<Real>& set,
         const basic_rigid_pose<Real>& rigid, const basic_dynamic_pose<Real>& dynamic,
         basic_bone_transforms<Real>& out) noexcept {
    kernels<Real>().rst(rig, set, rigid, dynamic, out);
}

template <class Real> void attach(const stable_view<Real>& block) noexcept {
    kernels<Real>().attach(block);
}
template <class Real>
void tick(const stable_view<Real>& block, const tick_place<Real>& at) noexcept {
    kernels<Real>().tick(block, at);
}
template <class Real>
void finish_frame(const stable_view<Real>& block, Real share_done, bool had_ticks,
                  Real seconds) noexcept {
    kernels<Real>().finish_frame(block, share_done, had_ticks, seconds);
}
template <class Real> void displace(const stable_view<Real>& block) noexcept {
    kernels<Real>().displace(block);
}
template <class Real>
void deflect(const stable_view<Real>& block, Real progress,
             basic_bone_transforms<Real>& out) noexcept {
    kernels<Real>().deflect(block, progress, out);
}

template <class Real>
void constrain(const basic_rig<Real>& rig, const basic_constraint_set<Real>& set,
               basic_local_pose<Real>& pose) noexcept {
    kernels<Real>().constrain(rig, set, pose);
}
template <class Real>
void vrm_tick(const vrm_view<Real>& block, const tick_place<Real>& at) noexcept {
    kernels<Real>().vrm_tick(block, at);
}
template <class Real>
void finish_vrm_frame(const vrm_view<Real>& block, Real share_done, bool had_ticks) noexcept {
    kernels<Real>().finish_vrm_frame(block, share_done, had_ticks);
}
template <class Real>
void vrm_pose(const vrm_view<Real>& block, Real progress,
              basic_bone_transforms<Real>& out) noexcept {
    kernels<Real>().vrm_pose(block, progress, out);
}

template <class Real>
void palette_rows(const basic_bind<Real>& bind, const basic_bone_transforms<Real>& transforms,
                  basic_palette<Real>& out) noexcept {
    kernels<Real>().palette_rows(bind, transforms, out);
}
template <class Real>
void stream_palette_rows(const basic_bind<Real>& bind,
                         const basic_bone_transforms<Real>& transforms,
                         basic_palette<Real>& out) noexcept {
    kernels<Real>().stream_palette_rows(bind, transforms, out);
}
template <class Real>
void fk_palette(const basic_rig<Real>& rig, const basic_bind<Real>& bind,
                const basic_local_pose<Real>& local, basic_bone_transforms<Real>& scratch,
                basic_palette<Real>& out) noexcept {
    kernels<Real>().fk_palette(rig, bind, local, scratch, out);
}

template <class Real>
void sample(const basic_rig<Real>& rig, const block_moment& now,
            basic_local_pose<Real>& to) noexcept {
    kernels<Real>().sample(rig, now, to);
}

template <class Real>
void skin_entries(const basic_palette<Real>& palette, int lane, const basic_bound_mesh<Real>& mesh,
                  std::span<skin_entry<Real>> entries) noexcept {
    kernels<Real>().skin_entries(palette, lane, mesh, entries);
}
template <class Real>
void skin(const basic_bound_mesh<Real>& mesh, std::span<const skin_entry<Real>> entries,
          std::span<const lane_vec3<Real>> from_positions,
          std::span<const lane_vec3<Real>> from_normals, std::span<vec3<Real>> positions,
          std::span<vec3<Real>> normals) noexcept {
    kernels<Real>().skin(mesh, entries, from_positions, from_normals, positions, normals);
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void fk(const basic_rig<Real>&, const basic_spring_set<Real>&,                        \
                     const basic_local_pose<Real>&, basic_rigid_pose<Real>&) noexcept;             \
    template void integrate(const basic_spring_set<Real>&, const basic_rigid_pose<Real>&,          \
                            const basic_dynamic_pose<Real>&, Real, basic_springs<Real>&) noexcept; \
    template void project(const basic_spring_set<Real>&, const basic_rigid_pose<Real>&,            \
                          basic_springs<Real>&, basic_dynamic_pose<Real>&) noexcept;               \
    template void rst(const basic_rig<Real>&, const basic_spring_set<Real>&,                       \
                      const basic_rigid_pose<Real>&, const basic_dynamic_pose<Real>&,              \
                      basic_bone_transforms<Real>&) noexcept;                                      \
    template void attach(const stable_view<Real>&) noexcept;                                       \
    template void tick(const stable_view<Real>&, const tick_place<Real>&) noexcept;                \
    template void finish_frame(const stable_view<Real>&, Real, bool, Real) noexcept;               \
    template void displace(const stable_view<Real>&) noexcept;                                     \
    template void deflect(const stable_view<Real>&, Real, basic_bone_transforms<Real>&) noexcept;  \
    template void constrain(const basic_rig<Real>&, const basic_constraint_set<Real>&,             \
                            basic_local_pose<Real>&) noexcept;                                     \
    template void vrm_tick(const vrm_view<Real>&, const tick_place<Real>&) noexcept;               \
    template void finish_vrm_frame(const vrm_view<Real>&, Real, bool) noexcept;                    \
    template void vrm_pose(const vrm_view<Real>&, Real, basic_bone_transforms<Real>&) noexcept;    \
    template void palette_rows(const basic_bind<Real>&, const basic_bone_transforms<Real>&,        \
                               basic_palette<Real>&) noexcept;                                     \
    template void stream_palette_rows(const basic_bind<Real>&, const basic_bone_transforms<Real>&, \
                                      basic_palette<Real>&) noexcept;                              \
    template void fk_palette(const basic_rig<Real>&, const basic_bind<Real>&,                      \
                             const basic_local_pose<Real>&, basic_bone_transforms<Real>&,          \
                             basic_palette<Real>&) noexcept;                                       \
    template void sample(const basic_rig<Real>&, const block_moment&,                              \
                         basic_local_pose<Real>&) noexcept;                                        \
    template void skin_entries(const basic_palette<Real>&, int, const basic_bound_mesh<Real>&,     \
                               std::span<skin_entry<Real>>) noexcept;                              \
    template void skin(const basic_bound_mesh<Real>&, std::span<const skin_entry<Real>>,           \
                       std::span<const lane_vec3<Real>>, std::span<const lane_vec3<Real>>,         \
                       std::span<vec3<Real>>, std::span<vec3<Real>>) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce
