#include "hand.hpp"

namespace viewer {

struct hand::state {};

hand::hand() : all_(std::make_unique<state>()) {}
hand::~hand() = default;

void hand::follow(const demo::pointer&, std::uint32_t, std::uint32_t, choices&, stage&) {}
void hand::draw(demo::line_drawer&, const choices&, stage&) const {}

} // namespace viewer
