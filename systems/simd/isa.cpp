#include <jounce/systems/simd/isa.hpp>

#include <jounce/systems/simd/level_table.hpp>

#include <jounce/components/assets/skin_binding.hpp>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace jounce {

namespace {

struct level_entry {
    isa_level level;
    std::string_view name;
    const level_table* f32;
    bool runs_here;
};

/// The levels of this build, slowest first.
const auto& all_levels() noexcept {
#if defined(JOUNCE_HAS_LEVEL_generic)
    static const auto levels =
        std::to_array<level_entry>({{isa_level::generic, "generic", &generic::table_f32(), true}});
#else
    static const auto levels = [] {
        __builtin_cpu_init();
        [[maybe_unused]] const bool sse42 = __builtin_cpu_supports("sse4.2") != 0;
        const bool avx2 =
            __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0;
        [[maybe_unused]] const bool fma = avx2 && __builtin_cpu_supports("fma") != 0;
        return std::to_array<level_entry>({
#if defined(JOUNCE_HAS_LEVEL_v2)
            {isa_level::v2, "v2", &v2::table_f32(), sse42},
#endif
#if defined(JOUNCE_HAS_LEVEL_v3)
                {isa_level::v3, "v3", &v3::table_f32(), avx2},
#endif
#if defined(JOUNCE_HAS_LEVEL_v3fma)
                {isa_level::v3fma, "v3fma", &v3fma::table_f32(), fma},
#endif
        });
    }();
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
            const std::string_view least = all_levels().front().name;
            std::fprintf(stderr,
                         "jounce: this build has no kernels for this CPU: its lowest level is "
                         "%.*s (v2 needs SSE4.2, v3 AVX2); build with all JOUNCE_KERNEL_LEVELS\n",
                         static_cast<int>(least.size()), least.data());
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

template <> any_kernel active_kernel<float>(kernel which) noexcept {
    return (*active_level().load(std::memory_order_relaxed)->f32)[static_cast<std::size_t>(which)];
}
template <> any_kernel active_kernel<double>([[maybe_unused]] kernel which) noexcept {
#if defined(JOUNCE_DOUBLE_LEVEL)
    return JOUNCE_DOUBLE_LEVEL::table_f64()[static_cast<std::size_t>(which)];
#else
    std::fputs("jounce: this build has no kernels in double; build with JOUNCE_DOUBLE=ON\n",
               stderr);
    std::abort();
#endif
}

} // namespace jounce
