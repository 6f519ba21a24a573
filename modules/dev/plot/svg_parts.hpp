#pragma once

#include <array>
#include <string>
#include <string_view>

// Code shared by the drawings.
namespace jounce::plot {

/// Greys and hues of middle lightness keep their contrast on white and on black.
inline constexpr std::string_view ink = "#7d7d7d";
inline constexpr std::array<std::string_view, 6> hues = {"#5b8fd9", "#2fa58c", "#d98a1f",
                                                         "#d6456b", "#9a6fd0", "#8c8c3a"};

std::string number(double value, int decimals = 1);
std::string escaped(std::string_view text);
std::string text_at(double x, double y, std::string_view anchor, double size, std::string_view what,
                    std::string_view more = "");
std::string line(double x1, double y1, double x2, double y2, std::string_view more);

/// 1, 2 or 5 times a power of ten, so that a range has about `wanted` steps.
double nice_step(double range, double wanted);
int decimals_for(double step);

} // namespace jounce::plot
