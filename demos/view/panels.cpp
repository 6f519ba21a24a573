#include "panels.hpp"

namespace viewer {

struct panels::state {};

panels::panels() : all_(std::make_unique<state>()) {}
panels::~panels() = default;

void panels::show(choices&, stage&, const panel_facts&) {}
bool panels::press(const std::string&, bool, bool, choices&, stage&) { return false; }
bool panels::has_pointer() const { return false; }

} // namespace viewer
