#pragma once

#include "window.hpp"

#include <cstdint>

namespace demo {

/// @{ Tells Dear ImGui what happens in a window, for panels with boxes of text and keys of their own. Call them
/// between frames, while there is a `panel_drawer`.
void give_to_panels(const pointer& now);
void give_to_panels(const key_event& event);
void give_to_panels(std::uint32_t character);
/// @}

/// Whether a panel wants the keys: somebody types into a box of text.
bool panels_have_keys();

} // namespace demo
