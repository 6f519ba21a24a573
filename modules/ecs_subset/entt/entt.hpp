#pragma once

/// A small stand-in for EnTT 3.16, for machines where EnTT cannot be downloaded.
///
/// It has EnTT's names and EnTT's documented behaviour for what jounce uses and nothing else: what
/// is missing does not compile. `tests/ecs` runs unchanged against this header and against EnTT.
/// `modules/ecs_subset/README.md` lists what is here and the few places where EnTT promises more.

#if defined(ENTT_VERSION) || defined(ENTT_VERSION_MAJOR)
#error "EnTT itself is already included: use either EnTT or jounce's subset of it, not both"
#endif

#if defined(ENTT_NO_ETO) || defined(ENTT_PACKED_PAGE) || defined(ENTT_CUSTOM_ENTITY)
#error "jounce's subset of EnTT has EnTT's default configuration only"
#endif

/// Tells programs that they were built against the subset; EnTT does not define it.
#define JOUNCE_ECS_SUBSET 1

#include "detail_context.hpp"
#include "detail_entity.hpp"
#include "detail_iterator.hpp"
#include "detail_registry.hpp"
#include "detail_signal.hpp"
#include "detail_storage.hpp"
#include "detail_view.hpp"
