#pragma once

#include <cstdint>

/// Every kernel that is compiled once per instruction-set level. Each kernel declared by
/// JOUNCE_KERNEL must be listed here.
#define JOUNCE_KERNELS(X)                                                                          \
    X(fk)                                                                                          \
    X(palette_rows)                                                                                \
    X(stream_palette_rows)                                                                         \
    X(lane_palette_rows)                                                                           \
    X(fk_palette)                                                                                  \
    X(remaining_palette_rows)                                                                      \
    X(sample)                                                                                      \
    X(sample_affine)                                                                               \
    X(stream_affine)                                                                               \
    X(constrain)                                                                                   \
    X(integrate)                                                                                   \
    X(project)                                                                                     \
    X(reference_pose)                                                                              \
    X(place_kind_colliders)                                                                        \
    X(tick)                                                                                        \
    X(fill_strands)                                                                                \
    X(tick_strands)                                                                                \
    X(finish_frame)                                                                                \
    X(finish_strands)                                                                              \
    X(displace)                                                                                    \
    X(stable_pose)                                                                                 \
    X(vrm_tick)                                                                                    \
    X(finish_vrm_frame)                                                                            \
    X(vrm_pose)                                                                                    \
    X(tissue_begin)                                                                                \
    X(tissue_drive)                                                                                \
    X(tissue_linear)                                                                               \
    X(tissue_nonlinear)                                                                            \
    X(tissue_newton)                                                                               \
    X(tissue_hang)                                                                                 \
    X(tissue_two_way)                                                                              \
    X(react)                                                                                       \
    X(tissue_end)                                                                                  \
    X(skin_entries)                                                                                \
    X(skin)                                                                                        \
    X(skin_frames)

namespace jounce {

/// Names a kernel in the tables of the levels.
enum class kernel : std::uint8_t {
#define JOUNCE_NAME(name) name,
    JOUNCE_KERNELS(JOUNCE_NAME)
#undef JOUNCE_NAME
};

/// A kernel without its signature. JOUNCE_KERNEL casts it back.
using any_kernel = void (*)();

/// @{
/// A kernel of the level that is active now. Real is float or double.
template <class Real> any_kernel active_kernel(kernel which) noexcept;
template <> any_kernel active_kernel<float>(kernel which) noexcept;
template <> any_kernel active_kernel<double>(kernel which) noexcept;
/// @}

} // namespace jounce

// JOUNCE_KERNEL(name, (parameters), (arguments)): declares `template <class Real> void
// name(parameters)`, which runs the kernel of the active level. A kernel's signature is written
// only here and in its definition. In sources that are compiled per level it also declares the
// function that the level defines, in the namespace of the level.
#if defined(JOUNCE_LEVEL)
#define JOUNCE_KERNEL_OF_LEVEL(name, parameters)                                                   \
    namespace JOUNCE_LEVEL {                                                                       \
    template <class Real> void name parameters noexcept;                                           \
    }
#else
#define JOUNCE_KERNEL_OF_LEVEL(name, parameters)
#endif

#define JOUNCE_KERNEL(name, parameters, arguments)                                                 \
    template <class Real> void name parameters noexcept {                                          \
        using signature = void(*) parameters noexcept;                                             \
        reinterpret_cast<signature>(::jounce::active_kernel<Real>(::jounce::kernel::name))         \
            arguments;                                                                             \
    }                                                                                              \
    JOUNCE_KERNEL_OF_LEVEL(name, parameters)

// JOUNCE_DEFINED(name): ends the source of a kernel; the level has it for all numbers it is compiled for.
#if defined(JOUNCE_LEVEL) && JOUNCE_LEVEL_HAS_DOUBLE
#define JOUNCE_DEFINED(name)                                                                       \
    template decltype(name<float>) name<float>;                                                    \
    template decltype(name<double>) name<double>;
#else
#define JOUNCE_DEFINED(name) template decltype(name<float>) name<float>;
#endif
