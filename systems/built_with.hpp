#pragma once

#include <entt/entt.hpp>

#include <cstddef>

/// If a program includes another EnTT than the jounce it links, or the same with other options,
/// their registries differ in memory and the program would crash. So each file that includes
/// jounce's interface refers to functions whose names encode what it includes. The library defines
/// only those that match its own build; any other is an undefined reference,
/// `jounce::built_with::entt<3, 13, 2>()` for example: the program includes EnTT 3.13.2, and this
/// jounce was built with another version.
///
/// `nm -C libjounce_core.a | grep built_with` shows what it was built with.
namespace jounce::built_with {

/// The version of EnTT.
template <int Major, int Minor, int Patch> void entt();
template <int Version> void ecs_subset(); ///< modules/ecs_subset instead of EnTT

/// ENTT_ID_TYPE, of which entities and types are.
template <class Type> void entt_id_type();
/// @{
/// Elements of a page of EnTT's storage.
template <std::size_t Size> void entt_sparse_page();
template <std::size_t Size> void entt_packed_page();
/// @}
/// @{
/// Whether EnTT's macro of this name is defined.
template <bool On> void entt_no_eto();
template <bool On> void entt_no_mixin();
template <bool On> void entt_use_atomic();
template <bool On> void entt_standard_cpp();
/// @}

template <bool On> void glibcxx_debug(); ///< containers of -D_GLIBCXX_DEBUG have another size

} // namespace jounce::built_with

#ifdef ENTT_NO_ETO
#define JOUNCE_SEES_NO_ETO true
#else
#define JOUNCE_SEES_NO_ETO false
#endif
#ifdef ENTT_NO_MIXIN
#define JOUNCE_SEES_NO_MIXIN true
#else
#define JOUNCE_SEES_NO_MIXIN false
#endif
#ifdef ENTT_USE_ATOMIC
#define JOUNCE_SEES_ATOMIC true
#else
#define JOUNCE_SEES_ATOMIC false
#endif
#ifdef ENTT_STANDARD_CPP
#define JOUNCE_SEES_STANDARD_CPP true
#else
#define JOUNCE_SEES_STANDARD_CPP false
#endif
#ifdef _GLIBCXX_DEBUG
#define JOUNCE_SEES_GLIBCXX_DEBUG true
#else
#define JOUNCE_SEES_GLIBCXX_DEBUG false
#endif

/// What this file sees, for each name with its arguments.
#ifdef JOUNCE_ECS_SUBSET
#define JOUNCE_SEES(X) X(ecs_subset<JOUNCE_ECS_SUBSET>) X(glibcxx_debug<JOUNCE_SEES_GLIBCXX_DEBUG>)
#else
#define JOUNCE_SEES_ENTT entt<ENTT_VERSION_MAJOR, ENTT_VERSION_MINOR, ENTT_VERSION_PATCH>
#define JOUNCE_SEES(X)                                                                             \
    X(JOUNCE_SEES_ENTT)                                                                            \
    X(entt_id_type<ENTT_ID_TYPE>)                                                                  \
    X(entt_sparse_page<ENTT_SPARSE_PAGE>)                                                          \
    X(entt_packed_page<ENTT_PACKED_PAGE>)                                                          \
    X(entt_no_eto<JOUNCE_SEES_NO_ETO>)                                                             \
    X(entt_no_mixin<JOUNCE_SEES_NO_MIXIN>)                                                         \
    X(entt_use_atomic<JOUNCE_SEES_ATOMIC>)                                                         \
    X(entt_standard_cpp<JOUNCE_SEES_STANDARD_CPP>)                                                 \
    X(glibcxx_debug<JOUNCE_SEES_GLIBCXX_DEBUG>)
#endif

/// Keeps a variable that is never read, and the functions it refers to, even with --gc-sections.
#if defined(__ELF__) && defined(__has_attribute)
#if __has_attribute(retain)
#define JOUNCE_KEEP [[gnu::used, gnu::retain]]
#endif
#endif
#ifndef JOUNCE_KEEP
#define JOUNCE_KEEP [[gnu::used]]
#endif

namespace jounce::built_with {
namespace { // in each file its own: files of one program may differ

#define JOUNCE_SEES_ADDRESS(...) &__VA_ARGS__,
JOUNCE_KEEP void (*const seen_here[])() = {JOUNCE_SEES(JOUNCE_SEES_ADDRESS)};
#undef JOUNCE_SEES_ADDRESS

} // namespace
} // namespace jounce::built_with
