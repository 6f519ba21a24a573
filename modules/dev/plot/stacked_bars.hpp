#pragma once

#include <string>
#include <vector>

namespace jounce::plot {

/// Bars that are made of parts: what each part adds, bar by bar.
struct stacked_bars {
    struct part {
        std::string label;
        std::vector<double> values; ///< [bar]; what is not finite or below zero counts as none
    };
    std::string title;
    std::string x_label;
    std::string y_label;           ///< with its unit
    std::vector<std::string> bars; ///< names below them
    std::vector<part> parts;       ///< from the foot up
};

/// The chart as SVG, made like that of `line_chart`. Every bar has its sum above it.
std::string to_svg(const stacked_bars& chart);

} // namespace jounce::plot
